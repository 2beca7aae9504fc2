import type { Clock } from '../../../foundation/clock.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { composedMailTask, inOneLine, type Mailer, renderMail } from '../../../platform/mail/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import type { TaskHandler } from '../../../platform/tasks/index.ts';
import { inviteUrl } from './service.ts';
import { type InvitedRole, type MemberInvitationRow, markBounced, markSent } from './store.ts';

interface MailDeps {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  box: SecretBox;
  publicUrl: string;
}

/** The queue has only the id of the invitation: neither the address nor the link. */
export const memberMailTask = ({ db, clock, mailer, box, publicUrl }: MailDeps): TaskHandler =>
  composedMailTask(mailer, {
    async compose({ subject }) {
      const [row] = await db.query<
        MemberInvitationRow & { workspace_name: string; invited_by: string | null }
      >(sql`
        select i.*, w.name as workspace_name, u.name as invited_by
          from member_invitations i join workspaces w on w.id = i.workspace_id left join users u on u.id = i.created_by
         where i.id = ${subject} and i.expires_at > ${clock.now()}`);
      if (!row) return undefined;
      const url = inviteUrl({ publicUrl, box }, row);
      return { project_id: null, to: row.email, ...memberMail({ ...row, url }) };
    },
    sent: (tx, { subject }) => markSent(tx, subject, clock.now()),
    refused: (tx, { subject }, reason) => markBounced(tx, subject, reason),
  });

const abilities: Record<InvitedRole, string> = {
  admin: 'You will be able to work in projects and to manage members and API keys.',
  member: 'You will be able to create projects and to work in those that are shared with you.',
  viewer: 'You will be able to read what is shared with you.',
};

export function memberMail(input: {
  workspace_name: string;
  invited_by: string | null;
  role: InvitedRole;
  url: string;
}) {
  const workspace = inOneLine(input.workspace_name);
  const inviter = input.invited_by === null ? 'A colleague' : inOneLine(input.invited_by);
  return renderMail({
    language: 'en',
    subject: `${inviter} invites you to ${workspace}`,
    blocks: [
      { kind: 'text', text: 'Hello,' },
      {
        kind: 'text',
        text: `${inviter} invites you to join “${workspace}” in Parley, where the team keeps its user research.`,
      },
      { kind: 'text', text: abilities[input.role] },
      { kind: 'button', label: 'Accept the invitation', url: input.url },
      { kind: 'text', text: 'The link is personal and works once, within seven days.' },
      { kind: 'text', text: 'If you did not expect this mail, ignore it: no account is created.' },
    ],
  });
}
