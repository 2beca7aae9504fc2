import { joinTexts } from '@parley/transcript-text';
import { segmenterOf } from '../../../lib/segmenter.ts';
import { lengthOf, sliceOf, toCharacter, toUtf16 } from './code-points.ts';

/** A place in a transcript. It does not depend on which rows are on the screen. */
export interface Position {
  segmentId: string;
  /** In code points. */
  character: number;
}

/** `anchor` is where the selection began, `focus` is the end that moves. */
export interface Selection {
  anchor: Position;
  focus: Position;
}

/** A selection in reading order, in the segments with these indexes. */
export interface Passage {
  first: number;
  startCharacter: number;
  last: number;
  endCharacter: number;
}

export interface TextSegment {
  id: string;
  text: string;
}

/** Segments with the index of each id. */
export interface SegmentList<S extends TextSegment = TextSegment> {
  segments: readonly S[];
  indexOf: ReadonlyMap<string, number>;
}

export const listOf = <S extends TextSegment>(segments: readonly S[]): SegmentList<S> => ({
  segments,
  indexOf: new Map(segments.map((segment, index) => [segment.id, index])),
});

/**
 * The selection in reading order, without spaces at its ends. Undefined if it contains no words, or if a segment no
 * longer exists.
 */
export function passageOf(list: SegmentList, selection: Selection): Passage | undefined {
  const ends = [selection.anchor, selection.focus].map(({ segmentId, character }) => ({
    index: list.indexOf.get(segmentId) ?? -1,
    character,
  }));
  ends.sort((a, b) => a.index - b.index || a.character - b.character);
  const [start, end] = ends as [(typeof ends)[0], (typeof ends)[0]];
  if (start.index < 0) return undefined;
  return trim(list, {
    first: start.index,
    startCharacter: start.character,
    last: end.index,
    endCharacter: end.character,
  });
}

function trim({ segments }: SegmentList, passage: Passage): Passage | undefined {
  let { first, startCharacter, last, endCharacter } = passage;
  while (first <= last) {
    const text = textOf(segments[first]);
    const part = sliceOf(text, startCharacter, first === last ? endCharacter : undefined);
    const words = part.trimStart();
    if (words) {
      startCharacter = Math.min(startCharacter, lengthOf(text)) + lengthOf(part) - lengthOf(words);
      break;
    }
    first++;
    startCharacter = 0;
  }
  while (last >= first) {
    const words = sliceOf(textOf(segments[last]), 0, endCharacter).trimEnd();
    if (words && (last > first || lengthOf(words) > startCharacter)) {
      endCharacter = lengthOf(words);
      return { first, startCharacter, last, endCharacter };
    }
    last--;
    endCharacter = lengthOf(textOf(segments[last]));
  }
  return undefined;
}

const textOf = (segment: TextSegment | undefined) => segment?.text ?? '';

/** The selected words, as the server quotes them. */
export function quoteOf({ segments }: SegmentList, passage: Passage): string {
  const parts: string[] = [];
  for (let index = passage.first; index <= passage.last; index++) {
    const start = index === passage.first ? passage.startCharacter : 0;
    const end = index === passage.last ? passage.endCharacter : undefined;
    parts.push(sliceOf(textOf(segments[index]), start, end).trim());
  }
  return joinTexts(parts.filter(Boolean));
}

export type Step = 'character' | 'word' | 'segment';

/** Moves the end of the selection by a character that people see, a word or a segment. */
export function extend(
  list: SegmentList,
  { anchor, focus }: Selection,
  direction: 1 | -1,
  step: Step,
): Selection {
  return { anchor, focus: move(list, focus, direction, step) };
}

function move(list: SegmentList, from: Position, direction: 1 | -1, step: Step): Position {
  const index = list.indexOf.get(from.segmentId);
  if (index === undefined) return from;
  const text = textOf(list.segments[index]);
  const length = lengthOf(text);
  const atEdge = direction > 0 ? from.character >= length : from.character <= 0;
  const neighbour = list.segments[index + direction];
  if (step === 'segment') {
    if (!atEdge || !neighbour) return { segmentId: from.segmentId, character: direction > 0 ? length : 0 };
    return { segmentId: neighbour.id, character: direction > 0 ? lengthOf(neighbour.text) : 0 };
  }
  if (atEdge) {
    if (!neighbour) return from;
    return { segmentId: neighbour.id, character: direction > 0 ? 0 : lengthOf(neighbour.text) };
  }
  return { segmentId: from.segmentId, character: nextBoundary(text, from.character, direction, step) };
}

function nextBoundary(
  text: string,
  character: number,
  direction: 1 | -1,
  step: 'character' | 'word',
): number {
  const from = toUtf16(text, character);
  let before = 0;
  for (const { index, segment, isWordLike } of segmenterOf(step).segment(text)) {
    const counts = step === 'character' || isWordLike;
    const end = index + segment.length;
    if (direction > 0 && counts && end > from) return toCharacter(text, end);
    if (direction < 0 && index >= from) break;
    if (counts) before = index;
  }
  return direction > 0 ? lengthOf(text) : toCharacter(text, before);
}

/** Where the clicked word begins. A click beside the end of the text is a click on its last word. */
export function clickedWord(text: string, character: number): number {
  const inside = Math.min(character, Math.max(lengthOf(text) - 1, 0));
  const at = toUtf16(text, inside);
  let start = 0;
  for (const { index, isWordLike } of segmenterOf('word').segment(text)) {
    if (index > at) break;
    if (isWordLike) start = index;
  }
  return toCharacter(text, start);
}
