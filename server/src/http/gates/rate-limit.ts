import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, rateLimited } from '../../foundation/errors.ts';
import { plans } from '../../foundation/plans.ts';
import { type AccountHolder, type Principal, subjectOf } from '../../foundation/principal.ts';
import type { RateWindow as CountedWindow, RateLimiter } from '../../platform/rate-limiter/index.ts';

/** More than a person reaches by clicking, although one page may send dozens of requests. It only stops runaway scripts. */
const browserRequestsPerMinute = 3_000;

/** A page of a test sends a few requests for each question. */
const participantRequestsPerMinute = 600;

/** The value of X-RateLimit-Limit and X-RateLimit-Remaining if the operator set no limit: clients parse both as integers. */
const unlimited = 2_147_483_647;

/** What a mount counts, and how many requests a minute it allows; 0 for no limit. `address` is that of the client. */
export type RateWindow<P extends Principal = Principal> = (
  principal: P,
  address: string,
) => {
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

/** /p/v1: the same limit for each link on every plan. Many people share an open link, so each address counts alone. */
export const participantWindow: RateWindow = (principal, address) => {
  const isOpenLink = principal.kind === 'participant_link' && principal.participant_id === null;
  return {
    subject: isOpenLink ? `${subjectOf(principal)} ${address}` : subjectOf(principal),
    perMinute: participantRequestsPerMinute,
  };
};

/** Someone who mistypes a link tries a few times; a program that guesses links tries many. */
const unknownLinksPerMinute = 30;

/** Counts a request with a link that does not exist, for each address. */
export function createUnknownLinkGate(limiter: RateLimiter) {
  return async ({ ip }: FastifyRequest): Promise<void> => {
    const window = await limiter.count(`unknown link ${ip}`, unknownLinksPerMinute);
    if (window.exceeded) throw tooManyRequests(window);
  };
}

/**
 * A window is 60 seconds from the first request (spec §2.5). Every response to an authenticated request has the rate
 * headers, including a refusal for its account or plan. The request is therefore counted first, and the returned function
 * refuses it if it is one too many.
 */
export function createRateLimitGate<P extends Principal>(limiter: RateLimiter, windowOf: RateWindow<P>) {
  return async (principal: P, reply: FastifyReply): Promise<() => void> => {
    const { subject, perMinute } = windowOf(principal, reply.request.ip);
    const window = await limiter.count(subject, perMinute || unlimited);
    reply.header('X-RateLimit-Limit', window.limit);
    reply.header('X-RateLimit-Remaining', perMinute ? window.remaining : unlimited);
    reply.header('X-RateLimit-Reset', Math.ceil((Date.now() + window.resetsInMs) / 1000));
    return () => {
      if (window.exceeded) throw tooManyRequests(window);
    };
  };
}

const tooManyRequests = ({ limit, resetsInMs }: CountedWindow): AppError =>
  rateLimited(
    `More than ${limit} requests in a minute. Wait for the number of seconds in Retry-After.`,
    resetsInMs,
  );
