import type { ErrorDetail } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import type { SegmentChange, SegmentRow, SegmentWord, Speaker } from './store.ts';

/** The rules of segments, without a database. */

export interface SegmentInput {
  id?: string;
  speaker?: string;
  speaker_id?: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
  page?: number | null;
  confidence?: number | null;
  /** From the engine; callers can't send them. */
  words?: SegmentWord[];
}

/** Times come from files that round to milliseconds: touching segments may seem to overlap by this much. */
const toleranceSeconds = 0.0015;
const faultsMax = 50;

/**
 * Segments stand in order of their start, each ends after it starts, and none begins before the one ahead of it ends:
 * then every moment has one segment, and a clip or a quote has one text.
 */
export function timeFaults(segments: readonly SegmentInput[], path = 'segments'): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  for (const [i, segment] of segments.entries()) {
    if (faults.length >= faultsMax) break;
    const fault = (field: string, message: string) =>
      faults.push({ field: `${path}.${i}.${field}`, message });
    if (segment.end_seconds <= segment.start_seconds)
      fault('end_seconds', 'must be greater than start_seconds.');
    const before = segments[i - 1];
    if (!before) continue;
    if (segment.start_seconds < before.start_seconds)
      fault('start_seconds', `lies before the start of segment ${i - 1}: segments come in order of time.`);
    else if (segment.start_seconds < before.end_seconds - toleranceSeconds)
      fault(
        'start_seconds',
        `overlaps segment ${i - 1}, which ends at ${before.end_seconds}; send overlaps: "trim" to shorten it.`,
      );
  }
  return faults;
}

/** In order of time, each shortened to where the next begins; what would be left with no time is dropped. */
export function trimOverlaps<S extends SegmentInput>(segments: readonly S[]): S[] {
  const sorted = [...segments]
    .filter((s) => s.end_seconds > s.start_seconds)
    .sort((a, b) => a.start_seconds - b.start_seconds || a.end_seconds - b.end_seconds);
  return sorted.flatMap((segment, i) => {
    const next = sorted[i + 1];
    const end = next ? Math.min(segment.end_seconds, next.start_seconds) : segment.end_seconds;
    // Two that start together would leave the first with no time: their words go on in one, none is lost.
    if (end > segment.start_seconds) return [{ ...segment, end_seconds: end }];
    if (next) {
      next.text = `${segment.text}\n${next.text}`;
      next.words = undefined;
      next.end_seconds = Math.max(next.end_seconds, segment.end_seconds);
    }
    return [];
  });
}

/** Labels become speakers, in order of appearance; known speakers keep their id and role. */
export function assignSpeakers(segments: readonly SegmentInput[], known: readonly Speaker[]) {
  const byId = new Map(known.map((speaker) => [speaker.id, speaker]));
  const byLabel = new Map(known.map((speaker) => [speaker.label, speaker]));
  const used = new Map<string, Speaker>();
  const faults: ErrorDetail[] = [];
  const speakerIds = segments.map((segment, i) => {
    let speaker = segment.speaker_id === undefined ? undefined : byId.get(segment.speaker_id);
    if (segment.speaker_id !== undefined && !speaker && faults.length < faultsMax)
      faults.push({ field: `segments.${i}.speaker_id`, message: 'is not a speaker of this transcript.' });
    const label = segment.speaker?.trim() || 'Speaker';
    speaker ??= byLabel.get(label);
    if (!speaker) {
      speaker = { id: nextSpeakerId(byId), label, role: null };
      byId.set(speaker.id, speaker);
      byLabel.set(label, speaker);
    }
    used.set(speaker.id, speaker);
    return speaker.id;
  });
  return { speakerIds, speakers: [...used.values()], faults };
}

function nextSpeakerId(taken: ReadonlyMap<string, unknown>): string {
  for (let n = taken.size + 1; ; n++) if (!taken.has(`spk_${n}`)) return `spk_${n}`;
}

/**
 * Gives each new segment its id: the one it names, or that of a present segment with the same time and words, so that
 * what points at it keeps pointing.
 */
export function assignIds(
  segments: readonly SegmentInput[],
  present: readonly SegmentRow[],
  atMs: number,
): { ids: string[]; faults: ErrorDetail[] } {
  const free = new Map(present.map((segment) => [segment.id, segment]));
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
  const alike = new Map([...free.values()].map((segment) => [likeness(segment), segment.id]));
  const ids = segments.map((segment, i) => {
    if (named[i]) return named[i];
    const key = likeness(segment);
    const id = alike.get(key);
    alike.delete(key);
    return id ?? newId('segment', atMs);
  });
  return { ids, faults };
}

const likeness = (s: Pick<SegmentRow, 'start_seconds' | 'end_seconds' | 'text'>) =>
  `${s.start_seconds}\n${s.end_seconds}\n${s.text}`;

/** What must be closed and opened to get from one list of segments to another. */
export function changeBetween(before: readonly SegmentRow[], after: readonly SegmentRow[]): SegmentChange {
  const was = new Map(before.map((segment) => [segment.id, segment]));
  const stays = new Set(
    after
      .filter((segment) => {
        const old = was.get(segment.id);
        return old !== undefined && isSame(old, segment);
      })
      .map((segment) => segment.id),
  );
  return {
    closed: before.filter((segment) => !stays.has(segment.id)).map((segment) => segment.id),
    opened: after.filter((segment) => !stays.has(segment.id)),
  };
}

export const isSame = (a: SegmentRow, b: SegmentRow) =>
  a.speaker_id === b.speaker_id &&
  a.start_seconds === b.start_seconds &&
  a.end_seconds === b.end_seconds &&
  a.text === b.text &&
  a.page === b.page &&
  a.confidence === b.confidence;

/** Words of any script: in Chinese or Thai, where none are spaced, what the language's own rules find. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of wordsOf.segment(text)) if (isWordLike) count++;
  return count;
}

const wordsOf = new Intl.Segmenter('en', { granularity: 'word' });
