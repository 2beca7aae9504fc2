import type { Mailer } from '../../../platform/mail/index.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import type { Feature } from '../../feature.ts';
import type { SignInDeps } from '../sign-in/index.ts';
import { mountAcceptance } from './accept.ts';
import { memberMailTask } from './mail-task.ts';
import { memberInvitationRoutes } from './routes.ts';
import { type InvitationDeps, memberMailKind } from './service.ts';

/** Invitations to join the workspace. */
export const createMemberInvitations = (
  deps: InvitationDeps & SignInDeps & { mailer: Mailer; limiter: RateLimiter },
): Feature => ({
  routes: memberInvitationRoutes(deps),
  mount: (app) => mountAcceptance(app, deps),
  taskKinds: { [memberMailKind]: memberMailTask(deps) },
});
