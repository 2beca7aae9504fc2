import type { Redis } from 'ioredis';
import type { Log } from '../log/log.ts';

/** The client is loaded only if there is a REDIS_URL, so that other servers start faster. */
export async function connectRedis(url: string, log: Log): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    retryStrategy: (times: number) => Math.min(times * 200, 5_000),
  });
  let logged = false;
  redis.on('error', (error: Error) => {
    if (!logged)
      log.warn(
        { event: 'rate_limit.redis_unavailable', err: error },
        'Redis is unavailable: each node counts its own requests until it responds',
      );
    logged = true;
  });
  redis.on('ready', () => {
    logged = false;
  });
  return redis;
}
