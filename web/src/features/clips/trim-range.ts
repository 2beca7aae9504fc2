import type { Range } from './words.ts';

/** The API refuses shorter clips. */
export const shortestSeconds = 0.1;

const toTenths = (seconds: number) => Math.round(seconds * 10) / 10;
/** The server keeps milliseconds; more digits are noise of floating point. */
const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Moves one end of a range. The range stays inside the recording and never becomes too short. */
export function moveEnd(range: Range, end: 'start' | 'end', to: number, duration: number): Range {
  if (end === 'start')
    return { ...range, start: toMilliseconds(Math.max(0, Math.min(to, range.end - shortestSeconds))) };
  return { ...range, end: toMilliseconds(Math.min(duration, Math.max(to, range.start + shortestSeconds))) };
}

/** Where a key moves a handle; undefined if the key does something else. */
export function keyTarget(
  key: string,
  shift: boolean,
  at: number,
  limits: { start: number; end: number },
): number | undefined {
  const step = shift ? 1 : 0.1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return toTenths(at - step);
  if (key === 'ArrowRight' || key === 'ArrowUp') return toTenths(at + step);
  if (key === 'PageDown') return at - 10;
  if (key === 'PageUp') return at + 10;
  if (key === 'Home') return limits.start;
  if (key === 'End') return limits.end;
  return undefined;
}

/** The part of the recording that is shown: the range and as much around it, so that it can grow. */
export function windowAround({ start, end }: Range, duration: number, factor = 1): Range {
  const margin = Math.max(5, end - start) * factor;
  return { start: Math.max(0, start - margin), end: Math.min(duration, end + margin) };
}

/** The loudest peak of each bar, from 0 to 1, relative to the loudest of the window. */
export function barsIn(peaks: readonly number[], duration: number, shown: Range, count: number): number[] {
  if (peaks.length === 0 || duration <= 0) return [];
  const perSecond = peaks.length / duration;
  const bars = Array.from({ length: count }, (_, bar) => {
    const at = (fraction: number) => (shown.start + (shown.end - shown.start) * fraction) * perSecond;
    const from = Math.floor(at(bar / count));
    const to = Math.max(from + 1, Math.ceil(at((bar + 1) / count)));
    return Math.max(0, ...peaks.slice(from, to));
  });
  const loudest = Math.max(...bars, 0.01);
  return bars.map((value) => value / loudest);
}
