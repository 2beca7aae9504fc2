import type { ErrorDetail } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { lengthOf } from './anchors/tokens.ts';
import { segmentCharactersMax } from './limits.ts';
import type { SegmentChange, SegmentRow, SegmentWord, Speaker } from './store.ts';

/** Rules for segments, as pure functions. */

export interface SegmentInput {
  id?: string;
  speaker?: string;
  speaker_id?: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
  page?: number | null;
  confidence?: number | null;
  /** From speech recognition; clients cannot send them. */
  words?: SegmentWord[];
}

/** Files round times to milliseconds, so adjacent segments may appear to overlap by this much. */
const toleranceSeconds = 0.0015;
const faultsMax = 50;

/** Whether a text exceeds the limit of a segment. A code point has one or two UTF-16 units. */
export const isTooLong = (text: string): boolean =>
  text.length > segmentCharactersMax && lengthOf(text) > segmentCharactersMax;

/**
 * Segments must be sorted by start, end after they start, and not overlap. Then every moment has at most one segment, and
 * the text of a clip or quote is unambiguous.
 */
export function timeFaults(
  segments: readonly SegmentInput[],
  path = 'segments',
  { mayOverlap = false } = {},
): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  for (const [i, segment] of segments.entries()) {
    if (faults.length >= faultsMax) break;
    const fault = (field: string, message: string) =>
      faults.push({ field: `${path}.${i}.${field}`, message });
    if (segment.end_seconds <= segment.start_seconds)
      fault('end_seconds', 'must be greater than start_seconds.');
    const before = segments[i - 1];
    if (!before || mayOverlap) continue;
    if (segment.start_seconds < before.start_seconds)
      fault('start_seconds', `is before the start of segment ${i - 1}; sort the segments by time.`);
    else if (segment.start_seconds < before.end_seconds - toleranceSeconds)
      fault(
        'start_seconds',
        `overlaps segment ${i - 1}, which ends at ${before.end_seconds}; send overlaps: "trim" to shorten it.`,
      );
  }
  return faults;
}

/** For a segment of a file that ends when it begins, or earlier. */
const unknownDurationSeconds = 1;

/**
 * Sorts by time and ends each segment where the next begins. Segments with the same start share the time until the next
 * start, in the given order; those of one speaker become one segment. No words are lost, and none change their speaker.
 */
export function trimOverlaps<S extends SegmentInput>(segments: readonly S[]): S[] {
  const sorted = segments
    .map((segment) => ({
      ...segment,
      end_seconds:
        segment.end_seconds > segment.start_seconds
          ? segment.end_seconds
          : segment.start_seconds + unknownDurationSeconds,
    }))
    .sort((a, b) => a.start_seconds - b.start_seconds);
  const groups: Group<S>[] = [];
  for (const segment of sorted) {
    const group = groups.at(-1);
    if (group?.start === segment.start_seconds) addToGroup(group, segment);
    else groups.push({ start: segment.start_seconds, bySpeaker: new Map([[speakerOf(segment), segment]]) });
  }
  return groups.flatMap((group, i) => shareTime(group, groups[i + 1]?.start ?? Infinity));
}

/** Segments that begin at the same time, one for each speaker. */
interface Group<S> {
  start: number;
  bySpeaker: Map<string, S>;
}

const speakerOf = ({ speaker_id, speaker }: SegmentInput) => JSON.stringify([speaker_id, speaker]);

function addToGroup<S extends SegmentInput>({ bySpeaker }: Group<S>, segment: S): void {
  const same = bySpeaker.get(speakerOf(segment));
  if (!same) {
    bySpeaker.set(speakerOf(segment), segment);
    return;
  }
  same.text = `${same.text}\n${segment.text}`;
  same.words = undefined;
  same.end_seconds = Math.max(same.end_seconds, segment.end_seconds);
}

function shareTime<S extends SegmentInput>({ start, bySpeaker }: Group<S>, nextStart: number): S[] {
  const segments = [...bySpeaker.values()];
  const lastEnd = segments.reduce((latest, { end_seconds }) => Math.max(latest, end_seconds), start);
  const end = Math.min(nextStart, lastEnd);
  if (segments.length === 1) return segments.map((segment) => ({ ...segment, end_seconds: end }));
  const at = (i: number) => start + ((end - start) * i) / segments.length;
  // The words of speech recognition have times of their own, which are no longer inside of their segment.
  return segments.map((segment, i) => ({
    ...segment,
    start_seconds: at(i),
    end_seconds: at(i + 1),
    words: undefined,
  }));
}

