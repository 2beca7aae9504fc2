import type { Unit } from './recognizer.ts';

const phraseWordsMax = 10;
/** People repeat a word (“no, no, no”), but not a whole phrase four times in a row. */
const repetitionsMax = (words: number) => (words === 1 ? 6 : 3);

/** Speech models sometimes repeat one phrase endlessly: only its first occurrence stays. */
export function dropRepetitions(units: Unit[]): Unit[] {
  const words = units.map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  const result: Unit[] = [];
  for (let at = 0; at < units.length; ) {
    const { length, times } = findRepetition(words, at);
    result.push(...units.slice(at, at + length));
    at += length * times;
  }
  return result;
}

/** The phrase at `at` that is repeated too often, else the single word there. */
function findRepetition(words: string[], at: number): { length: number; times: number } {
  for (let length = 1; length <= phraseWordsMax; length++) {
    let times = 1;
    while (isSamePhrase(words, at, at + times * length, length)) times++;
    if (times > repetitionsMax(length)) return { length, times };
  }
  return { length: 1, times: 1 };
}

function isSamePhrase(words: string[], a: number, b: number, length: number): boolean {
  if (b + length > words.length) return false;
  for (let i = 0; i < length; i++) if (words[a + i] !== words[b + i]) return false;
  return true;
}
