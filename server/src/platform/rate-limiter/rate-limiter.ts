import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { rateWindowSeconds } from '../../foundation/limits.ts';

export interface RateWindow {
  limit: number;
  remaining: number;
  resetsInMs: number;
  exceeded: boolean;
}

export interface RateLimiter {
  /**
   * Counts one request of this subject and returns the state of its window. The default window is one minute. `amount` counts
   * something else than requests, such as bytes.
   */
  count(subject: string, limit: number, windowSeconds?: number, amount?: number): Promise<RateWindow>;
  /** Removes one request of this subject from its window. */
  uncount(subject: string, limit: number, windowSeconds?: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Fixed windows, exact on one node (memory) and across nodes (Redis). While Redis is unavailable, each node counts
 * in memory: limits then apply per node, and no request fails.
 */
export function createRateLimiter(redis?: Redis): RateLimiter {
  // One counter per limit and window, because the library fixes both per instance.
  const counters = new Map<string, RateLimiterAbstract>();
  const counterFor = (points: number, duration: number) => {
    const name = `${points}/${duration}`;
    const existing = counters.get(name);
    if (existing) return existing;
    const options = { points, duration, keyPrefix: 'parley:rate' };
    const memory = new RateLimiterMemory(options);
    const counter = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: memory,
          rejectIfRedisNotReady: true,
        })
      : memory;
    counters.set(name, counter);
    return counter;
  };

  return {
    async count(subject, limit, windowSeconds = rateWindowSeconds, amount = 1) {
      const result = await counterFor(limit, windowSeconds)
        .consume(subject, amount)
        .catch((rejection: unknown) => {
          if (rejection instanceof RateLimiterRes) return rejection;
          throw rejection;
        });
      return {
        limit,
        remaining: Math.max(0, result.remainingPoints),
        resetsInMs: result.msBeforeNext,
        exceeded: result.consumedPoints > limit,
      };
    },
    async uncount(subject, limit, windowSeconds = rateWindowSeconds) {
      await counterFor(limit, windowSeconds).reward(subject);
    },
    async close() {
      redis?.disconnect();
    },
  };
}
