import { toCharacter } from './code-points.ts';
import type { TextSegment } from './selection.ts';

/** A text without case and diacritics, with the UTF-16 index in the original of each of its code units. */
export interface Folded {
  text: string;
  /** Undefined if the indexes are the same. */
  origin: number[] | undefined;
}

const isPlain = /^[ -~\s]*$/;

/** "Café" and "cafe" are equal after folding. */
export function fold(text: string): Folded {
  // Nearly all segments of many transcripts; it makes the first search in 20,000 segments quick.
  if (isPlain.test(text)) return { text: text.toLowerCase(), origin: undefined };
  let folded = '';
  const origin: number[] = [];
  let index = 0;
  for (const character of text) {
    const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    for (let unit = 0; unit < plain.length; unit++) origin.push(index);
    folded += plain;
    index += character.length;
  }
  origin.push(text.length);
  return { text: folded, origin };
}

export interface Match {
  /** Index of the segment. */
  index: number;
  start: number;
  end: number;
}

/** Finds words in all segments, including those that are not on the screen. Folds every segment once. */
export function createFinder(segments: readonly TextSegment[]) {
  const cache: (Folded | undefined)[] = [];
  return (words: string, limit = 10_000): Match[] => {
    const wanted = fold(words.trim()).text.replace(/\s+/g, ' ');
    if (!wanted) return [];
    const matches: Match[] = [];
    for (const [index, segment] of segments.entries()) {
      let folded = cache[index];
      if (!folded) {
        folded = fold(segment.text.replace(/\s/g, ' '));
        cache[index] = folded;
      }
      for (
        let at = folded.text.indexOf(wanted);
        at >= 0;
        at = folded.text.indexOf(wanted, at + wanted.length)
      ) {
        const start = folded.origin?.[at] ?? at;
        const end = endOf(segment.text, folded, at + wanted.length);
        matches.push({
          index,
          start: toCharacter(segment.text, start),
          end: toCharacter(segment.text, end),
        });
        if (matches.length >= limit) return matches;
      }
    }
    return matches;
  };
}

/** The match ends where the next original character begins; combining marks belong to the character before them. */
function endOf(text: string, { origin }: Folded, at: number): number {
  if (!origin) return at;
  let next = at;
  while (next < origin.length && origin[next] === origin[at - 1]) next++;
  return origin[next] ?? text.length;
}

/** The first match at or after a segment, for a search that starts at the reader's position. */
export function nearestMatch(matches: readonly Match[], index: number): number {
  const found = matches.findIndex((match) => match.index >= index);
  return Math.max(found, 0);
}
