export { createUsageCounter, type UsageCounter } from './counter.ts';
export { refundCredit, spendCredit } from './credits.ts';
export { usageRoutes } from './routes.ts';
