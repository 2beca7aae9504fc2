import type { Unit } from './recognizer.ts';

const longestPhrase = 10;
/** People say “no, no, no”; nobody says a whole phrase four times without a breath. */
const repetitionsMax = (words: number) => (words === 1 ? 6 : 3);

/** Models that lose the thread say a phrase over and over: it is kept once. */
export function withoutLoops(units: Unit[]): Unit[] {
  const words = units.map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  const kept: Unit[] = [];
  for (let at = 0; at < units.length; ) {
    const { length, times } = loopAt(words, at);
    kept.push(...units.slice(at, at + length));
    at += length * times;
  }
  return kept;
}

/** The phrase that begins here and comes again too often, or one word that does not. */
function loopAt(words: string[], at: number): { length: number; times: number } {
  for (let length = 1; length <= longestPhrase; length++) {
    let times = 1;
    while (same(words, at, at + times * length, length)) times++;
    if (times > repetitionsMax(length)) return { length, times };
  }
  return { length: 1, times: 1 };
}

function same(words: string[], a: number, b: number, length: number): boolean {
  if (b + length > words.length) return false;
  for (let i = 0; i < length; i++) if (words[a + i] !== words[b + i]) return false;
  return true;
}
