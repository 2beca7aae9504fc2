import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { notFound } from '../../../foundation/errors.ts';
import { signInBodyBytesMax } from '../../../foundation/limits.ts';
import { createValidator } from '../../../http/gates/validation.ts';
import { EmailAddress, Input } from '../../../http/schema.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { SignInDeps } from './authenticate.ts';
import { createSignInCookie } from './cookie.ts';
import { findLinkHolder, redeemLink } from './one-time-links.ts';
import { hashPassword } from './password.ts';
import { resetMailKind } from './reset-mail.ts';
import { createOriginCheck } from './same-origin.ts';
import { beginSignIn, endSignIn, NewPassword, replacePassword, signInSeconds } from './service.ts';
import { createThrottle } from './throttle.ts';

const Token = Type.String({ minLength: 1, maxLength: 100 });
const LinkToken = Input({ token: Token });
const ResetRequest = Input({ email: EmailAddress() });
const PasswordReset = Input({ token: Token, new_password: NewPassword });

/** Signs in with a link and sets a forgotten password. Not part of the public API, but with the same envelope. */
export function mountOneTimeLinks(
  app: FastifyInstance,
  deps: SignInDeps & {
    limiter: RateLimiter;
    tasks: Pick<TaskQueue, 'add'>;
    mailer: Pick<Mailer, 'hasServer'>;
  },
): void {
  const { db, clock, tasks } = deps;
  const cookie = createSignInCookie(deps.publicUrl);
  const throttle = createThrottle(deps.limiter);
  const requireOwnOrigin = createOriginCheck(deps.publicUrl);
  const onRequest = async (request: FastifyRequest) => requireOwnOrigin(request);
  const browserOf = (request: FastifyRequest) => request.headers['user-agent'];

  app.post(
    '/app/sign-in-link',
    { onRequest, bodyLimit: signInBodyBytesMax, preHandler: createValidator({ body: LinkToken }) },
    async (request, reply) => {
      const { token } = request.body as Static<typeof LinkToken>;
      await throttle.link(request.ip);
      const before = cookie.read(request);
      const [userId, signIn] = await db.transaction(async (tx) => {
        if (before) await endSignIn(tx, before);
        const user = await redeemLink(tx, 'sign_in', token, clock.now());
        return [user, await beginSignIn(tx, user, clock.now(), browserOf(request))];
      });
      cookie.write(reply, signIn, signInSeconds);
      return { data: { user_id: userId } };
    },
  );

  app.post(
    '/app/password-reset',
    { onRequest, bodyLimit: signInBodyBytesMax, preHandler: createValidator({ body: ResetRequest }) },
    async (request) => {
      const email = (request.body as Static<typeof ResetRequest>).email.trim();
      await throttle.passwordReset({ ip: request.ip, account: email });
      const input = { email, requested_at: clock.now().toISOString() };
      await tasks.add(db, { kind: resetMailKind, workspace_id: '', subject: request.id, input });
      return { data: { requested: true, sends_mail: deps.mailer.hasServer } };
    },
  );

  // The page asks before it shows the form, so that a user does not type a password for a link that has expired.
  app.post(
    '/app/password-reset/check',
    { onRequest, bodyLimit: signInBodyBytesMax, preHandler: createValidator({ body: LinkToken }) },
    async (request) => {
      const { token } = request.body as Static<typeof LinkToken>;
      await throttle.link(request.ip);
      const holder = await findLinkHolder(db, 'password_reset', token, clock.now());
      if (!holder) throw notFound('Link');
      return { data: { email: holder.email } };
    },
  );

  app.post(
    '/app/password-reset/confirm',
    { onRequest, bodyLimit: signInBodyBytesMax, preHandler: createValidator({ body: PasswordReset }) },
    async (request, reply) => {
      const { token, new_password } = request.body as Static<typeof PasswordReset>;
      await throttle.link(request.ip);
      const now = clock.now();
      // Hashing takes long, so it is not done for tokens that do not exist.
      if (!(await findLinkHolder(db, 'password_reset', token, now))) throw notFound('Link');
      const hash = await hashPassword(new_password);
      const [userId, signIn] = await db.transaction(async (tx) => {
        const user = await redeemLink(tx, 'password_reset', token, now);
        await replacePassword(tx, user, hash, now);
        return [user, await beginSignIn(tx, user, now, browserOf(request))];
      });
      cookie.write(reply, signIn, signInSeconds);
      return { data: { user_id: userId } };
    },
  );
}
