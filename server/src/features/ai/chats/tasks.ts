import { newId } from '../../../foundation/ids.ts';
import { extractiveModel } from '../../../platform/ai/extractive-model.ts';
import { GeneratorError, type JobGenerator } from '../../../platform/ai/generate/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { TaskFailure } from '../../../platform/tasks/index.ts';
import { markDeletedSources, requireSources, type Source } from '../../evidence/index.ts';
import {
  hasMaterial,
  type MaterialScope,
  type Retrieval,
  readMaterialLanguage,
  readMaterialSpeakers,
} from '../../evidence/retrieval/index.ts';
import type { JobKind, JobRow, JobRun } from '../../jobs/index.ts';
import type { AnswerDraft } from './answer.ts';
import type { ChatDeps } from './deps.ts';
import { generateAnswer } from './generated/generate-answer.ts';
import { createLatest } from './latest.ts';
import { phrasesIn } from './phrases.ts';
import { type Asked, readQuestion } from './read-question.ts';
import { retrieveFor, toComposeRequest } from './retrieve-for.ts';
import { ChatResult, toMessage } from './schema.ts';
import type { ChatJobInput } from './service.ts';
import {
  countAnswer,
  type DraftRow,
  deleteDraft,
  findMessage,
  insertMessage,
  type MessageRow,
  readThread,
  saveDraft,
} from './store.ts';
import { answerWithNumbers, readSurveyNumbers } from './survey-numbers.ts';
import type { VerifiedAnswer } from './threads/protocol.ts';

/** Earlier messages that are read: enough for a chain of follow-up questions, whatever the length of the thread. */
const threadMax = 12;

/** The job `chat`: answers outside any transaction, then commits answer and event in one transaction. */
export function chatJob(deps: ChatDeps): JobKind {
  return {
    result: ChatResult,
    // A remote model needs no CPU here. The embedded analysis uses one core, and the others remain for requests.
    concurrency: deps.generator ? 4 : 2,
    async run(job, run) {
      const { message_id, chat_id } = job.input as unknown as ChatJobInput;
      const question = await findMessage(deps.db, message_id);
      if (!question) throw deletedChat();
      // It may quote a file that was deleted since.
      if (job.attempts > 1) await deleteDraft(deps.db, job.id);
      const thread = await readThread(deps.db, chat_id, question.place, threadMax);
      const scope = await scopeOf(deps, job, question);
      const speakers = await readMaterialSpeakers(deps.db, scope);
      const materialLanguage = await readMaterialLanguage(deps.db, scope);
      const earlier = thread.filter(({ role }) => role === 'user').map(({ content }) => content);
      const asked = readQuestion(question.content, earlier, speakers, materialLanguage);
      const retrieval = await retrieveFor(deps, scope, speakers, asked, run.signal);
      if (isEmpty(retrieval) && !(await hasMaterial(deps.db, scope)))
        throw new TaskFailure('nothing_to_read', 'The material for this answer was deleted.');
      run.signal.throwIfAborted();
      run.progress(40);
      const found: Found = {
        passages_found: retrieval.passages.length,
        files_found: new Set(retrieval.passages.map(({ file_id }) => file_id)).size,
      };
      await saveProgress(deps, job, { content: '', answered: true, citations: [] }, found);
      const numbers = await readSurveyNumbers(deps.db, scope, asked);
      const written = deps.generator
        ? await answerByModel(deps, deps.generator, job, asked, thread, retrieval, found, run)
        : await answerByExtraction(deps, job, asked, thread, retrieval);
      const answer = answerWithNumbers(written, numbers, asked.language);
      const message = {
        chat_id,
        project_id: job.project_id,
        place: question.place + 1,
        role: 'assistant' as const,
        ...answer,
        file_ids: question.file_ids,
        tag_ids: question.tag_ids,
        test_ids: question.test_ids,
        people: question.people,
        numbers,
        stopped: false,
        model: deps.generator?.model ?? extractiveModel,
        job_id: job.id,
        created_by: null,
      };
      const idsOf = (kind: Source['kind']) =>
        retrieval.sources.filter((source) => source.kind === kind).map(({ id }) => id);
      const read = { fileIds: [...speakers.fileIds, ...idsOf('file')], responseIds: idsOf('response') };
      return (tx, now) => saveAnswer(deps, tx, message, read, job, now);
    },
    onFailure: (tx, job) => deleteDraft(tx, job.id),
  };
}

