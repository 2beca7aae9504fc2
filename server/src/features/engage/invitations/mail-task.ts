import type { Clock } from '../../../foundation/clock.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { composedMailTask, type Mailer } from '../../../platform/mail/index.ts';
import type { TaskHandler } from '../../../platform/tasks/index.ts';
import { invitationMail } from '../mail/index.ts';
import type { ParticipantLinks } from '../participants/index.ts';
import { endOfDeadline, findPublishedTest } from '../tests/index.ts';
import { type InvitationRow, type InvitationStatus, markBounced, markSent } from './store.ts';

interface MailDeps {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  participantLinks: ParticipantLinks;
}

const wanted: InvitationStatus[] = ['queued', 'sent', 'bounced', 'opened', 'started'];

type Addressee = InvitationRow & {
  sealed: Buffer;
  person_timezone: string | null;
  person_locale: string | null;
};

/** Sends the mails of invitations. The queue has only the id: neither the address nor the link. */
export const invitationMailTask = ({ db, clock, mailer, participantLinks: links }: MailDeps): TaskHandler =>
  composedMailTask(mailer, {
    async compose({ subject: invitationId }) {
      const invitation = await findAddressee(db, invitationId);
      if (!invitation || !wanted.includes(invitation.status)) return undefined;
      const test = await findPublishedTest(db, invitation.test_id);
      if (!test || test.status === 'closed') return undefined;
      const timezone = invitation.timezone ?? invitation.person_timezone ?? test.workspace_timezone;
      const { deadline } = test.content.post_details;
      const ends = [deadline && endOfDeadline(deadline, timezone), invitation.expires_at].filter(
        (at) => at instanceof Date,
      );
      const end = ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : null;
      if (end && end <= clock.now()) return undefined;
      const mail = invitationMail({
        test_name: test.content.name,
        post_details: test.content.post_details,
        researcher: test.workspace_name,
        name: invitation.name,
        locale: invitation.locale ?? invitation.person_locale,
        timezone,
        message: invitation.message,
        url: links.urlOf(invitation.sealed),
        // The minute before, because 0:00 of the next day reads like a day more.
        open_until: end && new Date(end.getTime() - 60_000),
      });
      return { to: invitation.email, project_id: invitation.project_id, ...mail };
    },
    sent: (tx, { subject }) => markSent(tx, subject, clock.now()),
    refused: (tx, { subject }, reason) => markBounced(tx, subject, reason, clock.now()),
  });

async function findAddressee(db: Db, invitationId: string): Promise<Addressee | undefined> {
  const [row] = await db.query<Addressee>(sql`
    select i.*, l.sealed, a.timezone as person_timezone, a.locale as person_locale
      from invitations i join participants a on a.id = i.participant_id
      join participant_links l on l.invitation_id = i.id
     where i.id = ${invitationId} and a.erased_at is null and l.revoked_at is null and not i.simulated`);
  return row;
}
