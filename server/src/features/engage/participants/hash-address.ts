import { createHash } from 'node:crypto';

/** An e-mail address as the subject of a rate limit. It is hashed, because the counters may be in a shared Redis. */
export const hashAddress = (email: string): string =>
  createHash('sha256').update(email.normalize('NFC').toLowerCase()).digest('base64url');
