import { invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import { isId, newId } from '../../../foundation/ids.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import type { Caller } from '../../../http/route.ts';
import { extractiveModel } from '../../../platform/ai/extractive-model.ts';
import type { Db } from '../../../platform/database/index.ts';
import { hasMaterial } from '../../evidence/retrieval/index.ts';
import { createJob, endJobsById, type JobQueue, type JobRow } from '../../jobs/index.ts';
import {
  getProjectForWrite,
  type Need,
  type ProjectRecords,
  type Reference,
  requireAccess,
  requireReferences,
} from '../../projects/index.ts';
import { fileRecords } from '../../sources/files/index.ts';
import { tagRecords } from '../../tags/index.ts';
import { titleFrom } from '../reports/index.ts';
import type { ChatDeps } from './deps.ts';
import type { NewQuestion } from './schema.ts';
import {
  type ChatRow,
  countAnswer,
  countQuestion,
  deleteChat,
  findChat,
  findMessage,
  findUnansweredJobs,
  insertChat,
  insertMessage,
  isChatOf,
  type MessageRow,
  readStartedAnswers,
} from './store.ts';

/** The input of a job of type `chat`. */
export interface ChatJobInput {
  chat_id: string;
  message_id: string;
}

const notInProject = invalidField('chat_id', 'is not a chat of this project.');

/**
 * `POST /v1/projects/{id}/chat`: stores the question and queues the job that answers it. The chat is locked after the credit
 * of the job, in the same order as by the deletion of a chat.
 */
export async function askQuestion(
  { jobs, registered }: Pick<ChatDeps, 'jobs' | 'registered'>,
  { db, principal, now }: Caller,
  projectId: string,
  { message, chat_id, file_ids, tag_ids, test_ids, people }: NewQuestion,
): Promise<JobRow> {
  return db.transaction(async (tx) => {
    const { workspace_id, user_id: created_by } = principal;
    await getProjectForWrite(tx, principal, projectId);
    if (chat_id !== undefined && !(isId('chat', chat_id) && (await isChatOf(tx, projectId, chat_id))))
      throw notInProject;
    const named = (field: string, records: ProjectRecords, ids: string[] = []): Reference[] =>
      ids.map((id, i) => ({ field: `${field}.${i}`, records, id }));
    await requireReferences(tx, projectId, [
      ...named('file_ids', fileRecords, file_ids),
      ...named('tag_ids', tagRecords, tag_ids),
      ...named('test_ids', registered.recordsOf('test'), test_ids),
    ]);
    await requireMaterial(tx, { workspace_id, project_id: projectId, file_ids, test_ids });
    const chatId = chat_id ?? newId('chat', now.getTime());
    const messageId = newId('message', now.getTime());
    const input: ChatJobInput = { chat_id: chatId, message_id: messageId };
    const job = await createJob(
      jobs,
      tx,
      {
        type: 'chat',
        workspace_id,
        plan: principal.plan,
        project_id: projectId,
        input: { ...input },
        credit: { name: 'ai_jobs', amount: 1 },
        created_by,
      },
      now,
    );
    const times = { created_by, created_at: now, updated_at: now };
    if (chat_id === undefined)
      await insertChat(tx, {
        id: chatId,
        workspace_id,
        project_id: projectId,
        title: titleFrom(message),
        question_count: 0,
        message_count: 0,
        ...times,
      });
    const place = await countQuestion(tx, chatId, now);
    if (place === undefined) throw notInProject;
    await insertMessage(tx, {
      id: messageId,
      chat_id: chatId,
      project_id: projectId,
      place,
      role: 'user',
      content: message,
      citations: [],
      file_ids: file_ids ?? null,
      tag_ids: tag_ids ?? null,
      test_ids: test_ids ?? null,
      people: people ?? [],
      numbers: [],
      stopped: false,
      answered: null,
      model: null,
      job_id: job.id,
      ...times,
    });
    return job;
  });
}

/** 422 when there is nothing to read (spec §6.4). */
async function requireMaterial(
  tx: Db,
  {
    workspace_id,
    project_id,
    file_ids,
    test_ids,
  }: {
    workspace_id: string;
    project_id: string;
    file_ids: string[] | undefined;
    test_ids: string[] | undefined;
  },
): Promise<void> {
  const scope = {
    workspace_id,
    project_id,
    ...(file_ids || test_ids ? { file_ids: file_ids ?? [] } : {}),
    ...(test_ids ? { test_ids } : {}),
  };
  // Recordings of a test are not known here, so the job looks for them.
  if (test_ids || (await hasMaterial(tx, scope))) return;
  if (!file_ids)
    throw invalidField('file_ids', 'There is nothing to read: this project has no transcript, note or card.');
  throw invalid(
    file_ids.map((_, i) => ({
      field: `file_ids.${i}`,
      message: 'has no transcript yet: there is nothing to read.',
    })),
  );
}

export async function getChat(
  db: Db,
  principal: Researcher,
  chatId: string,
  need: Need = 'read',
): Promise<ChatRow> {
  const chat = await findChat(db, principal, chatId);
  if (!chat) throw notFound('Chat');
  requireAccess(chat, principal, need);
  return chat;
}

/**
 * `POST /v1/chats/{id}/stop`: what is verified of the answers becomes their text. Ends the jobs before it locks the chat, in
 * the same order as a worker that finishes one.
 */
export async function stopAnswers(
  { jobs, generator }: Pick<ChatDeps, 'jobs' | 'generator'>,
  { db, principal, now }: Caller,
  chatId: string,
): Promise<MessageRow[]> {
  return db.transaction(async (tx) => {
    const chat = await getChat(tx, principal, chatId, 'write');
    const started = await readStartedAnswers(tx, chatId);
    const ids = started.map(({ job_id }) => job_id);
    const ended = new Set(
      (await endJobsById(jobs, tx, ids, 'The answer was stopped.', now)).map(({ id }) => id),
    );
    const stopped: MessageRow[] = [];
    for (const answer of started) {
      if (!ended.has(answer.job_id) || !answer.content) continue;
      const question = await findMessage(tx, answer.question_id);
      if (!question || !(await countAnswer(tx, chatId, now))) continue;
      const row: MessageRow = {
        ...question,
        id: newId('message', now.getTime()),
        project_id: chat.project_id,
        place: question.place + 1,
        role: 'assistant',
        content: answer.content,
        citations: answer.citations ?? [],
        answered: answer.answered,
        stopped: true,
        model: generator?.model ?? extractiveModel,
        created_by: null,
        created_at: now,
        updated_at: now,
      };
      await insertMessage(tx, row);
      stopped.push(row);
    }
    return stopped;
  });
}

/** Ends the jobs of the thread first: a worker that finishes one also locks the job before the chat. */
export async function removeChat(
  jobs: JobQueue,
  { db, principal, now }: Caller,
  chatId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await getChat(tx, principal, chatId, 'write');
    await endJobsById(jobs, tx, await findUnansweredJobs(tx, chatId), 'The chat was deleted.', now);
    await deleteChat(tx, chatId);
  });
}
