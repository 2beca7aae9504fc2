import { diffWordsWithSpace } from 'diff';

export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Where the part begins in all parts together. */
  at: number;
}

/** The words that changed between two texts. */
export function diffWords(before: string, after: string): DiffPart[] {
  let at = 0;
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => {
    const part: DiffPart = { kind: added ? 'added' : removed ? 'removed' : 'same', text: value, at };
    at += value.length;
    return part;
  });
}

export interface SegmentDiff {
  id: string;
  before: string | null;
  after: string | null;
  speakerBefore: string | null;
  speakerAfter: string | null;
  startSeconds: number;
}

interface ComparedSegment {
  id: string;
  text: string;
  speaker: string;
  start_seconds: number;
}

/** The segments that differ between two revisions, in order of time. */
export function diffSegments(
  before: readonly ComparedSegment[],
  after: readonly ComparedSegment[],
): SegmentDiff[] {
  const old = new Map(before.map((segment) => [segment.id, segment]));
  const diffs: SegmentDiff[] = [];
  for (const segment of after) {
    const previous = old.get(segment.id);
    old.delete(segment.id);
    if (previous && previous.text === segment.text && previous.speaker === segment.speaker) continue;
    diffs.push({
      id: segment.id,
      before: previous?.text ?? null,
      after: segment.text,
      speakerBefore: previous?.speaker ?? null,
      speakerAfter: segment.speaker,
      startSeconds: segment.start_seconds,
    });
  }
  for (const segment of old.values())
    diffs.push({
      id: segment.id,
      before: segment.text,
      after: null,
      speakerBefore: segment.speaker,
      speakerAfter: null,
      startSeconds: segment.start_seconds,
    });
  return diffs.sort((a, b) => a.startSeconds - b.startSeconds);
}
