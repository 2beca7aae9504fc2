import type { AnswerRow } from './answers.ts';
import type { Quality } from './store.ts';

export const qualityCodes = ['too_fast', 'straight_lining', 'pasted', 'duplicate_text', 'gibberish'] as const;
type QualityCode = (typeof qualityCodes)[number];

type RatedAnswer = Pick<
  AnswerRow,
  'question_id' | 'turn' | 'type' | 'value' | 'text' | 'option_ids' | 'skipped' | 'signals'
>;

interface Evidence {
  answers: RatedAnswer[];
  duration_seconds: number;
  /** Other completed responses to the same test. */
  others: { count: number; median_seconds: number | null };
  /** Questions whose text is, word for word, in another response. */
  duplicates: string[];
}

/** A median of fewer responses says little. */
const comparedMin = 5;
/** Answering three times as fast as the median. */
const fastShare = 1 / 3;
/** Fewer equal ratings happen by chance. */
const equalRatingsMin = 5;

/** How much each flag lowers the score. */
const weights: Record<QualityCode, number> = {
  too_fast: 0.4,
  straight_lining: 0.25,
  pasted: 0.15,
  duplicate_text: 0.35,
  gibberish: 0.35,
};

/** Finds reasons to doubt a response. Pure, so that every rule is tested as a table. */
export function findFlags(evidence: Evidence): Quality {
  const flags = [tooFast, straightLining, pasted, duplicateText, gibberish].flatMap((rule) => rule(evidence));
  const score = flags.reduce((rest, { code }) => rest - weights[code], 1);
  return { score: Math.max(0, Math.round(score * 100) / 100), flags };
}

type Rule = (evidence: Evidence) => { code: QualityCode; reason: string }[];

const tooFast: Rule = ({ duration_seconds, others: { count, median_seconds } }) => {
  if (count < comparedMin || median_seconds === null || duration_seconds >= median_seconds * fastShare)
    return [];
  const reason = `Took ${seconds(duration_seconds)}; the median of ${count} responses is ${seconds(median_seconds)}.`;
  return [{ code: 'too_fast', reason }];
};

const seconds = (value: number) => `${Math.round(value)} seconds`;

const straightLining: Rule = ({ answers }) => {
  const ratings = answers.filter(({ type, skipped }) => type === 'rating' && !skipped);
  const [first] = ratings;
  if (ratings.length < equalRatingsMin || !ratings.every(({ value }) => value === first?.value)) return [];
  return [{ code: 'straight_lining', reason: `All ${ratings.length} ratings are ${first?.value}.` }];
};

const pasted: Rule = ({ answers }) => {
  const count = answers.filter(({ signals }) => signals.pasted).length;
  return count === 0
    ? []
    : [{ code: 'pasted', reason: `${count} ${answersWord(count)} contained pasted text.` }];
};

const duplicateText: Rule = ({ duplicates: { length: count } }) =>
  count === 0
    ? []
    : [
        {
          code: 'duplicate_text',
          reason: `${count} ${answersWord(count)} had the same text as another response.`,
        },
      ];

const gibberish: Rule = ({ answers }) => {
  const count = answers.filter(
    ({ type, text }) => type === 'open' && text !== null && isGibberish(text),
  ).length;
  return count === 0
    ? []
    : [{ code: 'gibberish', reason: `${count} ${answersWord(count)} did not look like words.` }];
};

const answersWord = (count: number) => (count === 1 ? 'answer' : 'answers');

/**
 * Whether a text looks typed at random. Deliberately careful: only Latin letters are judged, because the rules of other
 * scripts are different, and short answers such as "ok" or "n/a" are never judged.
 */
export function isGibberish(text: string): boolean {
  const trimmed = text.trim();
  if (/^(.)\1{5,}$/su.test(trimmed)) return true;
  const words = trimmed.toLowerCase().match(/\p{L}+/gu) ?? [];
  const letters = words.join('');
  if (letters.length < 8 || !/^\p{Script=Latin}+$/u.test(letters)) return false;
  if (/(.{2,4})\1{3,}/u.test(letters)) return true;
  const odd = words.filter(isOddWord);
  return odd.join('').length > letters.length / 2;
}

/**
 * Neighbouring keys, or almost no vowels. German has seven consonants in a row ("Rechtsschutz"), English words with one vowel
 * in nine letters ("strengths"), and Czech short words without any ("krk"), so each sign alone proves nothing.
 */
function isOddWord(word: string): boolean {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '');
  const vowels = plain.match(/[aeiouy]/gu)?.length ?? 0;
  if (vowels === 0) return plain.length >= 5;
  return hasKeyboardRow(plain) || (vowels / plain.length < 0.2 && /[^aeiouy]{6,}/u.test(plain));
}

/** Four keys of the middle row are in no word; the others need five, because of "property" and "wertvoll". */
const keyboardRows: [string, number][] = [
  ['asdfghjkl', 4],
  ['qwertyuiop', 5],
  ['qwertzuiop', 5],
  ['zxcvbnm', 4],
  ['yxcvbnm', 4],
];

const hasKeyboardRow = (word: string) =>
  keyboardRows.some(([row, length]) =>
    Array.from({ length: row.length - length + 1 }, (_, i) => row.slice(i, i + length)).some((keys) =>
      word.includes(keys),
    ),
  );
