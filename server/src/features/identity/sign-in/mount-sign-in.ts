import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { signInBodyBytesMax } from '../../../foundation/limits.ts';
import { createValidator } from '../../../http/gates/validation.ts';
import { Input } from '../../../http/schema.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import { createSignInAuthenticator, type SignInDeps } from './authenticate.ts';
import { createSignInCookie } from './cookie.ts';
import { createKnownBrowsers } from './known-browser.ts';
import { createOriginCheck } from './same-origin.ts';
import {
  beginSignIn,
  changePassword,
  checkPassword,
  endSignIn,
  findActiveSignIn,
  NewPassword,
  passwordLengthMax,
  signInSeconds,
} from './service.ts';
import { createThrottle } from './throttle.ts';

const SignIn = Input({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Type.String({ minLength: 1, maxLength: passwordLengthMax }),
});

const PasswordChange = Input({
  current_password: Type.String({ minLength: 1, maxLength: passwordLengthMax }),
  new_password: NewPassword,
});

/** Signs browsers in and out. Not part of the public API, but with the same response envelope. */
export function mountSignIn(
  app: FastifyInstance,
  deps: SignInDeps & { limiter: RateLimiter; browserKey: Buffer },
): void {
  const { db, clock } = deps;
  const cookie = createSignInCookie(deps.publicUrl);
  const browsers = createKnownBrowsers(deps.publicUrl, deps.browserKey, clock);
  const throttle = createThrottle(deps.limiter);
  const authenticate = createSignInAuthenticator(deps);
  const requireOwnOrigin = createOriginCheck(deps.publicUrl);
  const onRequest = async (request: FastifyRequest) => requireOwnOrigin(request);

  // The application asks before it shows the sign-in page, so a browser that is not signed in gets null and no error.
  app.get('/app/sign-in', async (request) => {
    const token = cookie.read(request);
    const signIn = token ? await findActiveSignIn(db, token, clock.now()) : undefined;
    return { data: signIn ? { user_id: signIn.user_id } : null };
  });

  app.post(
    '/app/sign-in',
    { onRequest, bodyLimit: signInBodyBytesMax, preHandler: createValidator({ body: SignIn }) },
    async (request, reply) => {
      const { password, ...typed } = request.body as Static<typeof SignIn>;
      const email = typed.email.trim();
      const browserId = browsers.find(request, email);
      const undoCount = await throttle.signIn({ ip: request.ip, account: email, browserId });
      const userId = await checkPassword(db, email, password);
      await undoCount();
      const before = cookie.read(request);
      if (before) await endSignIn(db, before);
      const browser = request.headers['user-agent'];
      cookie.write(reply, await beginSignIn(db, userId, clock.now(), browser), signInSeconds);
      browsers.remember(reply, email);
      return { data: { user_id: userId } };
    },
  );

  app.post(
    '/app/sign-out',
    { onRequest, bodyLimit: signInBodyBytesMax, preHandler: createValidator({}) },
    async (request, reply) => {
      const token = cookie.read(request);
      if (token) await endSignIn(db, token);
      cookie.clear(reply);
      return { data: { signed_out: true } };
    },
  );

  app.post(
    '/app/password',
    { onRequest, bodyLimit: signInBodyBytesMax, preHandler: createValidator({ body: PasswordChange }) },
    async (request, reply) => {
      const principal = await authenticate(request, reply);
      const undoCount = await throttle.passwordChange(principal.user_id);
      const change = request.body as Static<typeof PasswordChange>;
      const browser = request.headers['user-agent'];
      const token = await changePassword(db, principal.user_id, change, clock.now(), browser);
      await undoCount();
      cookie.write(reply, token, signInSeconds);
      return { data: { changed: true } };
    },
  );
}
