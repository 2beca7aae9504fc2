import { newId } from '../../../foundation/ids.ts';
import { GeneratorError, type JobGenerator } from '../../../platform/ai/generate/index.ts';
import { createReader } from '../../../platform/ai/text-analysis/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { TaskFailure } from '../../../platform/tasks/index.ts';
import { markDeletedSources, requireSources, type Source } from '../../evidence/index.ts';
import {
  hasMaterial,
  namedIn,
  openSemanticIndex,
  type Retrieval,
  type RetrievedPassage,
  readMaterialLanguage,
  readMaterialSpeakers,
  retrievePassages,
  type Scope,
  type Speakers,
  sampleMaterial,
  topicsOf,
} from '../../evidence/retrieval/index.ts';
import type { JobKind, JobRow, JobRun } from '../../jobs/index.ts';
import { extractiveModel, isSmallTalk } from '../reports/index.ts';
import type { AnswerDraft } from './answer.ts';
import type { ChatDeps } from './deps.ts';
import { type MaterialQuestion, readMaterialQuestion } from './extractive/overview.ts';
import { type ResolvedQuestion, resolveQuestion } from './follow-up.ts';
import { generateAnswer } from './generated/generate-answer.ts';
import { createLatest } from './latest.ts';
import { phrasesIn } from './phrases.ts';
import { languageOfMessage } from './question-language.ts';
import { toMessage } from './schema.ts';
import type { ChatJobInput } from './service.ts';
import {
  countAnswer,
  deleteDraft,
  findMessage,
  insertMessage,
  type MessageRow,
  readThread,
  saveDraft,
} from './store.ts';
import type { VerifiedAnswer } from './threads/protocol.ts';
import { unknownPersonIn } from './unknown-person.ts';

/** Earlier messages that are read: enough for a chain of follow-up questions, whatever the length of the thread. */
const threadMax = 12;
const overviewSegmentsMax = 150;

