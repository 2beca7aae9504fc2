export { createRateLimiter, type RateLimiter, type RateWindow } from './rate-limiter.ts';
