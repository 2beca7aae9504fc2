import { gapSeconds, lengthOf, type Span, type Turn, windowSeconds } from './recognizer.ts';

/** A longer silence ends a turn even if the same person goes on. */
const pauseSeconds = 1.2;
const turnSeconds = 20;
/** Silero finds the loud part of a word: its edges lie a little further out. */
const edgeSeconds = 0.15;

/**
 * Joins what one person says with short pauses, because a model hears a sentence better than its pieces. It never
 * joins two people.
 */
export function turnsOf(stretches: (Span & { speaker: string })[]): Turn[] {
  const turns: Turn[] = [];
  for (const { speaker, start_seconds, end_seconds } of stretches) {
    const last = turns.at(-1);
    const joins =
      last?.speaker === speaker &&
      start_seconds - last.end_seconds <= pauseSeconds &&
      end_seconds - last.start_seconds <= turnSeconds;
    if (joins) {
      last.end_seconds = end_seconds;
      last.stretches.push({ start_seconds, end_seconds });
    } else turns.push({ speaker, start_seconds, end_seconds, stretches: [{ start_seconds, end_seconds }] });
  }
  return turns;
}

/** What is listened to for a turn: some silence around it, but nothing of its neighbours. */
export function withEdges(turns: Turn[], index: number): Span {
  const turn = turns[index] as Turn;
  const before = turns[index - 1]?.end_seconds ?? 0;
  const after = turns[index + 1]?.start_seconds ?? Number.POSITIVE_INFINITY;
  return {
    start_seconds: Math.max(turn.start_seconds - edgeSeconds, Math.min(before, turn.start_seconds)),
    end_seconds: Math.min(turn.end_seconds + edgeSeconds, Math.max(after, turn.end_seconds)),
  };
}

/** Turns, in order, in groups that fill a window of the model. */
export function windowsOf(turns: Turn[]): number[][] {
  const windows: number[][] = [];
  let room = 0;
  turns.forEach((turn, index) => {
    const needs = lengthOf(turn) + gapSeconds + 2 * edgeSeconds;
    if (needs > room) {
      windows.push([]);
      room = windowSeconds;
    }
    windows.at(-1)?.push(index);
    room -= needs;
  });
  return windows;
}
