import type { RateLimiter } from './rate-limiter.ts';

export interface ActionLimit {
  subject: string;
  limit: number;
  /** How much the action counts; 1 if absent. */
  amount?: number;
}

/**
 * Counts one action in several windows and returns how many milliseconds to wait; 0 if the action is within all limits. The
 * windows are given from the narrowest to the widest. An action that a narrow window refuses is not counted in the wider ones,
 * so one client who is refused again and again does not use up what others share.
 */
export async function countAction(
  limiter: Pick<RateLimiter, 'count'>,
  windowSeconds: number,
  limits: ActionLimit[],
): Promise<number> {
  for (const { subject, limit, amount } of limits) {
    const window = await limiter.count(subject, limit, windowSeconds, amount);
    if (window.exceeded) return window.resetsInMs;
  }
  return 0;
}
