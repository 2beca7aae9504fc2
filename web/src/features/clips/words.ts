import type { Segment } from '../../data/transcript.ts';
import type { Cue } from './recording-player.tsx';

export interface Range {
  start: number;
  end: number;
}

interface Word {
  text: string;
  start_seconds: number;
  end_seconds: number;
}

type Spoken = Pick<Segment, 'id' | 'speaker' | 'text' | 'start_seconds' | 'end_seconds'>;

const inRange =
  ({ start, end }: Range) =>
  (spoken: { start_seconds: number; end_seconds: number }) =>
    spoken.start_seconds < end && spoken.end_seconds > start;

/** What is said in a range, by segment. Whole segments where the times of the words are not known. */
export function wordsIn(
  range: Range,
  segments: readonly Spoken[],
  times: ReadonlyMap<string, readonly Word[]> | undefined,
): { id: string; speaker: string; text: string }[] {
  return segments.filter(inRange(range)).flatMap(({ id, speaker, text }) => {
    const words = times?.get(id);
    // A word belongs to the range if its middle does.
    const said = words?.filter(({ start_seconds, end_seconds }) => {
      const middle = (start_seconds + end_seconds) / 2;
      return middle >= range.start && middle < range.end;
    });
    const shown = said ? said.map((word) => word.text).join(' ') : text;
    return shown ? [{ id, speaker, text: shown }] : [];
  });
}

/** Captions of parts that play one after the other, with times from the start of the first part. */
export function cuesOf(parts: readonly (Range & { segments: readonly Spoken[] })[]): Cue[] {
  const cues: Cue[] = [];
  let offset = 0;
  for (const { start, end, segments } of parts) {
    for (const segment of segments.filter(inRange({ start, end })))
      cues.push({
        start: offset + Math.max(0, segment.start_seconds - start),
        end: offset + Math.min(segment.end_seconds, end) - start,
        text: segment.text,
      });
    offset += end - start;
  }
  return cues;
}
