import { joinTexts } from '@parley/transcript-text';
import type { Schemas } from '../lib/api.ts';

export type Transcript = Schemas['Transcript'];
export type Segment = Schemas['Segment'];
export type Speaker = Schemas['Speaker'];
export type SegmentsChange = Schemas['SegmentsChange'];

/** Changes of a transcript in the cache. Segments that do not change keep their identity, so their rows do not render. */

export const findSegment = (transcript: Transcript, segmentId: string): Segment | undefined =>
  transcript.segments.find(({ id }) => id === segmentId);

export function withSegment(transcript: Transcript, segmentId: string, change: Partial<Segment>): Transcript {
  const index = transcript.segments.findIndex(({ id }) => id === segmentId);
  const segment = transcript.segments[index];
  if (!segment) return transcript;
  return { ...transcript, segments: transcript.segments.with(index, { ...segment, ...change }) };
}

/** Several segments at once. */
export function withSegments(
  transcript: Transcript,
  changes: ReadonlyMap<string, Partial<Segment>>,
): Transcript {
  const segments = transcript.segments.map((segment) => {
    const change = changes.get(segment.id);
    return change ? { ...segment, ...change } : segment;
  });
  return { ...transcript, segments };
}

/** Segments that the server has not created yet have an id with this prefix. */
const pendingPrefix = 'pending_';
export const isPending = (segment: Pick<Segment, 'id'>) => segment.id.startsWith(pendingPrefix);

/** `at` is an index in UTF-16 code units. The texts are trimmed as the server does. */
export function withSplit(
  transcript: Transcript,
  segmentId: string,
  at: number,
  seconds: number,
): Transcript {
  const index = transcript.segments.findIndex(({ id }) => id === segmentId);
  const whole = transcript.segments[index];
  if (!whole) return transcript;
  const first = { ...whole, text: whole.text.slice(0, at).trimEnd(), end_seconds: seconds };
  const second = {
    ...whole,
    id: `${pendingPrefix}${whole.id}`,
    text: whole.text.slice(at).trimStart(),
    start_seconds: seconds,
  };
  return { ...transcript, segments: transcript.segments.toSpliced(index, 1, first, second) };
}

export function withJoin(transcript: Transcript, segmentId: string): Transcript {
  const index = transcript.segments.findIndex(({ id }) => id === segmentId);
  const [first, second] = [transcript.segments[index], transcript.segments[index + 1]];
  if (!first || !second) return transcript;
  const joined = { ...first, text: joinTexts([first.text, second.text]), end_seconds: second.end_seconds };
  return { ...transcript, segments: transcript.segments.toSpliced(index, 2, joined) };
}

/** The answer of a split or a join. Also removes the pending segments that it replaces. */
export function withChange(transcript: Transcript, change: SegmentsChange): Transcript {
  const changed = new Map(change.segments.map((segment) => [segment.id, segment]));
  const removed = new Set(change.removed_segment_ids);
  const kept = transcript.segments.flatMap((segment) => {
    if (removed.has(segment.id) || isPending(segment)) return [];
    const next = changed.get(segment.id);
    changed.delete(segment.id);
    return [next ?? segment];
  });
  const segments = [...kept, ...changed.values()].sort((a, b) => a.start_seconds - b.start_seconds);
  return { ...transcript, segments, revision: change.revision };
}

export function withSpeaker(transcript: Transcript, speakerId: string, change: Partial<Speaker>): Transcript {
  const speakers = transcript.speakers.map((speaker) =>
    speaker.id === speakerId ? { ...speaker, ...change } : speaker,
  );
  const label = speakers.find(({ id }) => id === speakerId)?.label;
  if (label === undefined) return transcript;
  const segments = transcript.segments.map((segment) =>
    segment.speaker_id === speakerId && segment.speaker !== label ? { ...segment, speaker: label } : segment,
  );
  return { ...transcript, speakers, segments };
}

export function withMergedSpeaker(transcript: Transcript, speakerId: string, intoId: string): Transcript {
  const into = transcript.speakers.find(({ id }) => id === intoId);
  if (!into) return transcript;
  return {
    ...transcript,
    speakers: transcript.speakers.filter(({ id }) => id !== speakerId),
    segments: transcript.segments.map((segment) =>
      segment.speaker_id === speakerId ? { ...segment, speaker_id: intoId, speaker: into.label } : segment,
    ),
  };
}