/** The job `chat`: answers outside any transaction, then commits answer and event in one transaction. */
export function chatJob(deps: ChatDeps): JobKind {
  return {
    // A remote model needs no CPU here. The embedded analysis uses one core, and the others remain for requests.
    concurrency: deps.generator ? 4 : 2,
    async run(job, run) {
      const { message_id, chat_id } = job.input as unknown as ChatJobInput;
      const question = await findMessage(deps.db, message_id);
      if (!question) throw deletedChat();
      // It may quote a file that was deleted since.
      if (job.attempts > 1) await deleteDraft(deps.db, job.id);
      const thread = await readThread(deps.db, chat_id, question.place, threadMax);
      const scope = scopeOf(job, question);
      const speakers = await readMaterialSpeakers(deps.db, scope);
      const materialLanguage = await readMaterialLanguage(deps.db, scope);
      const asked = understand(question, thread, speakers, materialLanguage);
      const retrieval = await retrieve(deps, scope, speakers, asked, run.signal);
      if (isEmpty(retrieval) && !(await hasMaterial(deps.db, scope)))
        throw new TaskFailure('nothing_to_read', 'The material for this answer was deleted.');
      run.signal.throwIfAborted();
      run.progress(40);
      const answer = deps.generator
        ? await answerByModel(deps, deps.generator, job, asked, thread, retrieval, run)
        : await answerByExtraction(deps, job, asked, thread, retrieval);
      const message = {
        chat_id,
        project_id: job.project_id,
        place: question.place + 1,
        role: 'assistant' as const,
        ...answer,
        file_ids: question.file_ids,
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

interface Asked extends ResolvedQuestion {
  /** As the user wrote it. */
  message: string;
  language: string | null;
  mode: 'question' | 'overview' | 'empty';
  leaning: MaterialQuestion['leaning'];
  /** The topic words of the question. */
  topic: string;
}

function understand(
  question: MessageRow,
  thread: MessageRow[],
  { participants }: Speakers,
  materialLanguage: string | null,
): Asked {
  const earlier = thread.filter(({ role }) => role === 'user').map(({ content }) => content);
  const language =
    languageOfMessage(question.content) ?? languageOfMessage(earlier.join('\n')) ?? materialLanguage;
  const resolved = resolveQuestion(question.content, earlier, language ?? 'en', participants);
  const topics = topicsOf(resolved.text, language ?? 'en', namedIn(resolved.text, participants));
  const { isAboutEverything, isEmpty, leaning } = readMaterialQuestion(
    resolved.text,
    topics,
    language ?? 'en',
  );
  const mode = isEmpty ? 'empty' : isAboutEverything ? 'overview' : 'question';
  const topic = topics.map(({ surface }) => surface).join(' ');
  return { ...resolved, message: question.content, language, mode, leaning, topic };
}

const scopeOf = ({ workspace_id, project_id }: JobRow, { file_ids }: MessageRow): Scope => ({
  workspace_id,
  project_id,
  ...(file_ids ? { file_ids } : {}),
});

async function retrieve(
  { db, embedder }: ChatDeps,
  scope: Scope,
  speakers: Speakers,
  { text, mode, language, topic }: Asked,
  signal: AbortSignal,
): Promise<Retrieval> {
  const request = { ...scope, speakers, question: text };
  const semantic = await openSemanticIndex(db, embedder, scope, { question: text, topic }, signal);
  if (mode !== 'question') return sampleMaterial(db, { ...request, semantic }, overviewSegmentsMax);
  return retrievePassages(db, { ...request, semantic, language: language ?? 'en' });
}

async function answerByExtraction(
  { threads }: ChatDeps,
  job: JobRow,
  asked: Asked,
  thread: MessageRow[],
  retrieval: Retrieval,
): Promise<VerifiedAnswer> {
  const { passages, records, sources, speakers, terms, named, vectors } = retrieval;
  const { language } = asked;
  const { marks, unverified } = phrasesIn(language);
  const languages = Object.fromEntries(sources.map((source) => [source.id, source.language]));
  const lastAnswer = thread.findLast(({ role }) => role === 'assistant');
  return threads.run(job.workspace_id, {
    kind: 'compose',
    request: {
      question: asked.text,
      language,
      mode: asked.mode,
      leaning: asked.leaning,
      asksFor: asked.isFollowUp ? asked.asksFor : undefined,
      quotedSpeakers: (lastAnswer?.citations ?? []).flatMap(({ speaker }) => speaker ?? []),
      named,
      unknownPerson: unknownPersonIn(asked.message, retrieval),
      passages: passages.filter((passage) => !isChatter(passage, languages[passage.file_id] ?? language)),
      vectors,
      // The embedded model was trained with English texts.
      hasMeaning: vectors.size > 0 && /^en\b/i.test(language ?? 'en'),
      terms,
      records,
      participantCount: speakers.participants.length,
      documentCount: speakers.documents.length,
      languages,
    },
    verification: { sources, marks, unverified },
  });
}

/** Greetings, thanks and “Yes, sure” are not evidence. */
function isChatter({ segment, isDocument }: RetrievedPassage, language: string | null): boolean {
  const { words } = createReader(language);
  const text = segment.text.slice(0, 500);
  return (
    !isDocument &&
    isSmallTalk(text, words(text).length, language, (part) => words(part).filter(Boolean).length)
  );
}

async function answerByModel(
  deps: ChatDeps,
  generator: JobGenerator,
  job: JobRow,
  asked: Asked,
  thread: MessageRow[],
  { passages, sources, records }: Retrieval,
  run: JobRun,
): Promise<VerifiedAnswer> {
  const { language } = asked;
  const { marks, unverified, unsupported } = phrasesIn(language);
  const verify = (draft: AnswerDraft) =>
    deps.threads.run(job.workspace_id, {
      kind: 'verify',
      draft,
      verification: { sources, marks, unverified },
    });
  const partial = createLatest(async (draft: AnswerDraft) => {
    const { content } = await verify(draft);
    const { chat_id } = job.input as unknown as ChatJobInput;
    await saveDraft(deps.db, chat_id, { job_id: job.id, attempt: job.attempts, content }, deps.clock.now());
  });
  try {
    const draft = await generateAnswer(generator.forJob(job, run), {
      question: asked.message,
      thread,
      language,
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
  { emit }: ChatDeps,
  tx: Db,
  message: Omit<MessageRow, 'id' | 'created_at' | 'updated_at'>,
  read: { fileIds: string[]; responseIds: string[] },
  job: JobRow,
  now: Date,
): Promise<object> {
  await requireSources(tx, message.project_id, read.fileIds, read.responseIds);
  const citations = await markDeletedSources(tx, message.project_id, message.citations);
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
