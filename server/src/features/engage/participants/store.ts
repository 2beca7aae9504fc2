import type { Participant } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';

/** What a link opens: a test for everyone who has it, or what belongs to one person. */
export interface LinkTarget {
  test_id: string;
  participant_id?: string | null;
  invitation_id?: string | null;
  response_id?: string | null;
  session_id?: string | null;
}

export interface StoredLink {
  hash: Buffer;
  sealed: Buffer;
}

export async function insertLinks(
  tx: Db,
  links: StoredLink[],
  targets: LinkTarget[],
  now: Date,
): Promise<void> {
  const rows = links.map(({ hash, sealed }, i) => ({
    ...targets[i],
    hash: `\\x${hash.toString('hex')}`,
    sealed: `\\x${sealed.toString('hex')}`,
    created_at: now,
  }));
  await tx.query(sql`
    insert into participant_links
    select * from jsonb_populate_recordset(null::participant_links, ${JSON.stringify(rows)}::jsonb)`);
}

export async function findLinkHolder(db: Db, hash: Buffer): Promise<Participant | undefined> {
  const [row] = await db.lookUp<Omit<Participant, 'kind' | 'link_id'>>(sql`
    select p.workspace_id, p.id as project_id, l.test_id, l.participant_id, l.invitation_id, l.response_id,
           l.session_id, l.revoked_at
      from participant_links l join tests t on t.id = l.test_id join projects p on p.id = t.project_id
     where l.hash = ${hash} and p.deleted_at is null`);
  return row && { kind: 'participant_link', link_id: `link:${hash.toString('base64url')}`, ...row };
}

/** The hash of the token, from the id that logs and limits use. */
export const linkHashOf = ({ link_id }: Pick<Participant, 'link_id'>): Buffer =>
  Buffer.from(link_id.slice('link:'.length), 'base64url');

/** Ends every link of a record. Its page then says that the link was revoked. */
export async function revokeLinks(
  tx: Db,
  of: Pick<LinkTarget, 'participant_id' | 'invitation_id' | 'response_id' | 'session_id'>,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update participant_links set revoked_at = ${now}
     where revoked_at is null
       and (participant_id = ${of.participant_id ?? null} or invitation_id = ${of.invitation_id ?? null}
         or response_id = ${of.response_id ?? null} or session_id = ${of.session_id ?? null})`);
}

/**
 * Allows a new link for each of these invitations. The revoked links remain without the invitation, and their pages say that
 * they were revoked.
 */
export async function detachRevokedLinks(tx: Db, invitationIds: string[]): Promise<void> {
  await tx.query(sql`
    update participant_links set invitation_id = null
     where invitation_id = any(${invitationIds}::text[]) and revoked_at is not null`);
}

/** The sealed token of the open link of a test, as a subquery. */
export const openLinkOf = (testId: Sql): Sql => sql`(
  select l.sealed from participant_links l
   where l.test_id = ${testId} and l.participant_id is null and l.invitation_id is null and l.response_id is null
     and l.session_id is null and l.revoked_at is null
   order by l.created_at desc limit 1)`;

/** Whether a link with this hash (hexadecimal) opens the session `s` and was not revoked. */
export const opensSession = (hash: Sql): Sql => sql`
  exists (select 1 from participant_links l
           where l.hash = decode(${hash}, 'hex') and l.revoked_at is null and l.test_id = s.test_id
             and l.participant_id = s.participant_id)`;
