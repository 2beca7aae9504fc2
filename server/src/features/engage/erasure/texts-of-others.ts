import { setImmediate } from 'node:timers/promises';
import { type Db, join, raw, type Sql, sql } from '../../../platform/database/index.ts';
import { createSharedWords, type GivenText } from '../../../platform/word-removal/index.ts';
import type { TextTable } from '../../text-table.ts';
import type { OwnRecords } from './store.ts';

/** Records of a project in the order of their ids, and what others gave in them. */
interface Texts {
  records: Sql;
  /** Rows with a text or JSON as `value`, and the time since which the text exists: null if another person gave it. */
  of(ids: string[]): Sql;
}

interface TextRow {
  value: unknown;
  since: Date | null;
}

const pageSize = 50;

/** Tables whose texts researchers write, or models for them. */
const researcherTables = [
  'projects',
  'files',
  'notes',
  'cards',
  'lanes',
  'tags',
  'reports',
  'chats',
  'chat_messages',
  'clips',
  'reels',
];

/**
 * Which words of the person are not only theirs: they are in a test, others gave them, or a researcher wrote them before. An
 * erasure leaves these words everywhere (ADR 30).
 */
export async function findSharedWords(
  db: Db,
  tables: readonly TextTable[],
  projectId: string,
  own: OwnRecords,
  passages: readonly GivenText[],
  names: readonly GivenText[],
): Promise<ReadonlySet<string>> {
  const shared = createSharedWords(passages, names);
  if (passages.length + names.length === 0) return shared.keys;
  const written = tables.filter(({ table }) => researcherTables.includes(table));
  for (const texts of [
    textsOfTests(projectId),
    textsOfResponses(projectId, own),
    textsOfSessions(projectId, own),
    textsOfFiles(projectId, own),
    ...written.map((table) => textsOfResearchers(projectId, table)),
  ])
    for await (const { value, since } of readTexts(db, texts))
      for (const text of stringsIn(value)) shared.add(text, since ?? undefined);
  return shared.keys;
}

async function* readTexts(db: Db, { records, of }: Texts): AsyncGenerator<TextRow> {
  let last = '';
  for (;;) {
    const page: { id: string }[] = await db.query<{ id: string }>(
      sql`select r.id from (${records}) r where r.id > ${last} order by r.id limit ${pageSize}`,
    );
    const final = page.at(-1);
    if (!final) return;
    last = final.id;
    for (const row of await db.query<TextRow>(of(page.map(({ id }) => id)))) {
      yield row;
      await setImmediate();
    }
  }
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) yield* stringsIn(item);
}

const textsOfTests = (projectId: string): Texts => ({
  records: sql`select id from tests where project_id = ${projectId}`,
  of: (ids) => sql`
    select jsonb_build_array(t.name, t.description, t.questions, t.post_details, t.screener, t.consent, t.moderator,
        t.scheduling, t.metadata) as value, null::timestamptz as since
      from tests t where t.id = any(${ids}::text[])
    union all
    select v.content, null from test_versions v where v.test_id = any(${ids}::text[])`,
});

const textsOfResponses = (projectId: string, { response_ids }: OwnRecords): Texts => ({
  records: sql`select id from responses where project_id = ${projectId}`,
  of: (ids) => sql`
    select case when a.response_id = any(${response_ids}::text[]) then to_jsonb(a.question)
        else jsonb_build_array(a.question, a.text, a.value) end as value, null::timestamptz as since
      from answers a where a.response_id = any(${ids}::text[])
    union all
    select to_jsonb(f.text), null from follow_ups f where f.response_id = any(${ids}::text[])
    union all
    select to_jsonb(s.text), null from spoken_answers s
     where s.response_id = any(${ids}::text[]) and not s.response_id = any(${response_ids}::text[])`,
});

const textsOfSessions = (projectId: string, { session_ids }: OwnRecords): Texts => ({
  records: sql`select id from engage_sessions where project_id = ${projectId}`,
  of: (ids) => sql`
    select to_jsonb(t.text) as value, null::timestamptz as since from interview_turns t
     where t.session_id = any(${ids}::text[])
       and not (t.session_id = any(${session_ids}::text[]) and t.role = 'participant')`,
});

/** A researcher may have put a copy of what the person said into a file later, but not before. */
const textsOfFiles = (projectId: string, { file_ids }: OwnRecords): Texts => ({
  records: sql`select id from files where project_id = ${projectId} and not id = any(${file_ids}::text[])`,
  of: (ids) => sql`
    select to_jsonb(s.text) as value,
        case when f.response_id is null and f.session_id is null then f.created_at end as since
      from files f
      join (select file_id, text from segments where file_id = any(${ids}::text[])
            union all select file_id, text from past_segments where file_id = any(${ids}::text[])) s on s.file_id = f.id`,
});

const textsOfResearchers = (projectId: string, { table, columns, ofProject }: TextTable): Texts => ({
  records: sql`
    select t.id from ${raw(table)} t where ${ofProject({ id: projectId, workspace_id: '' })}`,
  of: (ids) => sql`
    select jsonb_build_array(${join(Object.keys(columns).map((column) => raw(`t."${column}"`)))}) as value,
        t.updated_at as since
      from ${raw(table)} t where t.id = any(${ids}::text[])`,
});
