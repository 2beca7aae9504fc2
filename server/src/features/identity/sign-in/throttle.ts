import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { rateLimited } from '../../../foundation/errors.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';

const minute = 60;
const hour = 3_600;

interface Limit {
  subject: string;
  limit: number;
  seconds: number;
}

/** The limits of one source of attempts on one account: a network, a known browser or a signed-in user. */
const attemptLimits = (subject: string): Limit[] => [
  { subject: `${subject}:minute`, limit: 5, seconds: minute },
  { subject: `${subject}:hour`, limit: 20, seconds: hour },
];

export interface SignInAttempt {
  ip: string;
  account: string;
  /** Set when this browser has signed in to this account before. */
  browserId: string | undefined;
}

/** Removes a successful attempt from the counts. */
export type UndoCount = () => Promise<void>;

export interface Throttle {
  signIn(attempt: SignInAttempt): Promise<UndoCount>;
  passwordChange(userId: string): Promise<UndoCount>;
  /** The response is the same for an address without an account, so both are counted. */
  passwordReset(attempt: Omit<SignInAttempt, 'browserId'>): Promise<void>;
  /** A guess at the token of a link. */
  link(ip: string): Promise<void>;
}

/**
 * Limits password guessing. An attempt is counted before the password is verified, so that parallel attempts cannot
 * exceed a limit. A successful attempt is removed from the counts afterwards.
 *
 * - One IP address: 20 per minute over all accounts.
 * - One account from one network (/24, /64): 5 per minute and 20 per hour.
 * - One account from all networks: 100 per hour, which is less than 5 per minute, so that using many networks does not
 *   make guessing faster.
 * - Mails for a new password: 5 per hour for one account from one network, 10 from all.
 * - Tokens of links: 30 per minute from one IP address.
 * - A known browser and a signed-in user have their own counts, which other clients cannot use up.
 */
export function createThrottle(limiter: RateLimiter): Throttle {
  /** Sequential: an attempt that one limit refuses must not count for the next, or one network could use up the total. */
  const count = async (limits: Limit[]): Promise<void> => {
    for (const { subject, limit, seconds } of limits) {
      const window = await limiter.count(subject, limit, seconds);
      if (window.exceeded)
        throw rateLimited(
          'Too many attempts. Try again after the number of seconds in Retry-After.',
          window.resetsInMs,
        );
    }
  };
  const undoCount = async (limits: Limit[]): Promise<void> => {
    for (const { subject, limit, seconds } of limits) await limiter.uncount(subject, limit, seconds);
  };

  return {
    async signIn({ ip, account, browserId }) {
      const name = nameOf(account);
      if (browserId !== undefined) {
        const own = attemptLimits(`sign-in:browser:${browserId}`);
        await count(own);
        return () => undoCount(own);
      }
      const ofAccount = [
        ...attemptLimits(`sign-in:to:${name}:from:${networkOf(ip)}`),
        { subject: `sign-in:to:${name}`, limit: 100, seconds: hour },
      ];
      await count([{ subject: `sign-in:from:${addressOf(ip)}`, limit: 20, seconds: minute }, ...ofAccount]);
      // The count of the IP address remains: a client with an account could otherwise reset it and guess at others.
      return () => undoCount(ofAccount);
    },
    async passwordChange(userId) {
      const own = attemptLimits(`password-change:${userId}`);
      await count(own);
      return () => undoCount(own);
    },
    async passwordReset({ ip, account }) {
      const name = nameOf(account);
      await count([
        { subject: `password-reset:from:${addressOf(ip)}`, limit: 20, seconds: minute },
        { subject: `password-reset:to:${name}:from:${networkOf(ip)}`, limit: 5, seconds: hour },
        { subject: `password-reset:to:${name}`, limit: 10, seconds: hour },
      ]);
    },
    async link(ip) {
      await count([{ subject: `link:from:${addressOf(ip)}`, limit: 30, seconds: minute }]);
    },
  };
}

/** Hashed, so that the rate limiter does not store email addresses. */
const nameOf = (account: string): string =>
  createHash('sha256').update(account.toLowerCase()).digest('base64url');

const unmapped = (ip: string) => ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');

/** A client with one IPv6 address has the whole /64, so all its addresses are counted together. */
const addressOf = (ip: string): string => (isIPv6(unmapped(ip)) ? networkOf(ip) : unmapped(ip));

/** The /24 of an IPv4 address, the /64 of an IPv6 address. */
function networkOf(ip: string): string {
  const plain = unmapped(ip);
  if (!isIPv6(plain)) return plain.split('.').slice(0, 3).join('.');
  const [head = '', tail] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':');
}
