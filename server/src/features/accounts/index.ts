export { createKeyAuthenticator } from './authenticate.ts';
export { createKeyMemory, everyNodeKnows } from './key-memory.ts';
export { accountRoutes } from './routes.ts';
export type { AiDescription } from './schema.ts';
export {
  createAccount,
  createKey,
  getUserIdByEmail,
  type NewAccount,
  revokeKey,
  setPlan,
} from './service.ts';
export { findPrincipalOfUser, touchKeys } from './store.ts';
