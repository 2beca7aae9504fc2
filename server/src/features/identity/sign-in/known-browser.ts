import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../foundation/clock.ts';
import { createCookie } from './cookie.ts';

export const knownBrowserSeconds = 180 * 86_400;

export interface KnownBrowsers {
  /** The id of this browser if it was used to sign in to this account before. */
  find(request: FastifyRequest, account: string): string | undefined;
  /** Call after a successful sign-in. */
  remember(reply: FastifyReply, account: string): void;
}

/**
 * A signed cookie that marks a browser which has signed in to this account before. Its only effect is a separate count
 * of failed sign-ins: password guesses from other browsers do not lock out the owner.
 */
export function createKnownBrowsers(publicUrl: string, signingKey: Buffer, clock: Clock): KnownBrowsers {
  const cookie = createCookie(publicUrl, 'parley_browser');
  const sign = (body: string, account: string) =>
    createHmac('sha256', signingKey).update(`${body}.${account.toLowerCase()}`).digest();

  return {
    find(request, account) {
      const [id, expires, signature, ...rest] = cookie.read(request)?.split('.') ?? [];
      if (!id || !expires || !signature || rest.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(`${id}.${expires}`, account);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return Number(expires) * 1000 > clock.now().getTime() ? id : undefined;
    },
    remember(reply, account) {
      const expires = Math.floor(clock.now().getTime() / 1000) + knownBrowserSeconds;
      const body = `${randomBytes(16).toString('base64url')}.${expires}`;
      cookie.write(reply, `${body}.${sign(body, account).toString('base64url')}`, knownBrowserSeconds);
    },
  };
}
