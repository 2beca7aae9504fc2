export { requireRoom } from './caps.ts';
export { createUsageCounter, type UsageCounter } from './counter.ts';
export { isLimited, quotaExceeded, refundCredit, requireCredit, spendCredit, spending } from './credits.ts';
export { usageRoutes } from './routes.ts';
