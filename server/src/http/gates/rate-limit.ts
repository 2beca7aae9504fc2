import type { FastifyReply } from 'fastify';
import { AppError } from '../../foundation/errors.ts';
import { plans } from '../../foundation/plans.ts';
import type { Principal } from '../../foundation/principal.ts';
import type { RateLimiter } from '../../platform/rate-limiter/index.ts';

/** A person who clicks must never reach it: a page may load dozens of things at once. It only stops runaway scripts. */
const browserRequestsPerMinute = 3_000;

/** What X-RateLimit-Limit says where the operator set no cap. */
const uncapped = 2_147_483_647;

/**
 * Per key, or per person in the browser, 60 seconds from the first request (spec §2.5). Every response to a known key has the rate headers,
 * also a refusal for its account or plan. The request is therefore counted first, and the returned function is gate four.
 */
export function createRateLimitGate(limiter: RateLimiter, selfHostedPerMinute: number) {
  return async (principal: Principal, reply: FastifyReply): Promise<() => void> => {
    const capOfPrograms = plans[principal.plan].requestsPerMinute ?? selfHostedPerMinute;
    const perMinute = principal.api_key
      ? capOfPrograms
      : capOfPrograms && Math.max(browserRequestsPerMinute, 2 * capOfPrograms);
    const subject = principal.api_key?.id ?? principal.user_id;
    const window = await limiter.count(subject, perMinute || uncapped);
    reply.header('X-RateLimit-Limit', window.limit);
    reply.header('X-RateLimit-Remaining', window.remaining);
    reply.header('X-RateLimit-Reset', Math.ceil((Date.now() + window.resetsInMs) / 1000));
    return () => {
      if (!window.exceeded) return;
      // Rounded up, so that waiting this long succeeds.
      reply.header('Retry-After', Math.max(1, Math.ceil(window.resetsInMs / 1000)));
      throw new AppError(
        'rate_limited',
        `More than ${window.limit} requests in a minute. Wait as Retry-After says.`,
      );
    };
  };
}
