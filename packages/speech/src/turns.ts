import { durationOf, gapSeconds, type Span, type Turn } from './recognizer.ts';

/** A longer silence ends a turn even if the same person continues. */
const pauseSecondsMax = 1.2;
const turnSecondsMax = 20;
/** Silero finds the loud part of a word, so its edges are a little further out. */
const paddingSeconds = 0.15;

/**
 * Joins regions of one speaker across short pauses, because a model recognises a sentence better than its parts.
 * Regions of different speakers are never joined.
 */
export function joinTurns(regions: (Span & { speaker: string })[]): Turn[] {
  const turns: Turn[] = [];
  for (const { speaker, start_seconds, end_seconds } of regions) {
    const last = turns.at(-1);
    const joins =
      last?.speaker === speaker &&
      start_seconds - last.end_seconds <= pauseSecondsMax &&
      end_seconds - last.start_seconds <= turnSecondsMax;
    if (joins) {
      last.end_seconds = end_seconds;
      last.regions.push({ start_seconds, end_seconds });
    } else turns.push({ speaker, start_seconds, end_seconds, regions: [{ start_seconds, end_seconds }] });
  }
  return turns;
}

/** The part of the recording that is recognised for a turn: with some silence around it, without its neighbours. */
export function padTurn(turns: Turn[], index: number): Span {
  const turn = turns[index] as Turn;
  const before = turns[index - 1]?.end_seconds ?? 0;
  const after = turns[index + 1]?.start_seconds ?? Number.POSITIVE_INFINITY;
  return {
    start_seconds: Math.max(turn.start_seconds - paddingSeconds, Math.min(before, turn.start_seconds)),
    end_seconds: Math.min(turn.end_seconds + paddingSeconds, Math.max(after, turn.end_seconds)),
  };
}

/** Groups consecutive turns from the given one on, by index, so that each group is recognised by one call. */
export function groupIntoBatches(turns: Turn[], batchSeconds: number, from = 0): number[][] {
  const batches: number[][] = [];
  let secondsLeft = 0;
  for (let index = from; index < turns.length; index++) {
    const needs = durationOf(turns[index] as Turn) + gapSeconds + 2 * paddingSeconds;
    if (needs > secondsLeft) {
      batches.push([]);
      secondsLeft = batchSeconds;
    }
    batches.at(-1)?.push(index);
    secondsLeft -= needs;
  }
  return batches;
}
