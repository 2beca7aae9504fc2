import { randomUUID } from 'node:crypto';

/** Always generated here, never taken from the client. The log and X-Request-Id have the same id. */
export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`;
