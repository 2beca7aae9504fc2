import { kindOfId } from '../../../foundation/ids.ts';
import { type Db, join, raw, type Sql, sql } from '../../../platform/database/index.ts';
import { mailTaskKind } from '../../../platform/mail/index.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { exemptColumns } from './exempt-columns.ts';

export interface Leftover {
  table: string;
  /** How many rows contain it. */
  rows: number;
  /** Ids of records, or the number of the text that was searched for: `contains 1`. Never the content. */
  what: string;
}

export interface ParticipantReport {
  participant_id: string;
  erased_at: Date | null;
  /** Whether the participant is erased and neither a table nor the storage contains anything of them. */
  clean: boolean;
  tables_searched: number;
  leftovers: Leftover[];
  /** Columns among the leftovers that erasures do not redact, with the reason (exempt-columns.ts). */
  exempt: { column: string; reason: string }[];
  /** Rows that name a removed record only by its id, such as the list of files that a report was made from. */
  references: Leftover[];
  /** Keys of bytes that are still stored. */
  blobs: string[];
  /** Keys among them whose deletion is scheduled. The server deletes them within seconds. */
  blobs_scheduled: string[];
}

/** Tables that may name the person or removed records by id. They contain no content of the person. */
const mayRefer = new Set([
  'blob_deletions',
  'cards',
  'chat_messages',
  'consents',
  'erasures',
  // Which records changed in the last hour, for open browsers: only ids.
  'changes',
  'events',
  'jobs',
  'participant_links',
  'participants',
  'report_revisions',
  'reports',
  'tasks',
]);

/**
 * Searches every table and the storage for what an erasure should have removed: the ids of the person and of the removed
 * records, and the given texts. Read-only, and safe while the server is running.
 */
export async function checkParticipant(
  { db, storage }: { db: Db; storage: Storage },
  participantId: string,
  texts: string[] = [],
): Promise<ParticipantReport> {
  const [person] = await db.query<{ erased_at: Date | null; is_blank: boolean }>(sql`
    select erased_at, num_nonnulls(email, name, timezone, locale, notes) = 0 and metadata = '{}' as is_blank
      from participants where id = ${participantId}`);
  const erasures = await db.query<{ record_ids: string[]; finished_at: Date | null }>(
    sql`select record_ids, finished_at from erasures where participant_id = ${participantId}`,
  );
  const recordIds = erasures.flatMap(({ record_ids }) => record_ids);
  const tables = await listTables(db);
  const leftovers: Leftover[] = [];
  const references: Leftover[] = [];
  for (const { name, row } of tables) {
    const found = await searchTable(db, name, row, [participantId, ...recordIds], texts);
    if (found.ids > 0)
      (mayRefer.has(name) ? references : leftovers).push({ table: name, rows: found.ids, what: 'ids' });
    for (const [at, rows] of found.texts.entries())
      if (rows > 0) leftovers.push({ table: name, rows, what: `contains ${at + 1}` });
  }
  const exempt = await findExempt(db, new Set(leftovers.map(({ table }) => table)), texts);
  const mails = await countMailsTo(db, recordIds);
  if (mails > 0) leftovers.push({ table: 'tasks', rows: mails, what: 'mail to the person' });
  if (person && !person.is_blank) leftovers.push({ table: 'participants', rows: 1, what: 'the person' });
  const { blobs, blobs_scheduled } = await findBlobs(db, storage, recordIds);
  const isFinished = erasures.length > 0 && erasures.every(({ finished_at }) => finished_at !== null);
  return {
    participant_id: participantId,
    erased_at: person?.erased_at ?? null,
    clean: Boolean(person?.erased_at) && isFinished && leftovers.length === 0 && blobs.length === 0,
    tables_searched: tables.length,
    leftovers,
    exempt,
    references,
    blobs,
    blobs_scheduled,
  };
}

