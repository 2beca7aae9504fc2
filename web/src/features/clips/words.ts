import { type TimedWord, wordsWithin } from '@parley/transcript-text';
import type { Segment } from '../../data/transcript.ts';
import type { Cue } from './recording-player.tsx';

export interface Range {
  start: number;
  end: number;
}

type Spoken = Pick<Segment, 'id' | 'speaker' | 'text' | 'start_seconds' | 'end_seconds'>;

const inRange =
  ({ start, end }: Range) =>
  (spoken: { start_seconds: number; end_seconds: number }) =>
    spoken.start_seconds < end && spoken.end_seconds > start;

type WordTimes = ReadonlyMap<string, readonly TimedWord[]>;

/** What is said in a range, by segment. Times of words that are not known are estimated. */
export const wordsIn = (range: Range, segments: readonly Spoken[], times: WordTimes | undefined) =>
  segments.filter(inRange(range)).flatMap((segment) => {
    const span = { start_seconds: range.start, end_seconds: range.end };
    const text = wordsWithin({ ...segment, words: times?.get(segment.id) }, span);
    return text ? [{ ...segment, text }] : [];
  });

interface Part extends Range {
  segments: readonly Spoken[];
  times?: WordTimes;
}

/** Captions of parts that play one after the other, with times from the start of the first part. */
export function cuesOf(parts: readonly Part[]): Cue[] {
  const cues: Cue[] = [];
  let offset = 0;
  for (const { start, end, segments, times } of parts) {
    for (const segment of wordsIn({ start, end }, segments, times))
      cues.push({
        start: offset + Math.max(0, segment.start_seconds - start),
        end: offset + Math.min(segment.end_seconds, end) - start,
        text: segment.text,
      });
    offset += end - start;
  }
  return cues;
}
