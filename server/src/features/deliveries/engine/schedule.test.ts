import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultDelays, type EndedAttempt, nextAttempt } from './schedule.ts';

const endedAtMs = Date.parse('2026-01-02T03:04:05.678Z');
const after = (changes: Partial<EndedAttempt>) => {
  const next = nextAttempt({ attempt: 1, endedAtMs, delays: defaultDelays, jitter: 0, ...changes });
  return next === 'exhausted' ? next : (next.at - endedAtMs) / 1000;
};

describe('the schedule of retries', () => {
  it.each([
    [1, 10],
    [2, 60],
    [3, 300],
    [4, 1800],
    [5, 3600],
    [6, 'exhausted'],
    [7, 'exhausted'],
  ])('the next attempt after attempt %i follows in seconds: %s', (attempt, expected) => {
    expect(after({ attempt })).toBe(expected);
  });

  it('makes as many attempts as there are delays', () => {
    expect(after({ attempt: 1, delays: [0, 1] })).toBe(1);
    expect(after({ attempt: 2, delays: [0, 1] })).toBe('exhausted');
    expect(after({ attempt: 1, delays: [0, 0] })).toBe(0);
  });

  it.each<[string, number, string | undefined, number]>([
    ['seconds postpone', 429, '15', 15],
    ['seconds postpone', 503, '15', 15],
    ['never shortens', 429, '3', 10],
    ['zero', 429, '0', 10],
    ['at most twice the delay', 503, '86400', 20],
    ['exactly twice', 503, '20', 20],
    ['a number that is too large', 503, '9'.repeat(400), 20],
    ['a date postpones', 503, 'Fri, 02 Jan 2026 03:04:20 GMT', 14.322],
    ['a date in the past', 503, 'Fri, 02 Jan 2026 03:00:00 GMT', 10],
    ['a date far ahead', 429, 'Sat, 02 Jan 2027 03:00:00 GMT', 20],
    ['an obsolete form of date', 429, 'Friday, 02-Jan-26 03:04:20 GMT', 14.322],
    ['negative', 429, '-5', 10],
    ['a fraction', 429, '15.5', 10],
    ['nonsense', 429, 'soon', 10],
    ['a date in local time', 429, 'Fri Jan  2 03:04:20 2026', 10],
    ['nonsense that ends like a date', 429, 'whenever GMT', 10],
    ['empty', 429, '', 10],
    ['none', 429, undefined, 10],
    ['with spaces', 429, ' 15 ', 15],
    ['not on 500', 500, '15', 10],
    ['not on 404', 404, '15', 10],
  ])('Retry-After, %s (%i, %s): %d s', (_, status, retryAfter, expected) => {
    expect(after({ status, retryAfter })).toBe(expected);
  });

  it('never shortens a delay and lengthens it by at most the limits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 0.1, noNaN: true }),
        fc.constantFrom(null, 200, 404, 429, 500, 503),
        fc.oneof(
          fc.nat().map(String),
          fc.string(),
          fc.date({ noInvalidDate: true }).map((d) => d.toUTCString()),
        ),
        (attempt, jitter, status, retryAfter) => {
          const delay = defaultDelays[attempt] as number;
          const waited = after({ attempt, jitter, status, retryAfter }) as number;
          expect(waited).toBeGreaterThanOrEqual(delay);
          const longest = status === 429 || status === 503 ? 2 * delay : 1.1 * delay;
          expect(waited).toBeLessThanOrEqual(longest + 0.001);
        },
      ),
    );
  });

  it('adds jitter of at most a tenth, and none below zero', () => {
    expect(after({ jitter: 0.05 })).toBe(10.5);
    expect(after({ jitter: 0.1 })).toBe(11);
    expect(after({ jitter: 5 })).toBe(11);
    expect(after({ jitter: -1 })).toBe(10);
  });
});
