import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDeadline } from './processor-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a deadline of one second in a process that gets this share of a core, and returns when it passed. */
function passedAfterMs(share: number): number {
  const start = performance.now();
  const { signal } = startDeadline(1_000, () => (performance.now() - start) * share);
  for (let ms = 1; ms <= 10_000; ms++) {
    vi.advanceTimersByTime(1);
    if (signal.aborted) return ms;
  }
  return Number.POSITIVE_INFINITY;
}

test('passes at the limit in a process that has a core for itself', () => {
  expect(passedAfterMs(1)).toBe(1_000);
});

test('does not pass before the limit, however much processor time other threads use', () => {
  expect(passedAfterMs(4)).toBe(1_000);
});

test('passes later in a process that gets half a core', () => {
  expect(passedAfterMs(0.5)).toBeGreaterThanOrEqual(1_990);
  expect(passedAfterMs(0.5)).toBeLessThanOrEqual(2_010);
});

test('passes at three times the limit in a process that gets no processor time', () => {
  expect(passedAfterMs(0)).toBe(3_000);
});

test('never passes after it was cleared', () => {
  const { signal, clear } = startDeadline(1_000, () => 10_000);
  clear();
  vi.advanceTimersByTime(10_000);
  expect(signal.aborted).toBe(false);
});
