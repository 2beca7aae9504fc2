import { newId } from '../../../foundation/ids.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { type Access, accessColumns, type ProjectRecords } from '../../projects/index.ts';
import { hasTag, tagIdsOf } from '../../tags/index.ts';

/** One person in one project. */
export interface ParticipantRow {
  id: string;
  project_id: string;
  email: string | null;
  /** False for an address that was typed on an open link: it is contact data and proves no identity (spec §7.6). */
  email_verified: boolean;
  name: string | null;
  timezone: string | null;
  locale: string | null;
  notes: string | null;
  metadata: Record<string, string>;
  simulated: boolean;
  erased_at: Date | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface ConsentRow {
  test_id: string;
  version: number;
  accepted_at: string;
  withdrawn_at: string | null;
}

/** A participant with what other tables know about the person, read in the same statement. */
export interface ParticipantView extends ParticipantRow {
  tag_ids: string[];
  invitation_count: number;
  session_count: number;
  response_count: number;
  consents: ConsentRow[];
}

const instant = (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const viewColumns = sql`a.*, ${tagIdsOf(sql`a.id`)} as tag_ids,
  (select count(*) from invitations i where i.participant_id = a.id and not i.simulated) as invitation_count,
  (select count(*) from engage_sessions s where s.participant_id = a.id and not s.simulated) as session_count,
  (select count(*) from responses r where r.participant_id = a.id and not r.simulated) as response_count,
  coalesce((select jsonb_agg(jsonb_build_object('test_id', c.test_id, 'version', c.version,
      'accepted_at', ${instant(sql`c.accepted_at`)}, 'withdrawn_at', ${instant(sql`c.withdrawn_at`)})
      order by c.accepted_at, c.test_id, c.version)
    from consents c where c.participant_id = a.id), '[]') as consents`;

export interface NewParticipant {
  project_id: string;
  /** Null for a person who opened an open link and gave no address. */
  email: string | null;
  name: string | null;
  timezone: string | null;
  locale: string | null;
  simulated: boolean;
  created_by?: string | null;
}

/**
 * Returns one participant for each entry, in the same order. For addresses that a researcher gave: a person with a known
 * address (ignoring case) is returned as stored, because a researcher may have corrected the name. Addresses that were typed
 * on an open link are not compared. Concurrent calls create one participant for one address.
 */
export async function findOrCreateParticipants(
  tx: Db,
  people: NewParticipant[],
  now: Date,
): Promise<ParticipantRow[]> {
  const fresh = people.map((person) => newRow(person, true, now));
  // Sorted, so that two calls with the same addresses wait for each other in the same order.
  const inserted = await tx.query<ParticipantRow>(sql`
    insert into participants
    select * from jsonb_populate_recordset(null::participants, ${JSON.stringify(fresh)}::jsonb) n
     order by n.project_id, lower(n.email)
    on conflict (project_id, lower(email)) where email is not null and email_verified do nothing
    returning *`);
  const byId = new Map(inserted.map((row) => [row.id, row]));
  const known = fresh.filter(({ id, email }) => email !== null && !byId.has(id));
  const found = known.length > 0 ? await findByAddress(tx, known) : [];
  const byAddress = new Map(found.map((row) => [row.for_id, row]));
  const missing = fresh.find(({ id }) => !byId.has(id) && !byAddress.has(id));
  // The person was erased between the two statements, so the address is free again.
  if (missing) return findOrCreateParticipants(tx, people, now);
  return fresh.map(({ id }) => byId.get(id) ?? withoutKey(byAddress.get(id) as FoundByAddress));
}

type FoundByAddress = ParticipantRow & { for_id: string };

const withoutKey = ({ for_id: _, ...row }: FoundByAddress): ParticipantRow => row;

const findByAddress = (tx: Db, people: ParticipantRow[]) =>
  tx.query<FoundByAddress>(sql`
    select a.*, k.id as for_id
      from jsonb_to_recordset(${JSON.stringify(people.map(({ id, project_id, email }) => ({ id, project_id, email })))}::jsonb)
        as k (id text, project_id text, email text)
      join participants a on a.project_id = k.project_id and lower(a.email) = lower(k.email) and a.email_verified`);

export async function findOrCreateParticipant(
  tx: Db,
  person: NewParticipant,
  now: Date,
): Promise<ParticipantRow> {
  const [row] = await findOrCreateParticipants(tx, [person], now);
  return row as ParticipantRow;
}

/**
 * Creates the person of a response that was started with an open link. Whoever knows the address of another person can type
 * it there, so it is neither looked up nor found later (spec §7.6).
 */
export async function createUnverifiedParticipant(
  tx: Db,
  person: NewParticipant,
  now: Date,
): Promise<ParticipantRow> {
  const row = newRow(person, false, now);
  await tx.query(sql`
    insert into participants select * from jsonb_populate_record(null::participants, ${JSON.stringify(row)}::jsonb)`);
  return row;
}

const newRow = (person: NewParticipant, email_verified: boolean, now: Date): ParticipantRow => ({
  created_by: null,
  ...person,
  id: newId('participant', now.getTime()),
  email_verified,
  notes: null,
  metadata: {},
  erased_at: null,
  created_at: now,
  updated_at: now,
});

/** Fills in what was unknown about people. What is known remains, because a researcher may have corrected it. */
export async function completeParticipants(
  tx: Db,
  people: Pick<ParticipantRow, 'id' | 'name' | 'timezone' | 'locale'>[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update participants a set name = coalesce(a.name, k.name), timezone = coalesce(a.timezone, k.timezone),
        locale = coalesce(a.locale, k.locale), updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as k (id text, name text, timezone text, locale text)
     where a.id = k.id and a.erased_at is null
       and (a.name is null and k.name is not null or a.timezone is null and k.timezone is not null
         or a.locale is null and k.locale is not null)`);
}

/** Finds a participant with the access columns and everything that a read shows, in one round trip. */
export async function findParticipant(
  db: Db,
  principal: Researcher,
  participantId: string,
  lock: Sql = sql``,
): Promise<(ParticipantView & Access) | undefined> {
  const [row] = await db.query<ParticipantView & Access>(sql`
    select ${viewColumns}, ${accessColumns} from participants a join projects p on p.id = a.project_id
     where a.id = ${participantId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

export async function saveParticipant(tx: Db, row: ParticipantRow): Promise<void> {
  await tx.query(sql`
    update participants set name = ${row.name}, timezone = ${row.timezone}, locale = ${row.locale},
      notes = ${row.notes}, metadata = ${JSON.stringify(row.metadata)}::jsonb, updated_at = ${row.updated_at}
     where id = ${row.id}`);
}

interface ParticipantFilters extends ListQuery {
  q?: string;
  test_id?: string;
  tag_id?: string;
  simulated?: boolean;
}

export async function listParticipants(db: Db, projectId: string, query: ParticipantFilters) {
  const where = [sql`a.project_id = ${projectId}`, sql`a.simulated = ${query.simulated ?? false}`];
  if (query.q) where.push(sql`(${contains(sql`a.name`, query.q)} or ${contains(sql`a.email`, query.q)})`);
  if (query.tag_id !== undefined) where.push(hasTag(sql`a.id`, query.tag_id));
  if (query.test_id !== undefined) {
    const inTest = (table: Sql) =>
      sql`exists (select 1 from ${table} x where x.participant_id = a.id and ${among(sql`x.test_id`, query.test_id as string)})`;
    where.push(
      sql`(${inTest(sql`invitations`)} or ${inTest(sql`responses`)} or ${inTest(sql`engage_sessions`)})`,
    );
  }
  return listPage<ParticipantView>(db, {
    name: `participants ${projectId}`,
    query,
    select: sql`select ${viewColumns}`,
    from: sql`from participants a`,
    where,
    sorts: {
      created_at: { column: sql`a.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`a.updated_at`, type: 'timestamptz' },
      name: { column: sql`lower(coalesce(a.name, '')) collate "C"`, type: 'text' },
    },
    defaultSort: '-created_at',
    id: sql`a.id`,
  });
}

export const participantRecords: ProjectRecords = {
  kind: 'participant',
  rows: sql`select id, project_id, null::text as file_id from participants`,
};

/** Whether mails reach the participant. Without an address, only the link leads back to a booking. */
export async function hasEmail(db: Db, participantId: string | null): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from participants where id = ${participantId} and email is not null`);
  return rows.length > 0;
}
