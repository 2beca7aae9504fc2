import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { notFound } from '../../../foundation/errors.ts';
import { signInBodyBytesMax } from '../../../foundation/limits.ts';
import { createValidator } from '../../../http/gates/validation.ts';
import { Input, Timezone, VisibleText } from '../../../http/schema.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import { createAccount } from '../accounts/index.ts';
import {
  beginSignIn,
  createOriginCheck,
  createSignInCookie,
  createThrottle,
  hashPassword,
  hashToken,
  NewPassword,
  replacePassword,
  type SignInDeps,
  signInSeconds,
} from '../sign-in/index.ts';
import { findOpenInvitation, takeInvitation } from './store.ts';

const Token = Type.String({ minLength: 1, maxLength: 100 });
const InvitationToken = Input({ token: Token });
const Acceptance = Input({
  token: Token,
  name: VisibleText(1, 200),
  password: NewPassword,
  timezone: Type.Optional(Timezone()),
});

/** The page of an invitation. The person has no account yet, so the token of the link is the credential. */
export function mountAcceptance(app: FastifyInstance, deps: SignInDeps & { limiter: RateLimiter }): void {
  const { db, clock } = deps;
  const cookie = createSignInCookie(deps.publicUrl);
  const throttle = createThrottle(deps.limiter);
  const requireOwnOrigin = createOriginCheck(deps.publicUrl);
  const onRequest = async (request: FastifyRequest) => requireOwnOrigin(request);

  app.post(
    '/app/invitation',
    { onRequest, bodyLimit: signInBodyBytesMax, preHandler: createValidator({ body: InvitationToken }) },
    async (request) => {
      await throttle.link(request.ip);
      const { token } = request.body as Static<typeof InvitationToken>;
      const found = await findOpenInvitation(db, hashToken(token), clock.now());
      if (!found) throw notFound('Invitation');
      const { workspace_name, email, role, invited_by } = found;
      return { data: { workspace_name, email, role, invited_by } };
    },
  );

  app.post(
    '/app/invitation/accept',
    { onRequest, bodyLimit: signInBodyBytesMax, preHandler: createValidator({ body: Acceptance }) },
    async (request, reply) => {
      await throttle.link(request.ip);
      const { token, name, password, timezone } = request.body as Static<typeof Acceptance>;
      const now = clock.now();
      const tokenHash = hashToken(token);
      // Hashing takes long, so it is not done for tokens that do not exist.
      if (!(await findOpenInvitation(db, tokenHash, now))) throw notFound('Invitation');
      const passwordHash = await hashPassword(password);
      const [userId, signIn] = await db.transaction(async (tx) => {
        const invitation = await takeInvitation(tx, tokenHash, now);
        if (!invitation) throw notFound('Invitation');
        const { user_id } = await createAccount(tx, { ...invitation, name, timezone }, now);
        await replacePassword(tx, user_id, passwordHash, now);
        return [user_id, await beginSignIn(tx, user_id, now, request.headers['user-agent'])];
      });
      cookie.write(reply, signIn, signInSeconds);
      return { data: { user_id: userId } };
    },
  );
}
