export { createKeyAuthenticator } from './authenticate.ts';
export { accountRoutes } from './routes.ts';
export type { AiDescription } from './schema.ts';
export { createAccount, createKey, getUserIdByEmail, type NewAccount, setPlan } from './service.ts';
export { findPrincipalOfUser, revokeKey, touchKeys } from './store.ts';
