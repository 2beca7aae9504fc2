import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import type { GivenText } from '../../../platform/word-removal/index.ts';
import { participantTurns } from '../../evidence/index.ts';
import type { ErasureScope } from '../participants/index.ts';

export const removedKinds = [
  'responses',
  'sessions',
  'files',
  'clips',
  'transcripts',
  'notes',
  'taggings',
] as const;
export const redactedKinds = [
  'cards',
  'reports',
  'notes',
  'messages',
  'jobs',
  'events',
  'other_texts',
] as const;
type Counts<Kind extends string> = Partial<Record<Kind, number>>;
export type RemovedCounts = Counts<(typeof removedKinds)[number]>;
export type RedactedCounts = Counts<(typeof redactedKinds)[number]>;

export interface ErasureRow extends ErasureScope {
  id: number;
  project_id: string;
  workspace_id: string;
  removed: RemovedCounts;
  redacted: RedactedCounts;
  record_ids: string[];
  names: string[];
  /** How transcripts name the person, and the names of their files. Empty when the erasure is finished. */
  labels: string[];
  started_at: Date;
  finished_at: Date | null;
}

type Project = Pick<ErasureRow, 'project_id' | 'workspace_id'>;

/** Starts an erasure, or continues one. A person who withdraws again from the same test starts it again. */
export async function openErasure(
  tx: Db,
  scope: ErasureScope,
  project: Project,
  names: string[],
  now: Date,
): Promise<ErasureRow> {
  const [row] = await tx.query<ErasureRow>(sql`
    insert into erasures as e (participant_id, test_id, project_id, workspace_id, names, started_at)
    values (${scope.participant_id}, ${scope.test_id}, ${project.project_id}, ${project.workspace_id}, ${names}, ${now})
    on conflict (participant_id, test_id) do update
      set names = e.names || excluded.names, finished_at = null
    returning *`);
  return row as ErasureRow;
}

export async function findErasure(db: Db, scope: ErasureScope): Promise<ErasureRow | undefined> {
  const [row] = await db.query<ErasureRow>(sql`
    select * from erasures
     where participant_id = ${scope.participant_id} and test_id is not distinct from ${scope.test_id}`);
  return row;
}

/** Erasures that were interrupted, the oldest first. */
export const listUnfinished = (db: Db, startedBefore: Date, limit: number): Promise<ErasureRow[]> =>
  db.query<ErasureRow>(sql`
    select * from erasures where finished_at is null and started_at < ${startedBefore}
     order by started_at limit ${limit}`);

const added = (column: Sql, counts: Record<string, number>): Sql => sql`
  ${column} || (select coalesce(jsonb_object_agg(n.key, n.value::integer + coalesce((${column} ->> n.key)::integer, 0)), '{}')
    from jsonb_each_text(${JSON.stringify(counts)}::jsonb) n)`;

/** Adds to the receipt, in the transaction that removes or redacts. */
export async function count(
  tx: Db,
  erasureId: number,
  counts: { removed?: RemovedCounts; redacted?: RedactedCounts; record_ids?: string[] },
): Promise<void> {
  await tx.query(sql`
    update erasures set removed = ${added(sql`removed`, counts.removed ?? {})},
      redacted = ${added(sql`redacted`, counts.redacted ?? {})},
      record_ids = record_ids || ${counts.record_ids ?? []}::text[]
     where id = ${erasureId}`);
}

/** Stores labels while their files exist, and returns them with those of an earlier, interrupted run. */
export async function storeLabels(tx: Db, erasureId: number, labels: string[]): Promise<string[]> {
  const [row] = await tx.query<{ labels: string[] }>(sql`
    update erasures set labels = array(select distinct unnest(labels || ${labels}::text[]) order by 1)
     where id = ${erasureId} returning labels`);
  return row?.labels ?? labels;
}

export async function finishErasure(tx: Db, erasureId: number, now: Date): Promise<ErasureRow> {
  const [row] = await tx.query<ErasureRow>(sql`
    update erasures set finished_at = ${now}, names = '{}', labels = '{}' where id = ${erasureId} returning *`);
  return row as ErasureRow;
}

/** What belongs to the person: the records that an erasure removes. */
export interface OwnRecords {
  test_ids: string[];
  response_ids: string[];
  session_ids: string[];
  file_ids: string[];
}

export async function findOwnRecords(db: Db, { participant_id, test_id }: ErasureScope): Promise<OwnRecords> {
  const own = (alias: Sql) =>
    sql`${alias}.participant_id = ${participant_id} and (${test_id}::text is null or ${alias}.test_id = ${test_id})`;
  const [row] = await db.query<OwnRecords>(sql`
    with r as materialized (select r.id, r.test_id from responses r where ${own(sql`r`)}),
      s as materialized (select s.id, s.test_id, s.recording_file_id from engage_sessions s where ${own(sql`s`)})
    select array(select id::text from r order by 1) as response_ids, array(select id::text from s order by 1) as session_ids,
      array(select test_id::text from r union select test_id from s order by 1) as test_ids,
      array(select f.id::text from files f where f.response_id in (select id from r)
        union select f.id from files f where f.session_id in (select id from s)
        union select a.file_id from answers a where a.response_id in (select id from r) and a.file_id is not null
        union select c.file_id from call_recordings c where c.session_id in (select id from s)
        union select s.recording_file_id from s where s.recording_file_id is not null order by 1) as file_ids`);
  return row as OwnRecords;
}

