import { createReader } from '../../../../platform/ai/text-analysis/index.ts';
import {
  type PhraseWord,
  type Token,
  type TopicPhrase,
  topicPhrasesIn,
} from '../../../../platform/ai/topic-phrases/index.ts';
import { genericAdjectives, genericNouns, genericVerbs } from './generic-words.ts';

/** A phrase or a noun that participants use. */
export interface NameCandidate {
  name: string;
  words: number;
  /** Indexes of the sentences that contain it. */
  mentions: number[];
}

const wordsMax = 4;
const candidatesMax = 1_000;
/** Finds names for tags in English sentences, by their index: phrases of up to four words, without people and common words. */
export function findNames(
  sentences: Map<number, Token[]>,
  isPerson: (word: string) => boolean,
): NameCandidate[] {
  const found = new Map<string, Found>();
  for (const [at, tokens] of sentences)
    for (const phrase of topicPhrasesIn(tokens))
      for (const words of namesIn(phrase, isPerson)) {
        const key = words.map(({ lemma }) => lemma).join(' ');
        const known = found.get(key) ?? { forms: new Map(), mentions: new Set(), words: words.length };
        const form = formOf(words);
        known.forms.set(form, (known.forms.get(form) ?? 0) + 1);
        known.mentions.add(at);
        found.set(key, known);
      }
  return [...found.values()]
    .map(({ forms, mentions, words }) => ({
      name: capitalize(mostFrequent(forms)),
      words,
      mentions: [...mentions],
    }))
    .sort((a, b) => b.mentions.length - a.mentions.length || (a.name < b.name ? -1 : 1))
    .slice(0, candidatesMax);
}

interface Found {
  forms: Map<string, number>;
  mentions: Set<number>;
  words: number;
}

/** The phrase and its shorter forms: “weekly bank import” also mentions “bank import” and “import”. */
function namesIn({ form, words }: TopicPhrase, isPerson: (word: string) => boolean): PhraseWord[][] {
  if (words.some(({ surface }) => isPerson(surface)) || words.some((word) => !isTopic(word, form))) return [];
  if (words.slice(0, -1).some(isPluralModifier)) return [];
  if (form !== 'noun') return words.length <= wordsMax ? [words] : [];
  return words
    .map((_, from) => words.slice(from))
    .filter((part) => part.length <= wordsMax && (part[0]?.kind !== 'no' || part.length > 2));
}

/** “Doctors release” is a subject and its verb: in English, all but the last noun of a phrase are in the singular. */
const isPluralModifier = ({ kind, lemma, surface }: PhraseWord) =>
  kind === 'noun' && surface.toLowerCase() === `${lemma}s` && !pluralModifiers.has(lemma);
const pluralModifiers = new Set(
  'account admission good operation result saving sale setting sport system'.split(' '),
);

function isTopic({ kind, lemma, surface }: PhraseWord, form: TopicPhrase['form']): boolean {
  const isIn = (words: ReadonlySet<string>) => words.has(lemma) || words.has(surface.toLowerCase());
  if (kind === 'adjective') return !isIn(genericAdjectives);
  if (kind === 'verb') return form === 'event' || !isIn(genericVerbs);
  if (kind === 'name') return !isIn(genericNouns);
  return kind !== 'noun' || (lemma.length > 2 && !isIn(genericNouns) && hasTopic(surface));
}

/** The tagger takes words such as “right” for nouns. */
const hasTopic = (word: string) => english.words(word).some(Boolean);
const english = createReader('en');

function formOf(words: PhraseWord[]): string {
  return words
    .map(({ surface, kind }) =>
      kind === 'name' || /\p{Lu}{2}/u.test(surface) ? surface : surface.toLowerCase(),
    )
    .join(' ');
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The plural, if participants use it: a topic is rarely about one thing. */
function mostFrequent(forms: Map<string, number>): string {
  const isPlural = (form: string) => Number(/[^s]s$/.test(form));
  const [best] = [...forms].sort(([a, n], [b, m]) => isPlural(b) - isPlural(a) || m - n || (a < b ? -1 : 1));
  return best?.[0] ?? '';
}
