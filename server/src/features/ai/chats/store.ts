import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import type { QuestionNumbers } from '../../evidence/index.ts';
import type { Citation } from '../../evidence/quotes/index.ts';
import { type CallerIdentity, identityColumns, isActiveCaller } from '../../identity/accounts/index.ts';
import { type Access, accessColumns, sharedWith } from '../../projects/index.ts';
import type { UseOfFile } from '../../registrations.ts';

export interface ChatRow {
  id: string;
  workspace_id: string;
  project_id: string;
  title: string;
  question_count: number;
  message_count: number;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export const messageRoles = ['user', 'assistant'] as const;

export interface MessageRow {
  id: string;
  chat_id: string;
  project_id: string;
  /** Position in the thread. The answer to a question directly follows it. */
  place: number;
  role: (typeof messageRoles)[number];
  content: string;
  citations: Citation[];
  file_ids: string[] | null;
  tag_ids: string[] | null;
  test_ids: string[] | null;
  /** Names of participants; empty for everyone. */
  people: string[];
  /** What surveys say about the topic. */
  numbers: QuestionNumbers[];
  /** Whether someone stopped the answer, so that only its beginning is stored. */
  stopped: boolean;
  answered: boolean | null;
  model: string | null;
  job_id: string;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export async function insertChat(tx: Db, chat: ChatRow): Promise<void> {
  await tx.query(sql`
    insert into chats (id, workspace_id, project_id, title, created_by, created_at, updated_at)
    values (${chat.id}, ${chat.workspace_id}, ${chat.project_id}, ${chat.title}, ${chat.created_by},
      ${chat.created_at}, ${chat.updated_at})`);
}

export async function findChat(
  db: Db,
  { workspace_id }: Researcher,
  chatId: string,
): Promise<(ChatRow & Access) | undefined> {
  const [row] = await db.query<ChatRow & Access>(sql`
    select c.*, ${accessColumns} from chats c join projects p on p.id = c.project_id
     where c.id = ${chatId} and c.workspace_id = ${workspace_id} and p.deleted_at is null`);
  return row;
}

/** Whether the chat is in the project. Does not lock it (see `askQuestion`). */
export async function isChatOf(db: Db, projectId: string, chatId: string): Promise<boolean> {
  const rows = await db.query(sql`select 1 from chats where id = ${chatId} and project_id = ${projectId}`);
  return rows.length > 0;
}

/** Gives the next question its place. Undefined if the chat was deleted. Locks the chat. */
export async function countQuestion(tx: Db, chatId: string, now: Date): Promise<number | undefined> {
  const [row] = await tx.query<{ question_count: number }>(sql`
    update chats set question_count = question_count + 1, message_count = message_count + 1,
      updated_at = greatest(updated_at, ${now}::timestamptz)
     where id = ${chatId} returning question_count`);
  return row && row.question_count * 2 - 1;
}

/** False if the chat was deleted. */
export async function countAnswer(tx: Db, chatId: string, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update chats set message_count = message_count + 1, updated_at = greatest(updated_at, ${now}::timestamptz)
     where id = ${chatId} returning 1`);
  return rows.length > 0;
}

export async function insertMessage(tx: Db, m: MessageRow): Promise<void> {
  await tx.query(sql`
    insert into chat_messages (id, chat_id, project_id, place, role, content, citations, file_ids, tag_ids, test_ids, people,
      numbers, stopped, answered, model, job_id, created_by, created_at, updated_at)
    values (${m.id}, ${m.chat_id}, ${m.project_id}, ${m.place}, ${m.role}, ${m.content}, ${JSON.stringify(m.citations)},
      ${m.file_ids}::text[], ${m.tag_ids}::text[], ${m.test_ids}::text[], ${JSON.stringify(m.people)},
      ${JSON.stringify(m.numbers)}, ${m.stopped}, ${m.answered}, ${m.model}, ${m.job_id}, ${m.created_by}, ${m.created_at}, ${m.updated_at})`);
}

export async function findMessage(db: Db, messageId: string): Promise<MessageRow | undefined> {
  const [row] = await db.query<MessageRow>(sql`select * from chat_messages where id = ${messageId}`);
  return row;
}

/** The last messages before a place, the oldest first. */
export async function readThread(
  db: Db,
  chatId: string,
  before: number,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await db.query<MessageRow>(sql`
    select * from chat_messages where chat_id = ${chatId} and place < ${before} order by place desc limit ${limit}`);
  return rows.reverse();
}

/** A question that is being answered, with what of its answer is verified so far. */
export interface StartedAnswer {
  question_id: string;
  place: number;
  job_id: string;
  content: string | null;
  answered: boolean | null;
  citations: Citation[] | null;
}

export async function readStartedAnswers(tx: Db, chatId: string): Promise<StartedAnswer[]> {
  return tx.query<StartedAnswer>(sql`
    select q.id as question_id, q.place, q.job_id, d.content, d.answered, d.citations
      from chat_messages q join jobs j on j.id = q.job_id left join chat_drafts d on d.job_id = q.job_id
     where q.chat_id = ${chatId} and q.role = 'user' and j.status in ('queued', 'running')
     order by q.place`);
}

/** Unfinished jobs of questions that have no answer yet. */
export async function findUnansweredJobs(db: Db, chatId: string): Promise<string[]> {
  const rows = await db.query<{ job_id: string }>(sql`
    select q.job_id from chat_messages q join jobs j on j.id = q.job_id
     where q.chat_id = ${chatId} and q.role = 'user' and j.status in ('queued', 'running')
     order by q.job_id`);
  return rows.map(({ job_id }) => job_id);
}

export async function deleteChat(tx: Db, chatId: string): Promise<void> {
  await tx.query(sql`delete from chats where id = ${chatId}`);
}

interface ChatFilters extends ListQuery {
  q?: string;
  job_id?: string;
}

export const listChats = (db: Db, projectId: string, query: ChatFilters) =>
  listPage<ChatRow>(db, {
    name: `chats of ${projectId}`,
    query,
    select: sql`select c.*`,
    from: sql`from chats c`,
    where: [
      sql`c.project_id = ${projectId}`,
      ...(query.q ? [contains(sql`c.title`, query.q)] : []),
      ...(query.job_id
        ? [sql`c.id in (select m.chat_id from chat_messages m where m.job_id = ${query.job_id})`]
        : []),
    ],
    sorts: {
      created_at: { column: sql`c.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`c.updated_at`, type: 'timestamptz' },
    },
    defaultSort: '-created_at',
    id: sql`c.id`,
  });

