import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import type { Feature } from '../../feature.ts';
import { createSignInAuthenticator, type SignInDeps } from './authenticate.ts';
import { mountSignIn } from './routes.ts';
import { deleteExpiredSignIns } from './store.ts';

export { signInHeaders } from './cookie.ts';
export { beginSignIn, endSignIn, setPassword } from './service.ts';

interface SignIn extends Feature {
  authenticate: ReturnType<typeof createSignInAuthenticator>;
}

/** Sign-in with a password, for browsers. */
export function createSignIn(deps: SignInDeps & { limiter: RateLimiter; box: SecretBox }): SignIn {
  const { db, clock, box } = deps;
  return {
    authenticate: createSignInAuthenticator(deps),
    mount: (app) => mountSignIn(app, { ...deps, browserKey: box.deriveKey('known browser') }),
    periodic: [{ name: 'sign-ins', everyMs: 3_600_000, run: () => deleteExpiredSignIns(db, clock.now()) }],
  };
}
