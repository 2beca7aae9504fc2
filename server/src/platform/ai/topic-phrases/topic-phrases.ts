import type { Token } from './tokens.ts';

/** A word of a phrase. */
export interface PhraseWord {
  /** As it is written in a name: “Calling” for “call”, else as in the text. */
  surface: string;
  /** The dictionary form, in lower case: phrases that differ only in case or number have equal lemmas. */
  lemma: string;
  kind: 'noun' | 'adjective' | 'name' | 'no' | 'verb' | 'the';
}

/** Words that can name a topic. */
export interface TopicPhrase {
  /**
   * `noun`: “late shipping costs”, “no error message”. `action`: “calling the hospital”. `event`: “bank import fails”,
   * “card refused”.
   */
  form: 'noun' | 'action' | 'event';
  words: PhraseWord[];
}

interface NounPhrase {
  from: number;
  to: number;
  words: PhraseWord[];
}

export function topicPhrasesIn(tokens: Token[]): TopicPhrase[] {
  const nouns = nounPhrasesIn(tokens);
  return nouns.flatMap((phrase): TopicPhrase[] => [
    { form: 'noun', words: phrase.words },
    ...actions(tokens, phrase),
    ...events(tokens, phrase),
  ]);
}

function nounPhrasesIn(tokens: Token[]): NounPhrase[] {
  const phrases: NounPhrase[] = [];
  let words: PhraseWord[] = [];
  const end = (at: number) => {
    let to = at;
    for (; words.length > 0 && words.at(-1)?.kind !== 'noun'; to--) words.pop();
    if (words.length > 0) phrases.push({ from: to - words.length, to, words });
    words = [];
  };
  tokens.forEach((token, at) => {
    const kind = isVerb(token, tokens[at - 1], tokens[at + 1]) ? undefined : kindOf(token);
    // An adjective or “no” after a noun begins another phrase.
    const isNext = (kind === 'adjective' || kind === 'no') && words.some((word) => word.kind === 'noun');
    if (!kind || isNext) end(at);
    if (kind) words.push({ surface: token.surface, lemma: token.lemma, kind });
  });
  end(tokens.length);
  return phrases;
}

/** The model takes “wakes” in “the heating wakes me” for a noun. */
const isVerb = ({ surface }: Token, before: Token | undefined, next: Token | undefined) =>
  surface.endsWith('s') &&
  (objects.has(next?.lemma ?? '') || (before?.pos === 'NOUN' && next !== undefined && isDeterminer(next)));
const objects = new Set(['me', 'you', 'him', 'us', 'them', 'it']);

function kindOf({ surface, lemma, pos }: Token): PhraseWord['kind'] | undefined {
  if (lemma === 'no' && pos === 'DET') return 'no';
  if (!/^\p{L}[\p{L}\p{N}-]+$/u.test(surface)) return undefined;
  if (pos === 'NOUN') return 'noun';
  if (pos === 'ADJ') return 'adjective';
  return pos === 'PROPN' ? (isAcronym(surface) ? 'noun' : 'name') : undefined;
}

/** PDF, CSV, APIs: words in capital letters are things, not people. */
const isAcronym = (word: string) => /^\p{Lu}{2,6}s?$/u.test(word);

const isDeterminer = ({ pos, lemma }: Token) => pos === 'DET' || possessives.has(lemma);
const possessives = new Set(['my', 'your', 'his', 'her', 'its', 'our', 'their']);

const the: PhraseWord = { surface: 'the', lemma: 'the', kind: 'the' };

/** “Calling the hospital”, for any form of the verb before the noun phrase. */
function actions(tokens: Token[], phrase: NounPhrase): TopicPhrase[] {
  const before = tokens[phrase.from - 1];
  const verb = before && isDeterminer(before) ? tokens[phrase.from - 2] : before;
  if (verb?.pos !== 'VERB' || !/^[a-z]{3,}$/.test(verb.lemma)) return [];
  return [
    {
      form: 'action',
      words: [
        { surface: gerundOf(verb.lemma), lemma: verb.lemma, kind: 'verb' },
        ...(before && isDeterminer(before) ? [the] : []),
        ...phrase.words,
      ],
    },
  ];
}

/** “Account frozen”, “bank import fails”: a noun phrase and what happens to it or what it does. */
function events(tokens: Token[], phrase: NounPhrase): TopicPhrase[] {
  let at = phrase.to;
  let isPassive = false;
  while (tokens[at]?.pos === 'AUX' || tokens[at]?.lemma === 'get') {
    isPassive ||= ['be', 'get'].includes(tokens[at]?.lemma ?? '');
    at++;
  }
  const verb = tokens[at];
  if (verb?.pos !== 'VERB') return [];
  const isParticiple = isPassive && /(ed|en|n|t|k)$/.test(verb.surface) && verb.surface !== verb.lemma;
  const isPresent = at === phrase.to && failures.has(verb.lemma) && verb.surface.endsWith('s');
  if (!isParticiple && !isPresent) return [];
  return [
    {
      form: 'event',
      words: [...phrase.words, { surface: verb.surface.toLowerCase(), lemma: verb.lemma, kind: 'verb' }],
    },
  ];
}

/** Verbs that name what goes wrong without an object. “The teacher fills” is only half of a sentence. */
const failures = new Set(
  'break crash disappear drop expire fail freeze hang jump lag restart stop time vanish'.split(' '),
);

/** Regular spelling. Enough for the verbs that name topics. */
function gerundOf(lemma: string): string {
  if (/ie$/.test(lemma)) return lemma.replace(/ie$/, 'ying');
  if (/[^eoy]e$/.test(lemma)) return lemma.replace(/e$/, 'ing');
  const isOneSyllable = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(lemma);
  if (isOneSyllable || doubled.has(lemma)) return `${lemma}${lemma.at(-1)}ing`;
  return `${lemma}ing`;
}

const doubled = new Set([
  'forget',
  'begin',
  'submit',
  'commit',
  'refer',
  'prefer',
  'occur',
  'admit',
  'permit',
  'control',
  'cancel',
  'label',
  'travel',
  'log',
]);
