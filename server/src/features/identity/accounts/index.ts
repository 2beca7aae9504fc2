import { extractiveModel } from '../../../platform/ai/extractive-model.ts';
import type { JobGenerator } from '../../../platform/ai/generate/index.ts';
import type { Transcriber } from '../../../platform/ai/transcribe/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { Feature, Registered } from '../../feature.ts';
import { memberRoutes } from './member-routes.ts';
import { accountRoutes } from './routes.ts';
import type { AiDescription } from './schema.ts';

export {
  type CallerIdentity,
  identityColumns,
  identityOf,
  isActiveCaller,
  requireActiveCaller,
} from './active-caller.ts';
export { requireManager } from './member-service.ts';
export { createAccount, getUserIdByEmail, type NewAccount, setPlan } from './service.ts';
export { findPlan, findPrincipalOfUser, findRedaction, usersOf } from './store.ts';

interface AccountDeps {
  mailer: Pick<Mailer, 'hasServer'>;
  transcriber: Pick<Transcriber, 'name' | 'sends_data_outside'>;
  generator: Pick<JobGenerator, 'name' | 'model' | 'sends_data_outside'> | undefined;
  registered: Registered;
}

/** The signed-in user, the workspace and its members. */
export const createAccounts = ({ mailer, registered, ...ai }: AccountDeps): Feature => ({
  routes: [
    ...accountRoutes({ ai: describeAi(ai), sends_mail: mailer.hasServer }, registered),
    ...memberRoutes(registered),
  ],
});

const describeAi = ({
  generator,
  transcriber,
}: Pick<AccountDeps, 'generator' | 'transcriber'>): AiDescription => ({
  provider: generator?.name ?? 'embedded',
  model: generator?.model ?? extractiveModel,
  transcription_provider: transcriber.name,
  sends_data_outside: transcriber.sends_data_outside || (generator?.sends_data_outside ?? false),
  redaction: generator?.sends_data_outside ?? false,
});
