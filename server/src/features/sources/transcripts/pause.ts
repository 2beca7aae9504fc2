import { setImmediate } from 'node:timers/promises';

const pauseFrom = 2_000;

/** Lets other requests run between two steps that each take up to 100 ms of CPU time for the largest transcripts. */
export async function pauseIfLarge(segments: readonly unknown[]): Promise<void> {
  if (segments.length >= pauseFrom) await setImmediate();
}
