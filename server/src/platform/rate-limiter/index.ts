export { connectRedis } from './connect-redis.ts';
export { countAction } from './count-action.ts';
export { createRateLimiter, type RateLimiter, type RateWindow } from './rate-limiter.ts';
