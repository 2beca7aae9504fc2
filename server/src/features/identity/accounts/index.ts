import type { Feature } from '../../feature.ts';
import { accountRoutes } from './routes.ts';
import type { AiDescription } from './schema.ts';

export { createAccount, getUserIdByEmail, type NewAccount, setPlan } from './service.ts';
export { findPlan, findPrincipalOfUser, findRedaction } from './store.ts';

/** The signed-in user, the workspace and its members. */
export const createAccounts = (deps: { ai: AiDescription }): Feature => ({ routes: accountRoutes(deps.ai) });