/** Files of records that are already removed: a task may have written one at the same moment. */
export async function findLateFiles(db: Db, { response_ids, session_ids }: OwnRecords): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from files
     where response_id = any(${response_ids}::text[]) or session_id = any(${session_ids}::text[]) order by id`);
  return rows.map(({ id }) => id);
}

interface OwnWords {
  passages: GivenText[];
  /** How transcripts name the person. */
  labels: string[];
}

/** The person's words: answers, and what others than interviewers say in the transcripts, in all revisions. */
export async function readWords(db: Db, own: OwnRecords): Promise<OwnWords> {
  const { response_ids, session_ids, file_ids } = own;
  // The text of a choice is the researcher's.
  const answers = await db.query<GivenText>(sql`
    select a.text, a.updated_at as given_at from answers a
     where a.response_id = any(${response_ids}::text[]) and a.text is not null
       and (a.type in ('open', 'task') or a.turn > 0)
    union all
    select t.text, t.created_at from interview_turns t
     where t.session_id = any(${session_ids}::text[]) and t.role = 'participant'`);
  const spoken: (GivenText & { speaker: string })[] = [];
  for (const fileId of file_ids) spoken.push(...(await readSpoken(db, fileId)));
  return {
    passages: [...answers, ...spoken].map(({ text, given_at }) => ({ text, given_at })),
    labels: [...new Set(spoken.map(({ speaker }) => speaker))],
  };
}

/** When a person typed their name on an open link; undefined if a researcher entered it. */
export async function findTypedAt(db: Db, participantId: string): Promise<Date | undefined> {
  const [row] = await db.query<{ created_at: Date }>(
    sql`select created_at from participants where id = ${participantId} and not email_verified`,
  );
  return row?.created_at;
}

/**
 * Names of other people of the project, and of those whose erasure is not finished. They may contain a name of the person:
 * “Mary Ann Lee” is not “Ann Lee”.
 */
export async function readOtherNames(db: Db, erasure: ErasureRow): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select p.name from participants p
     where p.project_id = ${erasure.project_id} and p.id <> ${erasure.participant_id} and p.name is not null
    union
    select n.name from erasures e cross join unnest(e.names) as n (name)
     where e.project_id = ${erasure.project_id} and e.participant_id <> ${erasure.participant_id}
       and e.finished_at is null and position('@' in n.name) = 0`);
  return rows.map(({ name }) => name);
}

/** Names of files with several words. One word, such as “Checkout”, occurs in many texts. */
export async function readFileNames(db: Db, { file_ids }: OwnRecords): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    sql`select name from files where id = any(${file_ids}::text[]) and name ~ '\\S\\s+\\S' order by id`,
  );
  return rows.map(({ name }) => name);
}

async function readSpoken(db: Db, fileId: string) {
  // Researchers write notes during a call, before its recording is stored.
  const turns = await db.query<{ speaker: string; role: string | null; text: string; given_at: Date }>(sql`
    select coalesce(p.speaker ->> 'label', s.speaker_id) as speaker, p.speaker ->> 'role' as role, s.text,
        (select least(f.created_at, e.created_at) from files f left join engage_sessions e on e.id = f.session_id
          where f.id = ${fileId}) as given_at
      from (select speaker_id, text from segments where file_id = ${fileId}
            union all select speaker_id, text from past_segments where file_id = ${fileId}) s
      join transcripts t on t.file_id = ${fileId}
      left join lateral jsonb_array_elements(t.speakers) as p (speaker) on p.speaker ->> 'id' = s.speaker_id`);
  return participantTurns(turns);
}

/** What disappears with a file. */
export interface FileParts {
  clip_ids: string[];
  /** Reels that contain a part of the file. */
  reel_ids: string[];
  transcripts: number;
}

export async function readFileParts(tx: Db, fileId: string): Promise<FileParts> {
  const [row] = await tx.query<FileParts>(sql`
    select array(select id::text from clips where file_id = ${fileId} order by 1) as clip_ids,
      array(select distinct reel_id::text from reel_parts where file_id = ${fileId} order by 1) as reel_ids,
      (select count(*)::integer from transcripts where file_id = ${fileId}) as transcripts`);
  return row as FileParts;
}

/** Locks the tests that count the records, in the order of their ids. The caller has locked the project. */
export async function lockTests(tx: Db, testIds: string[]): Promise<void> {
  await tx.query(sql`select 1 from tests where id = any(${testIds}::text[]) order by id for no key update`);
}

/** The person of a project with an address and a name, locked. */
export async function lockParticipant(
  tx: Db,
  participantId: string,
): Promise<{ email: string | null; name: string | null } | undefined> {
  const [row] = await tx.query<{ email: string | null; name: string | null }>(
    sql`select email, name from participants where id = ${participantId} for no key update`,
  );
  return row;
}

/**
 * What other participants of the project are called and where they are reached. People can type any name and any address on an
 * open link; what they typed does not become theirs, and it does not protect them from an erasure of the person it names.
 */
export async function readOthersNames(tx: Db, participantId: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select n.name from participants p
      join participants o on o.project_id = p.project_id and o.id <> p.id
      cross join lateral (values (o.name, o.email_verified), (o.email, o.email_verified or not p.email_verified))
        as n (name, counts)
     where p.id = ${participantId} and n.counts and n.name is not null`);
  return rows.map(({ name }) => name);
}