/** Creates speakers from labels, in order of appearance. Known speakers retain their id and role. */
export function assignSpeakers(segments: readonly SegmentInput[], known: readonly Speaker[]) {
  const byId = new Map(known.map((speaker) => [speaker.id, speaker]));
  const byLabel = new Map(known.map((speaker) => [speaker.label, speaker]));
  const nextId = createSpeakerIds(byId);
  const used = new Map<string, Speaker>();
  const faults: ErrorDetail[] = [];
  const speakerIds = segments.map((segment, i) => {
    let speaker = segment.speaker_id === undefined ? undefined : byId.get(segment.speaker_id);
    if (segment.speaker_id !== undefined && !speaker && faults.length < faultsMax)
      faults.push({ field: `segments.${i}.speaker_id`, message: 'is not a speaker of this transcript.' });
    const label = segment.speaker?.trim() || 'Speaker';
    speaker ??= byLabel.get(label);
    if (!speaker) {
      speaker = { id: nextId(), label, role: null };
      byId.set(speaker.id, speaker);
      byLabel.set(label, speaker);
    }
    used.set(speaker.id, speaker);
    return speaker.id;
  });
  return { speakerIds, speakers: [...used.values()], faults };
}

/** Ids that no speaker of the transcript has. The caller adds each to `taken`; the search goes on where it ended. */
export function createSpeakerIds(taken: ReadonlyMap<string, unknown>): () => string {
  let n = taken.size;
  return () => {
    do n++;
    while (taken.has(`spk_${n}`));
    return `spk_${n}`;
  };
}

/**
 * Assigns ids: the given id, or the id of an existing segment with the same times and words, so that references to it remain
 * valid, or a new one.
 */
export function assignIds(
  segments: readonly SegmentInput[],
  existing: readonly SegmentRow[],
  atMs: number,
): { ids: string[]; faults: ErrorDetail[] } {
  const free = new Map(existing.map((segment) => [segment.id, segment]));
  const faults: ErrorDetail[] = [];
  const named = segments.map((segment, i) => {
    if (segment.id === undefined) return undefined;
    if (free.delete(segment.id)) return segment.id;
    if (faults.length < faultsMax)
      faults.push({
        field: `segments.${i}.id`,
        message: 'is not a segment of this transcript, or is given twice.',
      });
    return undefined;
  });
  const byContent = new Map([...free.values()].map((segment) => [contentKey(segment), segment.id]));
  const ids = segments.map((segment, i) => {
    if (named[i]) return named[i];
    const key = contentKey(segment);
    const id = byContent.get(key);
    byContent.delete(key);
    return id ?? newId('segment', atMs);
  });
  return { ids, faults };
}

const contentKey = (s: Pick<SegmentRow, 'start_seconds' | 'end_seconds' | 'text'>) =>
  `${s.start_seconds}\n${s.end_seconds}\n${s.text}`;

/** The difference between two lists of segments. */
export function changeBetween(before: readonly SegmentRow[], after: readonly SegmentRow[]): SegmentChange {
  const old = new Map(before.map((segment) => [segment.id, segment]));
  const unchanged = new Set(
    after
      .filter((segment) => {
        const oldSegment = old.get(segment.id);
        return oldSegment !== undefined && isSame(oldSegment, segment);
      })
      .map((segment) => segment.id),
  );
  return {
    closed: before.filter((segment) => !unchanged.has(segment.id)).map((segment) => segment.id),
    opened: after.filter((segment) => !unchanged.has(segment.id)),
  };
}

export const isSame = (a: SegmentRow, b: SegmentRow) =>
  a.speaker_id === b.speaker_id &&
  a.start_seconds === b.start_seconds &&
  a.end_seconds === b.end_seconds &&
  a.text === b.text &&
  a.page === b.page &&
  a.confidence === b.confidence;

/** Counts words in any script, including scripts without spaces such as Chinese and Thai. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of wordsOf.segment(text)) if (isWordLike) count++;
  return count;
}

const wordsOf = new Intl.Segmenter('en', { granularity: 'word' });