async function findExempt(db: Db, tables: ReadonlySet<string>, texts: string[]) {
  const found: ParticipantReport['exempt'] = [];
  for (const [reason, columns] of Object.entries(exemptColumns))
    for (const name of columns) {
      const [table = '', column = ''] = name.split('.');
      if (!tables.has(table) || texts.length === 0) continue;
      const value = sql`${raw(`t."${column}"`)}::text`;
      const rows = await db.query(sql`
        select 1 from ${raw(`"${table}"`)} t
         where ${join(
           texts.map((text) => contains(value, text)),
           ' or ',
         )} limit 1`);
      if (rows.length > 0) found.push({ column: name, reason });
    }
  return found;
}

/** The cancellation of a call contains the address until it is sent, or removed after the attempts of a day. */
async function countMailsTo(db: Db, recordIds: string[]): Promise<number> {
  const threads = recordIds.map((id) => `${id}-participant`);
  const [row] = await db.query<{ n: number }>(
    sql`select count(*)::integer as n from tasks where kind = ${mailTaskKind} and subject = any(${threads}::text[])`,
  );
  return row?.n ?? 0;
}

interface Table {
  name: string;
  /** A whole row as text. Bytes that are not UTF-8, such as vectors and encrypted secrets, are left out. */
  row: Sql;
}

/** Every table with its columns from the catalogue, so that a new table is searched without being listed here. */
async function listTables(db: Db): Promise<Table[]> {
  const columns = await db.query<{ table: string; column: string; is_bytes: boolean }>(sql`
    select c.relname as table, a.attname as column, a.atttypid = 'bytea'::regtype as is_bytes
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
     order by c.relname, a.attnum`);
  const byTable = Map.groupBy(columns, ({ table }) => table);
  return [...byTable].map(([name, own]) => ({
    name,
    row: sql`concat_ws(E'\n', ${join(
      own.map(({ column, is_bytes }) => {
        const quoted = raw(`t."${column}"`);
        return is_bytes ? sql`encode(${quoted}, 'escape')` : sql`${quoted}::text`;
      }),
    )})`,
  }));
}

async function searchTable(db: Db, name: string, row: Sql, ids: string[], texts: string[]) {
  const counts = texts.map((text) => sql`count(*) filter (where ${contains(sql`r`, text)})::integer`);
  const [found] = await db.query<{ ids: number; texts: number[] }>(sql`
    select count(*) filter (where r like any(${ids.map((id) => `%${escapeLike(id)}%`)}::text[]))::integer as ids,
      array[${counts.length > 0 ? join(counts) : sql``}]::integer[] as texts
      from (select ${row} as r from ${raw(`"${name}"`)} t) rows`);
  return found ?? { ids: 0, texts: [] };
}

/** JSON and bytes have the text in escaped form, so all forms are compared. */
function contains(row: Sql, text: string): Sql {
  const inJson = JSON.stringify(text).slice(1, -1);
  const inBytes = (form: string) => sql`encode(convert_to(${form}, 'utf8'), 'escape')`;
  return sql`(position(lower(${text}) in lower(${row})) > 0 or position(lower(${inJson}) in lower(${row})) > 0
    or position(lower(${inBytes(text)}) in lower(${row})) > 0 or position(lower(${inBytes(inJson)}) in lower(${row})) > 0)`;
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const storedKinds = [
  { folder: 'files', kind: 'file' },
  { folder: 'clips', kind: 'clip' },
  { folder: 'reels', kind: 'reel' },
];

async function findBlobs(db: Db, storage: Storage, recordIds: string[]) {
  const blobs: string[] = [];
  for (const id of recordIds)
    for (const { folder, kind } of storedKinds)
      if (kindOfId(id) === kind)
        for await (const { key } of storage.list(`${folder}/${id}/`)) blobs.push(key);
  const scheduled = await db.query<{ key: string }>(sql`
    select k.key from unnest(${blobs}::text[]) as k (key)
     where exists (select 1 from blob_deletions d where starts_with(k.key, d.prefix))`);
  return { blobs, blobs_scheduled: scheduled.map(({ key }) => key) };
}
