import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../foundation/errors.ts';
import type { RateLimiter } from '../../platform/rate-limiter/index.ts';

const triesPerAddress = 20;
const triesPerAccount = 5;

/** Guessing is slow from one address, and slow for one account from however many addresses: per minute, before any work. */
export function createThrottle(limiter: RateLimiter) {
  return async (reply: FastifyReply, ip: string, account: string): Promise<void> => {
    // Hashed, so that the limiter's store does not become a list of e-mail addresses.
    const name = createHash('sha256').update(account.toLowerCase()).digest('base64url');
    const windows = [
      await limiter.count(`sign-in:from:${networkOf(ip)}`, triesPerAddress),
      await limiter.count(`sign-in:to:${name}`, triesPerAccount),
    ];
    const waitMs = Math.max(...windows.map((window) => (window.exceeded ? window.resetsInMs : 0)));
    if (waitMs === 0) return;
    reply.header('Retry-After', Math.max(1, Math.ceil(waitMs / 1000)));
    throw new AppError('rate_limited', 'Too many tries to sign in. Wait a minute, then try again.');
  };
}

/** Who has one IPv6 address has 2^64 of them: they count as one. */
function networkOf(ip: string): string {
  const mapped = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(mapped)) return mapped;
  const [head = '', tail] = mapped.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':');
}
