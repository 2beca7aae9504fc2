import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../foundation/clock.ts';
import { AppError } from '../../../foundation/errors.ts';
import type { AccountHolder } from '../../../foundation/principal.ts';
import type { Db } from '../../../platform/database/index.ts';
import { findPrincipalOfUser } from '../accounts/index.ts';
import { createSignInCookie } from './cookie.ts';
import { createOriginCheck } from './same-origin.ts';
import { findActiveSignIn, signInSeconds } from './service.ts';

export interface SignInDeps {
  db: Db;
  clock: Clock;
  publicUrl: string;
}

/** Authenticates /app/v1 by cookie. Nothing is cached, so a sign-out is effective from the next request on. */
export function createSignInAuthenticator({ db, clock, publicUrl }: SignInDeps) {
  const cookie = createSignInCookie(publicUrl);
  const requireOwnOrigin = createOriginCheck(publicUrl);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<AccountHolder> => {
    const token = cookie.read(request);
    const signIn = token ? await findActiveSignIn(db, token, clock.now()) : undefined;
    const principal = signIn && (await findPrincipalOfUser(db, signIn.user_id));
    if (!token || !signIn || !principal) throw new AppError('unauthorized', 'You are not signed in.');
    requireOwnOrigin(request);
    if (signIn.extended) cookie.write(reply, token, signInSeconds);
    return { ...principal, sign_in_id: signIn.id };
  };
}
