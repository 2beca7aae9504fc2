import type { Feature } from '../../feature.ts';
import { memberRoutes } from './member-routes.ts';
import type { HandOver } from './member-service.ts';
import { accountRoutes } from './routes.ts';
import type { AiDescription } from './schema.ts';

export { requireManager } from './member-service.ts';
export { createAccount, getUserIdByEmail, type NewAccount, setPlan } from './service.ts';
export { findPlan, findPrincipalOfUser, findRedaction } from './store.ts';

/** The signed-in user, the workspace and its members. */
export const createAccounts = (deps: { ai: AiDescription; handOver: HandOver }): Feature => ({
  routes: [...accountRoutes(deps.ai), ...memberRoutes(deps.handOver)],
});
