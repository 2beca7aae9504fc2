import { lengthOf, sliceOf } from './code-points.ts';
import type { SegmentList } from './selection.ts';

/** The part of a tagging that a transcript shows. */
export interface Highlight {
  id: string;
  tagId: string;
  /** A suggestion of the AI that no one has accepted yet. */
  suggested: boolean;
  segmentId: string;
  startCharacter: number | null;
  endSegmentId: string | null;
  endCharacter: number | null;
}

/** The part of a highlight in one segment. */
export interface Span {
  highlight: Highlight;
  start: number;
  end: number;
}

/** A piece of text with the highlights that cover it, the longest first. */
export interface Run {
  text: string;
  start: number;
  highlights: Highlight[];
}

/** The highlights by segment. A highlight of several segments has a span in each. */
export function spansBySegment(list: SegmentList, highlights: readonly Highlight[]): Map<string, Span[]> {
  const spans = new Map<string, Span[]>();
  for (const highlight of highlights) {
    const first = list.indexOf.get(highlight.segmentId);
    if (first === undefined) continue;
    const last = list.indexOf.get(highlight.endSegmentId ?? highlight.segmentId) ?? first;
    for (let index = first; index <= last; index++) {
      const segment = list.segments[index];
      if (!segment) continue;
      const length = lengthOf(segment.text);
      const start = index === first ? (highlight.startCharacter ?? 0) : 0;
      const end = index === last ? Math.min(highlight.endCharacter ?? length, length) : length;
      if (start >= end) continue;
      const known = spans.get(segment.id);
      if (known) known.push({ highlight, start, end });
      else spans.set(segment.id, [{ highlight, start, end }]);
    }
  }
  return spans;
}

/** Cuts a text where a highlight starts or ends. The texts of the runs are the whole text, in order. */
export function runsOf(text: string, spans: readonly Span[]): Run[] {
  if (spans.length === 0) return text ? [{ text, start: 0, highlights: [] }] : [];
  const length = lengthOf(text);
  const cuts = new Set([0, length]);
  for (const { start, end } of spans) {
    cuts.add(Math.min(start, length));
    cuts.add(Math.min(end, length));
  }
  const sorted = [...cuts].sort((a, b) => a - b);
  const byLength = [...spans].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  return sorted.slice(0, -1).map((start, at) => {
    const end = sorted[at + 1] as number;
    return {
      text: sliceOf(text, start, end),
      start,
      highlights: byLength.filter((span) => span.start <= start && span.end >= end).map((s) => s.highlight),
    };
  });
}
