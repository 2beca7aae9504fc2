import { createBatches } from '../../../foundation/batches.ts';
import { createBoundedCache } from '../../../foundation/bounded-cache.ts';
import { AppError, invalidField, notFound } from '../../../foundation/errors.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { lockProject } from '../../projects/index.ts';
import { linkHashOf, type ParticipantLinks } from '../participants/index.ts';
import {
  endOfDeadline,
  getVersionContent,
  type PublishedTest,
  type Question,
  type VersionContent,
} from '../tests/index.ts';
import {
  type AnswerWrite,
  listAnswers,
  lockFirstAnswer,
  type NewAnswer,
  type SavedAnswer,
  type SavedAnswers,
  saveAnswerRow,
  trySaveAnswerRows,
} from './answers.ts';
import { chargeParticipant } from './charge-participant.ts';
import { requireOpen } from './link-state.ts';
import { findStep, following, hasPassedScreener, type Step } from './path.ts';
import { type AnswerInput, readAnswer } from './read-answer.ts';
import type { ParticipantCaller } from './start.ts';
import { findResponseById, findResponseVersions, type ResponseRow, saveResponse } from './store.ts';

/** What decides whether an answer can be saved. Nothing of it changes while the response is in progress. */
interface OpenResponse {
  /** Whether this node has counted the participant for the plan. */
  is_charged?: boolean;
  response_id: string;
  /** What the participant sees. */
  content: VersionContent;
  /** The newest version, whose deadline applies. The statement checks that it is still the newest. */
  test_version: number;
  deadline_ends_at: Date | null;
  /** Whether the screener is known to be passed, so that the answers to it are not read again. */
  screener_passed: boolean;
}

export interface SaveInput extends AnswerInput {
  /** 0 for the question itself; then the number of the follow-up question. */
  turn?: number;
  duration_seconds?: number | null;
  pasted?: boolean;
}

export interface Saved {
  response_id: string;
  content: VersionContent;
  step: Step;
  answer: SavedAnswer;
  /** All answers of the response, with this one. */
  answers: SavedAnswers['answers'];
  /** What comes after this question; null at the end. */
  next: Step | null;
  screened_out: boolean;
}

/** A node remembers this many links and versions, so that saving an answer is one statement. */
const linksMax = 20_000;
const versionsMax = 500;
/** A researcher who changes a test several times in a second must not cost a participant an answer. */
const attemptsMax = 10;

/** While one batch waits for the disk, the next one is already with PostgreSQL. */
const batchLimits = { batchesMax: 2, itemsMax: 100 };

const versionKey = (testId: string, version: number) => `${testId}:${version}`;

/** The text of a follow-up question of an AI survey; undefined if it was not asked. */
export type FindFollowUp = (
  db: Db,
  responseId: string,
  questionId: string,
  turn: number,
) => Promise<string | undefined>;

export type SaveAnswer = ReturnType<typeof createSaveAnswer>;

export interface SaveAnswerDeps {
  findFollowUp: FindFollowUp;
  participantLinks: Pick<ParticipantLinks, 'refresh'>;
  /** The pool. */
  db: Db;
}

