import { pointOf } from './model/dom-offsets.ts';
import type { Match } from './model/find.ts';
import type { Passage, SegmentList } from './model/selection.ts';
import { findText } from './use-selection.ts';

/** Marks words without changing the page: see transcript.css. Browsers without this interface show no marks. */
function setHighlight(name: string, ranges: Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

function rangeIn(root: HTMLElement, segmentId: string, start: number, end: number): Range | undefined {
  const element = findText(root, segmentId);
  if (!element) return undefined;
  const [from, to] = [pointOf(element, start), pointOf(element, end)];
  const range = document.createRange();
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  return range;
}

/** The parts of a passage that are rendered, in order. `rendered` are indexes of segments. */
export function rangesOf(
  root: HTMLElement,
  { segments }: SegmentList,
  passage: Passage,
  rendered: readonly number[],
): Range[] {
  return rendered
    .filter((index) => index >= passage.first && index <= passage.last)
    .sort((a, b) => a - b)
    .flatMap((index) => {
      const start = index === passage.first ? passage.startCharacter : 0;
      const end = index === passage.last ? passage.endCharacter : Number.MAX_SAFE_INTEGER;
      return rangeIn(root, segments[index]?.id ?? '', start, end) ?? [];
    });
}

export const paintSelection = (ranges: Range[]) => setHighlight('transcript-selection', ranges);

/** Marks the matches of a search that are rendered. */
export function paintMatches(
  root: HTMLElement,
  { segments }: SegmentList,
  matches: readonly Match[],
  current: number,
  rendered: readonly number[],
): void {
  const isRendered = new Set(rendered);
  const others: Range[] = [];
  const active: Range[] = [];
  for (const [n, match] of matches.entries()) {
    if (!isRendered.has(match.index)) continue;
    const range = rangeIn(root, segments[match.index]?.id ?? '', match.start, match.end);
    if (range) (n === current ? active : others).push(range);
  }
  setHighlight('transcript-match', others);
  setHighlight('transcript-current-match', active);
}

export function clearPaint(): void {
  for (const name of ['transcript-selection', 'transcript-match', 'transcript-current-match'])
    setHighlight(name, []);
}
