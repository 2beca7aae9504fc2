import { createRequire } from 'node:module';
import type { ItsHelpers, Model, WinkMethods } from 'wink-nlp';
import { createReader, type Reader } from './read-text.ts';

/** Several words of a text that can name its topic. */
export interface Phrase {
  /** The exact characters of the text. */
  text: string;
  terms: string[];
  /** How well the form of the phrase suits a name: 1 is best. */
  form: number;
}

export type FindPhrases = (text: string) => Phrase[];

const wordsMax = 5;

/** Uses parts of speech in English, and stop words in other languages. */
export function createPhraseFinder(language: string | null): FindPhrases {
  const reader = createReader(language);
  return language?.split('-')[0]?.toLowerCase() === 'en' ? englishPhrases(reader) : anyPhrases(reader);
}

/** Two to four words without punctuation between them that begin and end with a word that carries a topic. */
function anyPhrases(reader: Reader): FindPhrases {
  return (text) => {
    const tokens = reader.tokens(text);
    return tokens.flatMap((first, start) => {
      if (!first.term) return [];
      const found: Phrase[] = [{ text: first.surface, terms: [first.term], form: 0.4 }];
      for (let end = start + 1; end < Math.min(tokens.length, start + 4); end++) {
        const [before, last] = [tokens[end - 1], tokens[end]];
        if (!before || !last || /\S/u.test(text.slice(before.to, last.from))) break;
        if (!last.term) continue;
        const terms = tokens.slice(start, end + 1).flatMap(({ term }) => term ?? []);
        if (new Set(terms).size === terms.length && terms.length === end - start + 1)
          found.push({ text: text.slice(first.from, last.to), terms, form: terms.length === 2 ? 1 : 0.9 });
      }
      return found;
    });
  };
}

/**
 * Forms of English names of themes, with one letter per word: N noun, A adjective, V verb, X auxiliary, G not, D article
 * or possessive, Q no, T too, M many, P preposition, O object pronoun, U particle, R adverb, E evaluation, L like or hate.
 */
const forms: { form: RegExp; value: number }[] = [
  // calendar sync failed, room is released, app doesn't load
  { form: /^[AN]*NX?G?V$/, value: 1.05 },
  // prices were too high, photos are really nice
  { form: /^[AN]*NXG?[TR]?[AE]$/, value: 0.85 },
  // no error message, too many e-mails, no field for equipment
  { form: /^(Q|TM)[AN]*N(PD?[AN]*N)?$/, value: 1.15 },
  // app has no field
  { form: /^[AN]*N[VX]Q[AN]*N$/, value: 1 },
  // couldn't find the export button, lost my room
  { form: /^XGVD?[AN]*N$|^VD?[AN]*N$/, value: 0.95 },
  // shipping costs, hidden voucher field
  { form: /^[AN]*[AN]N$/, value: 1 },
  // photos of the rooms
  { form: /^[AN]*NPD?[AN]*N$/, value: 0.95 },
  // logs me out, stay signed in
  { form: /^V[OA]?U$/, value: 0.6 },
  // love the photos
  { form: /^LD?[AN]*N$/, value: 0.8 },
];

const nouns = `thing things stuff way ways lot lots bit time times people person day days week weeks month months year years
  hour hours minute minutes second seconds morning afternoon evening moment part parts kind sort something anything
  everything nothing one ones case point fact example guy guys half quarter third couple side end yesterday today tomorrow
  monday tuesday wednesday thursday friday saturday sunday everybody nobody somebody someone anyone everyone reason
  question idea sense problem problems issue issues mess deal number yeah okay thank thanks hi hello bye`;
const verbs = `go goes went gone going get gets got getting make makes made making take takes took taking want wants wanted
  know knows knew think thinks thought say says said see sees saw seen look looks looked come comes came mean means guess
  let lets need needs needed like likes liked seem seems try tries tried use uses used put puts give gives gave tell tells
  told ask asks asked feel feels felt start starts started keep keeps kept happen happens happened be been being have has
  had do does did done doing call calls called talk talks talked supposed show shows showed end ends ended set sets walk walks
  walked sit sits sat stand stands stood wish wishes prefer hope hopes expect expects expected suppose imagine`;
const adjectives = `last first next other same own few more most such sure whole certain different many much little right honest able
  several only better worse least less second third really actually just very`;
const evaluations = `good bad nice fine okay great lovely brilliant best worst wrong cool amazing awesome perfect excellent terrible
  awful horrible fantastic wonderful`;
const wordSet = (list: string) => new Set(list.split(/\s+/));
const [weakNouns, weakVerbs, weakAdjectives] = [wordSet(nouns), wordSet(verbs), wordSet(adjectives)];
const evaluative = wordSet(evaluations);
const determiners = /^(the|a|an|my|our|your|their|his|her|its|this|that|these|those)$/;

