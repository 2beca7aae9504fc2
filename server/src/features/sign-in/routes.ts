import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { createValidator } from '../../http/gates/validation.ts';
import { Input } from '../../http/schema.ts';
import type { RateLimiter } from '../../platform/rate-limiter/index.ts';
import { createSignInAuthenticator, type SignInDeps } from './authenticate.ts';
import { createSignInCookie } from './cookie.ts';
import { createOriginCheck } from './same-origin.ts';
import {
  beginSignIn,
  changePassword,
  checkPassword,
  endSignIn,
  findLiveSignIn,
  passwordLengthMax,
  passwordLengthMin,
  signInSeconds,
} from './service.ts';
import { createThrottle } from './throttle.ts';

const SignIn = Input({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Type.String({ minLength: 1, maxLength: passwordLengthMax }),
});

const PasswordChange = Input({
  current_password: Type.String({ minLength: 1, maxLength: passwordLengthMax }),
  new_password: Type.String({ minLength: passwordLengthMin, maxLength: passwordLengthMax }),
});

/** Signing in and out, for browsers; not a part of the public API, in the same envelope all the same. */
export function mountSignIn(app: FastifyInstance, deps: SignInDeps & { limiter: RateLimiter }): void {
  const { db, clock } = deps;
  const cookie = createSignInCookie(deps.publicUrl);
  const throttle = createThrottle(deps.limiter);
  const authenticate = createSignInAuthenticator(deps);
  const requireOwnOrigin = createOriginCheck(deps.publicUrl);
  const valid = createValidator();
  const onRequest = async (request: FastifyRequest) => requireOwnOrigin(request);

  // A question with two good answers: who is not signed in gets null, not an error.
  app.get('/app/sign-in', async (request) => {
    const token = cookie.read(request);
    const signIn = token ? await findLiveSignIn(db, token, clock.now()) : undefined;
    return { data: signIn ? { user_id: signIn.user_id } : null };
  });

  app.post('/app/sign-in', { onRequest, preHandler: valid({ body: SignIn }) }, async (request, reply) => {
    const { email, password } = request.body as Static<typeof SignIn>;
    await throttle(reply, request.ip, email.trim());
    const userId = await checkPassword(db, email.trim(), password);
    const before = cookie.read(request);
    if (before) await endSignIn(db, before);
    cookie.write(reply, await beginSignIn(db, userId, clock.now()), signInSeconds);
    return { data: { user_id: userId } };
  });

  app.post('/app/sign-out', { onRequest, preHandler: valid({}) }, async (request, reply) => {
    const token = cookie.read(request);
    if (token) await endSignIn(db, token);
    cookie.clear(reply);
    return { data: { signed_out: true } };
  });

  app.post(
    '/app/password',
    { onRequest, preHandler: valid({ body: PasswordChange }) },
    async (request, reply) => {
      const principal = await authenticate(request, reply);
      await throttle(reply, request.ip, principal.email);
      const change = request.body as Static<typeof PasswordChange>;
      cookie.write(reply, await changePassword(db, principal.user_id, change, clock.now()), signInSeconds);
      return { data: { changed: true } };
    },
  );
}
