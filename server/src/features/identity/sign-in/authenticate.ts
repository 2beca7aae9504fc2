import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../foundation/clock.ts';
import { AppError } from '../../../foundation/errors.ts';
import type { Principal } from '../../../foundation/principal.ts';
import type { Db } from '../../../platform/database/index.ts';
import { findPrincipalOfUser } from '../accounts/index.ts';
import { createSignInCookie } from './cookie.ts';
import { createOriginCheck } from './same-origin.ts';
import { findLiveSignIn, signInSeconds } from './service.ts';

export interface SignInDeps {
  db: Db;
  clock: Clock;
  publicUrl: string;
}

/** The signed-in browser's authenticator for /app/v1. Nothing is cached: signing out holds from the next request. */
export function createSignInAuthenticator({ db, clock, publicUrl }: SignInDeps) {
  const cookie = createSignInCookie(publicUrl);
  const requireOwnOrigin = createOriginCheck(publicUrl);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<Principal> => {
    const token = cookie.read(request);
    const signIn = token ? await findLiveSignIn(db, token, clock.now()) : undefined;
    const principal = signIn && (await findPrincipalOfUser(db, signIn.user_id));
    if (!token || !signIn || !principal) throw new AppError('unauthorized', 'You are not signed in.');
    requireOwnOrigin(request);
    if (signIn.prolonged) cookie.write(reply, token, signInSeconds);
    return principal;
  };
}
