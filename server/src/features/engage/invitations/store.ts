import { type Db, type Sql, sql } from '../../../platform/database/index.ts';

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
