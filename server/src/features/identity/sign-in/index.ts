export { createSignInAuthenticator } from './authenticate.ts';
export { mountSignIn } from './routes.ts';
export { setPassword } from './service.ts';
export { sweepSignIns } from './store.ts';
