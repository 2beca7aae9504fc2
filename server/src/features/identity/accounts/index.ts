export { accountRoutes } from './routes.ts';
export type { AiDescription } from './schema.ts';
export { createAccount, getUserIdByEmail, type NewAccount, setPlan } from './service.ts';
export { findPrincipalOfUser } from './store.ts';
