import { sliceOf } from './code-points.ts';
import { createFinder, type Match } from './find.ts';
import type { TextSegment } from './selection.ts';

export interface ReplaceOptions {
  /** As written, with upper and lower case and accents. */
  exactCase: boolean;
  wholeWords: boolean;
}

/** A piece of a text: words that stay, or words that others take the place of. */
export interface ReplacedPart {
  text: string;
  /** Where the piece begins in the old text. */
  at: number;
  replaced: boolean;
}

/** What a replacement changes in one segment. */
export interface Replacement<S extends TextSegment = TextSegment> {
  segment: S;
  parts: ReplacedPart[];
  text: string;
  /** How often the words occur. */
  count: number;
}

/** More matches than a transcript of the longest recording has words. */
const matchesMax = 1_000_000;
const isWordCharacter = /[\p{L}\p{M}\p{N}_]/u;

/** Every segment that contains the words, with its new text. A text of which nothing would be left stays as it is. */
export function replacementsOf<S extends TextSegment>(
  segments: readonly S[],
  words: string,
  by: string,
  { exactCase, wholeWords }: ReplaceOptions,
): Replacement<S>[] {
  const wanted = words.trim();
  const matches = new Map<number, Match[]>();
  for (const match of createFinder(segments)(wanted, matchesMax)) {
    const text = segments[match.index]?.text ?? '';
    if (exactCase && sliceOf(text, match.start, match.end) !== wanted) continue;
    if (wholeWords && isInsideWord(text, match)) continue;
    const known = matches.get(match.index);
    if (known) known.push(match);
    else matches.set(match.index, [match]);
  }
  return [...matches].flatMap(([index, found]) => {
    const segment = segments[index] as S;
    const parts = partsOf(segment.text, found);
    const text = parts.map((part) => (part.replaced ? by : part.text)).join('');
    return text.trim() === '' || text === segment.text ? [] : [{ segment, parts, text, count: found.length }];
  });
}

function isInsideWord(text: string, { start, end }: Match): boolean {
  const before = sliceOf(text, start - 1, start);
  const after = sliceOf(text, end, end + 1);
  return (start > 0 && isWordCharacter.test(before)) || isWordCharacter.test(after);
}

function partsOf(text: string, matches: readonly Match[]): ReplacedPart[] {
  const parts: ReplacedPart[] = [];
  let at = 0;
  for (const { start, end } of matches) {
    if (start > at) parts.push({ text: sliceOf(text, at, start), at, replaced: false });
    parts.push({ text: sliceOf(text, start, end), at: start, replaced: true });
    at = end;
  }
  const rest = sliceOf(text, at);
  if (rest) parts.push({ text: rest, at, replaced: false });
  return parts;
}
