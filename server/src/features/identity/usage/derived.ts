import { derived } from '../../../platform/database/derived/declaration.ts';

export const creditUsage = derived('credit_usage', { none: 'It is the record of what was spent.' });
export const usageCounts = derived('usage_counts', { none: 'It is the record of the requests.' });
export const recentRequests = derived('recent_requests', { none: 'It is the record of the requests.' });
