import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { Feature } from '../../feature.ts';
import type { ParticipantLinks } from '../participants/index.ts';
import { invitationMailKind } from './create.ts';
import { invitationMailTask } from './mail-task.ts';
import { declineRoutes } from './participant-routes.ts';
import { invitationTexts } from './redact.ts';
import { invitationRoutes } from './routes.ts';
import { getInvitation } from './service.ts';
import { expireInvitations } from './store.ts';

export { declineInvitationsOf, removeInvitationsOf } from './erase.ts';
export { findInvitationRow, type InvitationRow, markInvitation } from './store.ts';

interface InvitationsDeps {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  tasks: TaskQueue;
  participantLinks: ParticipantLinks;
}

/** Personal links to a test, sent by mail. */
export const createInvitations = (deps: InvitationsDeps): Feature => ({
  routes: invitationRoutes(deps),
  texts: [invitationTexts],
  participantRoutes: declineRoutes(),
  taskKinds: { [invitationMailKind]: invitationMailTask(deps) },
  references: { invitation: getInvitation },
  periodic: [
    {
      name: 'expired invitations',
      everyMs: 60_000,
      run: () => expireInvitations(deps.db, deps.clock.now()),
    },
  ],
});
