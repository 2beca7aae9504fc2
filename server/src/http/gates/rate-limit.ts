import type { FastifyReply } from 'fastify';
import { AppError } from '../../foundation/errors.ts';
import { plans } from '../../foundation/plans.ts';
import { type AccountHolder, type Principal, subjectOf } from '../../foundation/principal.ts';
import type { RateLimiter } from '../../platform/rate-limiter/index.ts';

/** More than a person reaches by clicking, although one page may send dozens of requests. It only stops runaway scripts. */
const browserRequestsPerMinute = 3_000;

/** A page of a test sends a few requests for each question. */
const participantRequestsPerMinute = 600;

/** The value of X-RateLimit-Limit if the operator set no limit. */
const unlimited = 2_147_483_647;

/** What a mount counts, and how many requests a minute it allows; 0 for no limit. */
export type RateWindow<P extends Principal = Principal> = (principal: P) => {
  subject: string;
  perMinute: number;
};

const requestsPerMinuteOf = ({ plan }: AccountHolder, selfHostedPerMinute: number) =>
  plans[plan].requestsPerMinute ?? selfHostedPerMinute;

/** /v1: the limit of the plan, for each key. */
export const apiKeyWindow =
  (selfHostedPerMinute: number): RateWindow<AccountHolder> =>
  (principal) => ({
    subject: principal.api_key?.id ?? principal.user_id,
    perMinute: requestsPerMinuteOf(principal, selfHostedPerMinute),
  });

/** /app/v1: a higher limit for each person, so that the limit for programs never locks out a person. */
export const browserWindow =
  (selfHostedPerMinute: number): RateWindow<AccountHolder> =>
  (principal) => {
    const forPrograms = requestsPerMinuteOf(principal, selfHostedPerMinute);
    return {
      subject: principal.user_id,
      perMinute: forPrograms && Math.max(browserRequestsPerMinute, 2 * forPrograms),
    };
  };

/** /p/v1: the same limit for each link on every plan. */
export const participantWindow: RateWindow = (principal) => ({
  subject: subjectOf(principal),
  perMinute: participantRequestsPerMinute,
});

/**
 * A window is 60 seconds from the first request (spec §2.5). Every response to an authenticated request has the rate
 * headers, also a refusal for its account or plan. The request is therefore counted first, and the returned function is
 * gate four.
 */
export function createRateLimitGate<P extends Principal>(limiter: RateLimiter, windowOf: RateWindow<P>) {
  return async (principal: P, reply: FastifyReply): Promise<() => void> => {
    const { subject, perMinute } = windowOf(principal);
    const window = await limiter.count(subject, perMinute || unlimited);
    reply.header('X-RateLimit-Limit', window.limit);
    reply.header('X-RateLimit-Remaining', window.remaining);
    reply.header('X-RateLimit-Reset', Math.ceil((Date.now() + window.resetsInMs) / 1000));
    return () => {
      if (!window.exceeded) return;
      // Rounded up, so that waiting this long succeeds.
      reply.header('Retry-After', Math.max(1, Math.ceil(window.resetsInMs / 1000)));
      throw new AppError(
        'rate_limited',
        `More than ${window.limit} requests in a minute. Wait for the number of seconds in Retry-After.`,
      );
    };
  };
}
