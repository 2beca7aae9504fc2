import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../../foundation/errors.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';

const minute = 60;
const hour = 3_600;

interface Bound {
  subject: string;
  limit: number;
  seconds: number;
}

/** For one guesser at one account: a network, a known browser, or a person who is signed in. */
const guesserBounds = (subject: string): Bound[] => [
  { subject: `${subject}:minute`, limit: 5, seconds: minute },
  { subject: `${subject}:hour`, limit: 20, seconds: hour },
];

export interface SignInTry {
  ip: string;
  account: string;
  /** Set when this browser has signed in to this account before. */
  browserId: string | undefined;
}

/** Takes back the count of a try that turned out to be right. */
export type Forgive = () => Promise<void>;

export interface Throttle {
  signIn(reply: FastifyReply, attempt: SignInTry): Promise<Forgive>;
  passwordChange(reply: FastifyReply, userId: string): Promise<Forgive>;
}

/**
 * Limits guesses at passwords. A try is counted before the password is checked, so that parallel tries can't pass, and
 * taken back if it was right: only failures remain.
 *
 * - One address: 20 a minute, whatever the accounts.
 * - One account from one network (/24, /64): 5 a minute and 20 an hour.
 * - One account from all networks: 100 an hour. Fewer than one network had before, 5 a minute, so many networks do not
 *   make guessing faster.
 * - A known browser and a signed-in person count for themselves alone: no stranger can use up their tries.
 */
export function createThrottle(limiter: RateLimiter): Throttle {
  /** One after the other: a try that one bound refuses must not use up the next, or one network could fill the total. */
  const count = async (reply: FastifyReply, bounds: Bound[]): Promise<void> => {
    for (const { subject, limit, seconds } of bounds) {
      const window = await limiter.count(subject, limit, seconds);
      if (!window.exceeded) continue;
      reply.header('Retry-After', Math.max(1, Math.ceil(window.resetsInMs / 1000)));
      throw new AppError(
        'rate_limited',
        'Too many attempts. Wait as long as Retry-After says, then try again.',
      );
    }
  };
  const forgive = async (bounds: Bound[]): Promise<void> => {
    for (const { subject, limit, seconds } of bounds) await limiter.uncount(subject, limit, seconds);
  };

  return {
    async signIn(reply, { ip, account, browserId }) {
      // Hashed, so that the limiter's store does not become a list of e-mail addresses.
      const name = createHash('sha256').update(account.toLowerCase()).digest('base64url');
      if (browserId !== undefined) {
        const own = guesserBounds(`sign-in:browser:${browserId}`);
        await count(reply, own);
        return () => forgive(own);
      }
      const ofAccount = [
        ...guesserBounds(`sign-in:to:${name}:from:${networkOf(ip)}`),
        { subject: `sign-in:to:${name}`, limit: 100, seconds: hour },
      ];
      await count(reply, [
        { subject: `sign-in:from:${addressOf(ip)}`, limit: 20, seconds: minute },
        ...ofAccount,
      ]);
      // The address stays counted: whoever has an account could otherwise reset it and go on guessing at others.
      return () => forgive(ofAccount);
    },
    async passwordChange(reply, userId) {
      const own = guesserBounds(`password-change:${userId}`);
      await count(reply, own);
      return () => forgive(own);
    },
  };
}

const unmapped = (ip: string) => ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');

/** Whoever has one IPv6 address has 2^64 of them: they count as one. */
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
