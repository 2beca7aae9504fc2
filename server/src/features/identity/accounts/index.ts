import type { Mailer } from '../../../platform/mail/index.ts';
import type { Feature } from '../../feature.ts';
import { memberRoutes } from './member-routes.ts';
import type { HandOver } from './member-service.ts';
import { accountRoutes } from './routes.ts';
import type { AiDescription } from './schema.ts';

export { requireManager } from './member-service.ts';
export { createAccount, getUserIdByEmail, type NewAccount, setPlan } from './service.ts';
export { findPlan, findPrincipalOfUser, findRedaction } from './store.ts';

/** The signed-in user, the workspace and its members. */
export const createAccounts = (deps: {
  ai: AiDescription;
  mailer: Pick<Mailer, 'hasServer'>;
  handOver: HandOver;
}): Feature => ({
  routes: [
    ...accountRoutes({ ai: deps.ai, sends_mail: deps.mailer.hasServer }),
    ...memberRoutes(deps.handOver),
  ],
});