export function createSaveAnswer({ findFollowUp, participantLinks: { refresh }, db: pool }: SaveAnswerDeps) {
  const links = createBoundedCache<OpenResponse>(linksMax);
  const versions = createBoundedCache<VersionContent>(versionsMax);

  const saveTogether = createBatches<AnswerWrite, { saved: SavedAnswers | undefined } | undefined>({
    async run(writes) {
      // If one of them fails, each is saved alone and gets its own result.
      const saved = await trySaveAnswerRows(pool, writes).catch(() => undefined);
      return writes.map((_, i) => saved && { saved: saved[i] });
    },
    keyOf: ({ answer }) => `${answer.response_id} ${answer.question_id}`,
    ...batchLimits,
  });

  /** Answers that arrive at the same time are saved with one statement and one commit (ADR 27). */
  async function save(write: AnswerWrite): Promise<SavedAnswers | undefined> {
    const done = await saveTogether(write);
    return done ? done.saved : saveAnswerRow(pool, write.answer, write.guard, write.now);
  }

  async function readVersion(db: Db, test: PublishedTest, version: number): Promise<VersionContent> {
    versions.set(versionKey(test.id, test.version), test.content);
    const key = versionKey(test.id, version);
    const content = versions.get(key) ?? (await getVersionContent(db, test.id, version));
    versions.set(key, content);
    return content;
  }

  /**
   * The first answer of a link on this node, if the node knows the versions of the test: one read by key. What this does not
   * check, the statement that saves the answer does. Undefined: `open` has to decide.
   */
  async function recall({ db, principal }: ParticipantCaller): Promise<OpenResponse | undefined> {
    if (principal.response_id === null || principal.invitation_id !== null) return undefined;
    const response = await findResponseVersions(db, principal.response_id);
    if (!response?.timezone) return undefined;
    const content = versions.get(versionKey(principal.test_id, response.test_version));
    const newest = versions.get(versionKey(principal.test_id, response.newest_version));
    if (!content || !newest || content.screener) return undefined;
    const { deadline } = newest.post_details;
    const entry = {
      response_id: principal.response_id,
      content,
      test_version: response.newest_version,
      deadline_ends_at: deadline === null ? null : endOfDeadline(deadline, response.timezone),
      screener_passed: true,
    };
    links.set(principal.link_id, entry);
    return entry;
  }

  /** The slow path: explains a refusal, continues a response that was given up, or sees that the test has a new version. */
  async function open(
    { db, principal: remembered, now }: ParticipantCaller,
    questionId: string,
  ): Promise<OpenResponse> {
    // The authenticator may have remembered a link that was revoked since.
    const principal = await refresh(db, remembered);
    if (!principal) throw new AppError('unauthorized', 'This participant token is not valid.');
    const { test, response, deadline_ends_at } = await requireOpen(db, principal, now);
    if (!response) throw invalidField('link', 'Start the response first.');
    if (response.status === 'abandoned') await reopen(db, response, now);
    const content = await readVersion(db, test, response.test_version);
    const screener_passed =
      !content.screener || hasPassedScreener(content, await listAnswers(db, response.id));
    if (!screener_passed && findStep(content, questionId)?.in_screener === false)
      throw invalidField('link', 'Answer the screener first.');
    const entry = {
      response_id: response.id,
      content,
      test_version: test.version,
      deadline_ends_at,
      screener_passed,
    };
    links.set(principal.link_id, entry);
    return entry;
  }

  async function write(
    caller: ParticipantCaller,
    opened: OpenResponse,
    questionId: string,
    input: SaveInput,
  ) {
    const step = findStep(opened.content, questionId);
    if (!step) throw notFound('Question');
    const { response_id } = opened;
    if (!step.in_screener && !opened.screener_passed) return undefined;
    const { now } = caller;
    if (opened.deadline_ends_at !== null && opened.deadline_ends_at <= now) return undefined;
    if (!opened.is_charged) {
      const { workspace_id } = caller.principal;
      await chargeParticipant(caller.db, { response_id, workspace_id }, now);
      opened.is_charged = true;
    }
    const guard = { test_version: opened.test_version, link_hash: linkHashOf(caller.principal) };
    const { turn } = input;
    const saved = turn
      ? await caller.db.transaction(async (tx) => {
          await lockFirstAnswer(tx, response_id, questionId);
          const answer = await toFollowUpAnswer(tx, findFollowUp, response_id, step, input, turn);
          return saveAnswerRow(tx, answer, guard, now);
        })
      : await save({ answer: toNewAnswer(response_id, step, input), guard, now });
    // Another answer to the screener may lead to a question of it without an answer.
    if (step.in_screener) opened.screener_passed = false;
    return saved && toSaved(opened, step, saved);
  }

  return async (caller: ParticipantCaller, questionId: string, input: SaveInput): Promise<Saved> => {
    const known = caller.principal.revoked_at
      ? undefined
      : (links.get(caller.principal.link_id) ?? (await recall(caller)));
    const saved = known && (await write(caller, known, questionId, input));
    if (saved) return saved;
    links.delete(caller.principal.link_id);
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      // `open` throws if the response has ended. Otherwise a researcher changed the test between the two statements.
      const again = await write(caller, await open(caller, questionId), questionId, input);
      if (again) return again;
    }
    throw invalidField('link', 'The test changed at this moment. Try again.');
  };
}

function toNewAnswer(responseId: string, { question, in_screener }: Step, input: SaveInput): NewAnswer {
  return {
    ...readAnswer(question, input),
    response_id: responseId,
    question_id: question.id,
    turn: 0,
    follow_up_of: null,
    in_screener,
    question: question.text,
    type: question.type,
    duration_seconds: input.duration_seconds ?? null,
    signals: input.pasted ? { pasted: true } : {},
  };
}

/** The answer to a follow-up question, which is always open and never required. */
async function toFollowUpAnswer(
  db: Db,
  findFollowUp: FindFollowUp,
  responseId: string,
  step: Step,
  input: SaveInput,
  turn: number,
): Promise<NewAnswer> {
  const question: Question = { ...step.question, type: 'open', required: false, options: [], scale: null };
  const answers = await listAnswers(db, responseId);
  const first = answers.find((answer) => answer.question_id === question.id && answer.turn === 0);
  const text = first && (await findFollowUp(db, responseId, question.id, turn));
  if (!first || text === undefined) throw invalidField('turn', 'is not the number of a follow-up question.');
  const answer = toNewAnswer(responseId, { ...step, question }, input);
  return { ...answer, turn, follow_up_of: first.id, question: text };
}

function toSaved(
  { response_id, content }: OpenResponse,
  step: Step,
  { answer, answers }: SavedAnswers,
): Saved {
  const direct = answers.find(({ question_id, turn }) => question_id === step.question.id && turn === 0);
  const target = following(content, step, direct ?? answer);
  const screened_out = target === 'screened_out';
  return { response_id, content, step, answer, answers, next: screened_out ? null : target, screened_out };
}

async function reopen(
  db: Db,
  { id, project_id }: Pick<ResponseRow, 'id' | 'project_id'>,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockProject(tx, project_id);
    const response = await findResponseById(tx, id, sql`for update of r`);
    if (response?.status === 'abandoned')
      await saveResponse(tx, { ...response, status: 'in_progress', updated_at: now });
  });
}
