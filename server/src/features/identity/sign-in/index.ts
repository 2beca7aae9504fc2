import type { FastifyRequest } from 'fastify';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { Feature } from '../../feature.ts';
import { createSignInAuthenticator, type SignInDeps } from './authenticate.ts';
import { createSignInCookie } from './cookie.ts';
import { mountOneTimeLinks } from './mount-one-time-links.ts';
import { mountSignIn } from './mount-sign-in.ts';
import { deleteExpiredLinks } from './one-time-links.ts';
import { resetMailKind, resetMailTask } from './reset-mail.ts';
import { signInRoutes } from './routes.ts';
import { deleteExpiredSignIns } from './store.ts';

export type { SignInDeps } from './authenticate.ts';
export { createSignInCookie, signInHeaders } from './cookie.ts';
export { createSignInLink } from './one-time-links.ts';
export { hashPassword } from './password.ts';
export { createOriginCheck } from './same-origin.ts';
export {
  beginSignIn,
  endSignIn,
  NewPassword,
  replacePassword,
  setPassword,
  signInSeconds,
} from './service.ts';
export { createThrottle } from './throttle.ts';
export { hashToken, newToken } from './token.ts';

interface SignIn extends Feature {
  authenticate: ReturnType<typeof createSignInAuthenticator>;
  /** Whether the request carries the cookie of a sign-in. The sign-in may have ended. */
  hasSignIn(request: FastifyRequest): boolean;
}

/** Sign-in with a password or a link, for browsers. */
export function createSignIn(
  deps: SignInDeps & { limiter: RateLimiter; box: SecretBox; mailer: Mailer; tasks: TaskQueue },
): SignIn {
  const { db, clock, box } = deps;
  const cookie = createSignInCookie(deps.publicUrl);
  return {
    hasSignIn: (request) => cookie.read(request) !== undefined,
    authenticate: createSignInAuthenticator(deps),
    routes: signInRoutes(),
    mount(app) {
      mountSignIn(app, { ...deps, browserKey: box.deriveKey('known browser') });
      mountOneTimeLinks(app, deps);
    },
    taskKinds: { [resetMailKind]: resetMailTask(deps) },
    periodic: [
      {
        name: 'sign-ins',
        everyMs: 3_600_000,
        async run() {
          await deleteExpiredSignIns(db, clock.now());
          await deleteExpiredLinks(db, clock.now());
        },
      },
    ],
  };
}
