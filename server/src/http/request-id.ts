import { randomUUID } from 'node:crypto';

/** Ours, never the caller's: what stands in the log and in X-Request-Id is one and the same. */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;
