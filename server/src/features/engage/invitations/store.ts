import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { type Access, accessColumns } from '../../projects/index.ts';

export const invitationStatuses = [
  'queued',
  'sent',
  'bounced',
  'opened',
  'started',
  'screened_out',
  'completed',
  'declined',
  'expired',
  'revoked',
] as const; // spec §7.5
export type InvitationStatus = (typeof invitationStatuses)[number];

export interface InvitationRow {
  id: string;
  project_id: string;
  test_id: string;
  participant_id: string;
  /** The address that was invited, as the researcher wrote it. */
  email: string;
  name: string | null;
  status: InvitationStatus;
  timezone: string | null;
  locale: string | null;
  message: string | null;
  /** Why the mail server refused the address. */
  bounce: string | null;
  sent_at: Date | null;
  opened_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  expires_at: Date | null;
  metadata: Record<string, string>;
  simulated: boolean;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

/** An invitation with its link, response and latest session, read in the same statement. */
export interface InvitationView extends InvitationRow {
  sealed: Buffer | null;
  response_id: string | null;
  session_id: string | null;
}

const viewColumns = sql`i.*,
  (select l.sealed from participant_links l where l.invitation_id = i.id) as sealed,
  (select r.id from responses r where r.invitation_id = i.id) as response_id,
  (select s.id from engage_sessions s where s.invitation_id = i.id order by s.created_at desc, s.id desc limit 1)
    as session_id`;

/** What a participant does with an invitation. */
export type InvitationStep = 'opened' | 'started' | 'completed' | 'screened_out' | 'declined';

/** The statuses that each step may follow. A status never goes back: a link opened again remains `started`. */
const notOpened: InvitationStatus[] = ['queued', 'sent', 'bounced'];
const unfinished: InvitationStatus[] = [...notOpened, 'opened', 'started'];
const before: Record<InvitationStep, InvitationStatus[]> = {
  opened: notOpened,
  started: [...notOpened, 'opened'],
  completed: unfinished,
  screened_out: unfinished,
  declined: unfinished,
};
const ends: InvitationStep[] = ['completed', 'screened_out'];

/** Records a step of the participant. Returns false if the invitation is already at this step or past it. */
export async function markInvitation(
  tx: Db,
  invitationId: string,
  step: InvitationStep,
  now: Date,
): Promise<boolean> {
  // A participant cannot start without opening the page, so earlier times are filled in.
  const at = (column: Sql, reached: boolean) =>
    reached ? sql`coalesce(${column}, ${now}::timestamptz)` : column;
  const rows = await tx.query(sql`
    update invitations set status = ${step}, updated_at = ${now}, bounce = null,
      opened_at = ${at(sql`opened_at`, true)},
      started_at = ${at(sql`started_at`, step === 'started' || ends.includes(step))},
      completed_at = ${at(sql`completed_at`, ends.includes(step))}
     where id = ${invitationId} and status = any(${before[step]}::text[]) returning 1`);
  return rows.length > 0;
}

export async function findInvitationRow(
  db: Db,
  invitationId: string,
  lock: Sql = sql``,
): Promise<InvitationRow | undefined> {
  const [row] = await db.query<InvitationRow>(
    sql`select i.* from invitations i where i.id = ${invitationId} ${lock}`,
  );
  return row;
}

/** The invitations of a test to these addresses, ignoring case. */
export async function findByAddresses(db: Db, testId: string, emails: string[]) {
  return db.query<InvitationView & { address: string }>(sql`
    select ${viewColumns}, lower(i.email) as address from invitations i
     where i.test_id = ${testId} and lower(i.email) = any(select lower(e) from unnest(${emails}::text[]) e)`);
}

/** The key of each address in the unique index, computed by PostgreSQL so that it is the same. */
export async function addressKeys(db: Db, emails: string[]): Promise<string[]> {
  const rows = await db.query<{ address: string }>(sql`
    select lower(e) as address from unnest(${emails}::text[]) with ordinality as u (e, n) order by n`);
  return rows.map((row) => row.address);
}

export async function insertInvitations(tx: Db, rows: InvitationRow[]): Promise<void> {
  await tx.query(sql`
    insert into invitations select * from jsonb_populate_recordset(null::invitations, ${JSON.stringify(rows)}::jsonb)`);
}

/** Starts revoked invitations again, as if they were new. The person, and answers that exist, stay the same. */
export async function renewInvitations(
  tx: Db,
  rows: Pick<InvitationRow, 'id' | 'message' | 'expires_at' | 'updated_at'>[],
): Promise<void> {
  await tx.query(sql`
    update invitations i set status = 'queued', message = r.message, expires_at = r.expires_at, bounce = null,
      sent_at = null, opened_at = null, started_at = null, completed_at = null, updated_at = r.updated_at
      from jsonb_populate_recordset(null::invitations, ${JSON.stringify(rows)}::jsonb) r
     where i.id = r.id`);
}

export async function findInvitation(
  db: Db,
  principal: Researcher,
  invitationId: string,
  lock: Sql = sql``,
): Promise<(InvitationView & Access) | undefined> {
  const [row] = await db.query<InvitationView & Access>(sql`
    select ${viewColumns}, ${accessColumns} from invitations i join projects p on p.id = i.project_id
     where i.id = ${invitationId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

export async function saveInvitation(
  tx: Db,
  row: Pick<InvitationRow, 'id' | 'status' | 'expires_at' | 'bounce' | 'updated_at'>,
): Promise<void> {
  await tx.query(sql`
    update invitations set status = ${row.status}, expires_at = ${row.expires_at}, bounce = ${row.bounce},
      updated_at = ${row.updated_at}
     where id = ${row.id}`);
}

/** Records that the mail server accepted the mail. A person may have opened the link of an earlier mail meanwhile. */
export async function markSent(tx: Db, invitationId: string, now: Date): Promise<void> {
  await tx.query(sql`
    update invitations set status = case when status in ('queued', 'bounced') then 'sent' else status end,
      sent_at = ${now}, bounce = null, updated_at = ${now}
     where id = ${invitationId}`);
}

export async function markBounced(tx: Db, invitationId: string, reason: string, now: Date): Promise<void> {
  await tx.query(sql`
    update invitations set status = case when status in ('queued', 'sent') then 'bounced' else status end,
      bounce = ${reason}, updated_at = ${now}
     where id = ${invitationId}`);
}

/** Invitations whose time is over, unless the person has started. Several nodes may run this at the same time. */
export async function expireInvitations(db: Db, now: Date): Promise<void> {
  await db.query(sql`
    update invitations set status = 'expired', updated_at = ${now}
     where id in (select id from invitations
                   where expires_at <= ${now} and status in ('queued', 'sent', 'bounced', 'opened')
                   order by id for no key update skip locked)`);
}

interface InvitationFilters extends ListQuery {
  status?: string;
  simulated?: boolean;
  q?: string;
}

export async function listInvitations(db: Db, testId: string, query: InvitationFilters) {
  const where = [sql`i.test_id = ${testId}`, sql`i.simulated = ${query.simulated ?? false}`];
  if (query.status) where.push(among(sql`i.status`, query.status));
  if (query.q) where.push(sql`(${contains(sql`i.name`, query.q)} or ${contains(sql`i.email`, query.q)})`);
  return listPage<InvitationView>(db, {
    name: `invitations ${testId}`,
    query,
    select: sql`select ${viewColumns}`,
    from: sql`from invitations i`,
    where,
    sorts: {
      created_at: { column: sql`i.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`i.updated_at`, type: 'timestamptz' },
    },
    defaultSort: '-created_at',
    id: sql`i.id`,
  });
}
