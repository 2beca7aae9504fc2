/** The failures of a subscription so far. */
export interface FailureState {
  /** The first failed attempt after the last success. */
  failing_since: Date | null;
  last_attempt_at: Date | null;
}

export interface AttemptAt {
  succeeded: boolean;
  at: Date;
}

/** Without an attempt for this long, earlier failures no longer count (spec §8.10). */
const outdatedAfterMs = 48 * 3600 * 1000;

/**
 * 24 hours of continuous failures (spec §8.10): a failed attempt at `failing_since` + 24 h or later disables the
 * subscription, and a success clears `failing_since`. Time alone, without an attempt, disables nothing.
 */
export function afterAttempt(
  state: FailureState,
  attempt: AttemptAt,
  disableAfterSeconds: number,
): { failing_since: Date | null; disable: boolean } {
  if (attempt.succeeded) return { failing_since: null, disable: false };
  const since = state.failing_since;
  if (since === null || isOutdated(state, attempt)) return { failing_since: attempt.at, disable: false };
  const failingMs = attempt.at.getTime() - since.getTime();
  return { failing_since: since, disable: failingMs >= disableAfterSeconds * 1000 };
}

function isOutdated({ last_attempt_at }: FailureState, { at }: AttemptAt): boolean {
  return last_attempt_at !== null && at.getTime() - last_attempt_at.getTime() >= outdatedAfterMs;
}