function letterOf(word: string, part: string): string {
  if (word === 'no') return 'Q';
  if (word === 'too' || word === 'so') return 'T';
  if (word === 'many' || word === 'much') return 'M';
  if (word === "n't" || word === 'not' || word === 'never') return 'G';
  if (determiners.test(word)) return 'D';
  if (/^(out|off|up|in|down)$/.test(word)) return 'U';
  if (/^(me|us|you|them)$/.test(word)) return 'O';
  if (evaluative.has(word)) return 'E';
  if (/^(love|hate|like|enjoy)(s|d)?$/.test(word) && part === 'VERB') return 'L';
  if (part === 'NOUN' || part === 'PROPN') return weakNouns.has(word) || word.length < 2 ? '-' : 'N';
  if (part === 'VERB') return weakVerbs.has(word) ? '-' : 'V';
  if (part === 'ADJ') return weakAdjectives.has(word) ? '-' : 'A';
  if (part === 'AUX') return 'X';
  if (part === 'ADV') return 'R';
  return part === 'ADP' ? 'P' : '-';
}

/** Whether words before or after the phrase belong to it. */
function isFragment(letters: string, start: number, end: number): boolean {
  const [span, before, after] = [
    letters.slice(start, end + 1),
    letters.slice(0, start),
    letters[end + 1] ?? '',
  ];
  // Before a noun, “in” is a preposition: “check in” is a phrase, “moved in Outlook” is not.
  if (span.endsWith('U')) return /[DANO]/.test(after);
  // “open the floor” of “open the floor plan”.
  if (span.endsWith('N') && after === 'N') return true;
  if (/^[AN]/.test(span) && /[AN]$/.test(before)) return true;
  // “rooms is good” of “the search for rooms is good”.
  return /^[AN]+X?G?[VXTRAE]/.test(span) && /[VX]/.test(span) && /PD?$/.test(before);
}

/** Names of people and products are details, unless nothing else names the theme. */
const nameOfPerson = 0.5;
const isName = ({ word, part, from }: Token) => part === 'PROPN' && from > 0 && /^\p{Lu}\p{Ll}/u.test(word);

interface Token {
  word: string;
  part: string;
  from: number;
  to: number;
}

function englishPhrases(reader: Reader): FindPhrases {
  const tokensOf = createTagger();
  return (text) => {
    const tokens = tokensOf(text);
    const letters = tokens
      .map(({ word, part }) => letterOf(word.toLowerCase().replace('’', "'"), part))
      .join('');
    return tokens.flatMap((first, start) => {
      const found: Phrase[] = [];
      for (let end = start + 1; end < Math.min(tokens.length, start + wordsMax + 1); end++) {
        if (letters[end] === '-') break;
        const span = letters.slice(start, end + 1);
        if (isFragment(letters, start, end)) continue;
        const matched = forms.find(({ form }) => form.test(span));
        const phrase = text.slice(first.from, tokens[end]?.to);
        const words = phrase.split(/\s+/).length;
        if (!matched || words < 2 || words > wordsMax || /[\n.,;:!?()"“”]/.test(phrase)) continue;
        const terms = reader.words(phrase).flatMap((word) => word?.term ?? []);
        const isMarked = /^(Q|TM|XG)|G|U$/.test(span);
        if (new Set(terms).size !== terms.length || terms.length < (isMarked ? 1 : 2)) continue;
        const named = tokens.slice(start, end + 1).some(isName);
        found.push({ text: phrase, terms, form: named ? matched.value * nameOfPerson : matched.value });
      }
      return found;
    });
  };
}

let loaded: WinkMethods | undefined;

/** Loads the tagger once, on first use: it takes memory, and a second load of its model takes longer than the first. */
function loadTagger(): WinkMethods {
  const require = createRequire(import.meta.url);
  const create: (model: Model, pipe: string[]) => WinkMethods = require('wink-nlp');
  loaded ??= create(require('wink-eng-lite-web-model'), ['pos']);
  return loaded;
}

function createTagger(): (text: string) => Token[] {
  const nlp = loadTagger();
  const its: ItsHelpers = nlp.its;
  return (text) => {
    const tokens = nlp.readDoc(text).tokens();
    const [words, parts, spaces] = [
      tokens.out(its.value) as string[],
      tokens.out(its.pos) as string[],
      tokens.out(its.precedingSpaces) as string[],
    ];
    const found: Token[] = [];
    let at = 0;
    words.forEach((word, i) => {
      const from = at + (spaces[i]?.length ?? 0);
      at = from + word.length;
      const before = found.at(-1);
      // The tagger splits “check-in” into three tokens.
      if (before && from === before.to && (word === '-' || before.word.endsWith('-'))) {
        Object.assign(before, { word: before.word + word, part: 'NOUN', to: at });
      } else found.push({ word, part: parts[i] ?? '', from, to: at });
    });
    return found;
  };
}