interface MessageFilters extends ListQuery {
  role?: string;
}

export function listMessages(db: Db, chatId: string, query: MessageFilters) {
  const where: Sql[] = [sql`m.chat_id = ${chatId}`];
  if (query.role) where.push(among(sql`m.role`, query.role));
  return listPage<MessageRow>(db, {
    name: `messages of ${chatId}`,
    // The order of creation, except that an answer follows its question.
    query: { ...query, sort: query.sort?.replace('created_at', 'place') },
    select: sql`select m.*`,
    from: sql`from chat_messages m`,
    where,
    sorts: {
      place: { column: sql`m.place`, type: 'integer' },
      // For the time filters.
      created_at: { column: sql`m.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`m.updated_at`, type: 'timestamptz' },
    },
    defaultSort: '-place',
    id: sql`m.id`,
  });
}

/** The part of an answer that is verified so far. */
export interface DraftRow {
  job_id: string;
  attempt: number;
  content: string;
  answered: boolean;
  citations: Citation[];
  /** The passages that the search found, and in how many files and responses. */
  passages_found: number;
  files_found: number;
}

/** Stores more of an answer while its job runs. An attempt that lost its lease does not overwrite a later one. */
export async function saveDraft(db: Db, chatId: string, draft: DraftRow, now: Date): Promise<void> {
  await db.query(sql`
    insert into chat_drafts as d (job_id, chat_id, attempt, content, answered, citations, passages_found, files_found,
      updated_at)
    select ${draft.job_id}, id, ${draft.attempt}, ${draft.content}, ${draft.answered}, ${JSON.stringify(draft.citations)},
        ${draft.passages_found}, ${draft.files_found}, ${now}
      from chats where id = ${chatId}
    on conflict (job_id) do update
      set attempt = excluded.attempt, content = excluded.content, answered = excluded.answered,
        citations = excluded.citations, updated_at = excluded.updated_at
    where d.attempt <= excluded.attempt`);
}

export async function deleteDraft(tx: Db, jobId: string): Promise<void> {
  await tx.query(sql`delete from chat_drafts where job_id = ${jobId}`);
}

/** How far the answer to a question is. */
export interface AnswerState {
  job_id: string;
  chat_id: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed';
  error_code: string | null;
  error_message: string | null;
  answer_id: string | null;
  /** The verified part of the answer; null if there is none yet. */
  content: string | null;
  answered: boolean | null;
  citations: Citation[] | null;
  passages_found: number | null;
  files_found: number | null;
}

export async function readAnswerStates(db: Db, jobIds: string[]): Promise<AnswerState[]> {
  if (jobIds.length === 0) return [];
  return db.query<AnswerState>(sql`
    select q.job_id, q.chat_id, j.status, j.error_code, j.error_message, a.id as answer_id, d.content,
        d.answered, d.citations, d.passages_found, d.files_found
      from chat_messages q
      join jobs j on j.id = q.job_id
      left join chat_messages a on a.chat_id = q.chat_id and a.place = q.place + 1
      left join chat_drafts d on d.job_id = q.job_id
     where q.job_id = any(${jobIds}::text[]) and q.role = 'user'`);
}

/** Who follows the answers of a chat. */
export interface ChatReader extends CallerIdentity {
  chat_id: string;
}

/** The readers that may still read their chat. A chat that was deleted has nothing that could be read. */
export async function listAdmittedReaders(
  db: Db,
  readers: ChatReader[],
  now: Date,
): Promise<Set<ChatReader>> {
  const rows = readers.map((reader, place) => ({ ...reader, place }));
  const admitted = await db.query<{ place: number }>(sql`
    select r.place
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (place integer, chat_id text, ${identityColumns})
      left join chats c on c.id = r.chat_id
      left join projects p on p.id = c.project_id
     where ${isActiveCaller(now)}
       and (c.id is null
         or (p.deleted_at is null and p.workspace_id = r.workspace_id and ${sharedWith(sql`r.user_id`)}))`);
  return new Set(admitted.map(({ place }) => readers[place] as ChatReader));
}

export async function findLastAnswer(db: Db, chatId: string): Promise<MessageRow | undefined> {
  const [row] = await db.query<MessageRow>(sql`
    select * from chat_messages where chat_id = ${chatId} and role = 'assistant' order by place desc limit 1`);
  return row;
}

export const answerUses: UseOfFile = {
  names: ['chat answer', 'chat answers'],
  count: ({ id, project_id }) => sql`
    select count(*)::integer from chat_messages where project_id = ${project_id} and ${id} = any(file_ids)`,
};