const isEmpty = ({ passages, records }: Retrieval) => passages.length === 0 && records.length === 0;

const deletedChat = () => new TaskFailure('canceled', 'The chat was deleted.');

/** Tests add their recordings to the files. */
async function scopeOf(
  { db, registered }: ChatDeps,
  { workspace_id, project_id }: JobRow,
  { file_ids, tag_ids, test_ids, people }: MessageRow,
): Promise<MaterialScope> {
  const responses = registered.sourceMaterial;
  const recordings = test_ids ? await responses.filesOf(db, project_id, test_ids) : [];
  return {
    workspace_id,
    project_id,
    responses,
    ...(file_ids || test_ids ? { file_ids: [...(file_ids ?? []), ...recordings] } : {}),
    ...(tag_ids ? { tag_ids } : {}),
    ...(test_ids ? { test_ids } : {}),
    ...(people.length > 0 ? { people } : {}),
  };
}

/** How much the search found. */
type Found = Pick<DraftRow, 'passages_found' | 'files_found'>;

async function saveProgress(
  { db, clock }: ChatDeps,
  job: JobRow,
  { content, answered, citations }: VerifiedAnswer,
  found: Found,
): Promise<void> {
  const { chat_id } = job.input as unknown as ChatJobInput;
  const draft = { job_id: job.id, attempt: job.attempts, content, answered, citations, ...found };
  await saveDraft(db, chat_id, draft, clock.now());
}

async function answerByExtraction(
  { threads }: ChatDeps,
  job: JobRow,
  asked: Asked,
  thread: MessageRow[],
  retrieval: Retrieval,
): Promise<VerifiedAnswer> {
  const { marks, unverified } = phrasesIn(asked.language);
  return threads.run(job.workspace_id, {
    kind: 'compose',
    request: toComposeRequest(asked, thread, retrieval),
    verification: { sources: retrieval.sources, marks, unverified },
  });
}

async function answerByModel(
  deps: ChatDeps,
  generator: JobGenerator,
  job: JobRow,
  asked: Asked,
  thread: MessageRow[],
  { passages, sources, records }: Retrieval,
  found: Found,
  run: JobRun,
): Promise<VerifiedAnswer> {
  const { language } = asked;
  const { marks, unverified, unsupported, differ } = phrasesIn(language);
  const verify = (draft: AnswerDraft) =>
    deps.threads.run(job.workspace_id, {
      kind: 'verify',
      draft,
      verification: { sources, marks, unverified },
    });
  const partial = createLatest(async (draft: AnswerDraft) => {
    await saveProgress(deps, job, await verify(draft), found);
  });
  try {
    const draft = await generateAnswer(generator.forJob(job, run), {
      question: asked.message,
      thread,
      language,
      differ,
      sources,
      segmentIds: passages.map(({ segment }) => segment.id),
      records,
      signal: run.signal,
      onDraft: partial.offer,
    });
    await partial.settled();
    const answer = await verify(draft);
    const isSupported = !answer.answered || answer.citations.some(({ verified }) => verified);
    return isSupported ? answer : { ...answer, content: `*${unsupported}*\n\n${answer.content}` };
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof GeneratorError)
      throw new TaskFailure(error.code, error.message, { retryable: error.retryable });
    throw error;
  }
}

async function saveAnswer(
  { emit, registered }: ChatDeps,
  tx: Db,
  message: Omit<MessageRow, 'id' | 'created_at' | 'updated_at'>,
  read: { fileIds: string[]; responseIds: string[] },
  job: JobRow,
  now: Date,
): Promise<object> {
  const material = registered.sourceMaterial;
  await requireSources(tx, message.project_id, read.fileIds, { ids: read.responseIds, material });
  const citations = await markDeletedSources(tx, message.project_id, message.citations, material);
  if (!(await countAnswer(tx, message.chat_id, now))) throw deletedChat();
  const row: MessageRow = {
    ...message,
    citations,
    id: newId('message', now.getTime()),
    created_at: now,
    updated_at: now,
  };
  await insertMessage(tx, row);
  await deleteDraft(tx, job.id);
  const data = toMessage(row);
  await emit(tx, {
    type: 'chat.completed',
    workspace_id: job.workspace_id,
    project_id: job.project_id,
    data,
    at: now,
  });
  return {
    chat_id: row.chat_id,
    message_id: row.id,
    answered: row.answered,
    content: row.content,
    citations: data.citations,
  };
}
