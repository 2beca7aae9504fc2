import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterAttempt, type FailureState } from './disable-rule.ts';

const day = 86_400;
const start = Date.parse('2026-01-02T00:00:00.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const fresh: FailureState = { failing_since: null, last_attempt_at: null };

type Step = [seconds: number, succeeded: boolean];
const fail = (seconds: number): Step => [seconds, false];
const succeed = (seconds: number): Step => [seconds, true];

/** Applies the rule to attempts as the engine does, and returns when it disables the webhook. */
function run(attempts: Step[], disableAfterSeconds = day) {
  let state = fresh;
  for (const [seconds, succeeded] of attempts) {
    const result = afterAttempt(state, { succeeded, at: at(seconds) }, disableAfterSeconds);
    if (result.disable) return { disabledAt: seconds, failing_since: result.failing_since };
    state = { failing_since: result.failing_since, last_attempt_at: at(seconds) };
  }
  return { disabledAt: null, failing_since: state.failing_since };
}

describe('24 hours of continuous failures', () => {
  it('start with the first failure', () => {
    expect(run([fail(5)])).toEqual({ disabledAt: null, failing_since: at(5) });
    expect(run([fail(5), fail(9)])).toEqual({ disabledAt: null, failing_since: at(5) });
  });

  it('disable the webhook at 24:00:00 and not at 23:59:59', () => {
    expect(run([fail(0), fail(day - 1)]).disabledAt).toBeNull();
    expect(run([fail(0), fail(day - 0.001)]).disabledAt).toBeNull();
    expect(run([fail(0), fail(day)]).disabledAt).toBe(day);
    expect(run([fail(0), fail(day + 1)]).disabledAt).toBe(day + 1);
  });

  it('ends a period of continuous failures after any success', () => {
    const flapping = Array.from({ length: 100 }, (_, hour): Step => [hour * 3600, hour % 20 === 19]);
    expect(run(flapping).disabledAt).toBeNull();
    expect(run([fail(0), succeed(day - 1), fail(day)]).failing_since).toEqual(at(day));
    expect(run([fail(0), succeed(day)])).toEqual({ disabledAt: null, failing_since: null });
  });

  it('start again after 48 hours without an attempt', () => {
    expect(run([fail(0), fail(2 * day - 1)]).disabledAt).toBe(2 * day - 1);
    expect(run([fail(0), fail(2 * day)])).toEqual({ disabledAt: null, failing_since: at(2 * day) });
    expect(run([fail(0), fail(3 * day), fail(4 * day)]).disabledAt).toBe(4 * day);
  });

  it('24 hours of continuous failures can be configured to another duration', () => {
    expect(run([fail(0), fail(3)], 3).disabledAt).toBe(3);
    expect(run([fail(0), fail(2)], 3).disabledAt).toBeNull();
  });

  it('does not shorten a period of continuous failures by an attempt that is recorded late', () => {
    const state = { failing_since: at(100), last_attempt_at: at(100) };
    const late = afterAttempt(state, { succeeded: false, at: at(50) }, day);
    expect(late).toEqual({ failing_since: at(100), disable: false });
  });

  it('disable the webhook if and only if the failures since the last success or pause last that long', () => {
    const attempts = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 * 3600 }), fc.boolean()), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(attempts, (steps) => {
        let clock = 0;
        const story = steps.map(([gap, succeeded]): Step => {
          clock += gap;
          return [clock, succeeded];
        });
        let first: number | null = null;
        let before: number | null = null;
        let expected: number | null = null;
        for (const [seconds, succeeded] of story) {
          if (succeeded || (before !== null && seconds - before >= 2 * day)) first = null;
          if (!succeeded) first ??= seconds;
          if (!succeeded && first !== null && seconds - first >= day) {
            expected = seconds;
            break;
          }
          before = seconds;
        }
        expect(run(story).disabledAt).toBe(expected);
      }),
    );
  });
});
