import type { Emit } from '../../../events/index.ts';
import { invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import { errorDetailsMax } from '../../../foundation/limits.ts';
import { type Db, sql, type Transaction } from '../../../platform/database/index.ts';
import { lockProject, sendProjectLock } from '../../projects/index.ts';
import { findInvitationRow, markInvitation } from '../invitations/index.ts';
import type { ErasureScope } from '../participants/index.ts';
import { getVersionContent, type VersionContent } from '../tests/index.ts';
import { type AnswerRow, removeAnswersExcept } from './answers.ts';
import { chargeParticipant } from './charge-participant.ts';
import { requireOpen } from './link-state.ts';
import { isAnsweredOnPage, wholePath } from './path.ts';
import { rateQuality } from './quality.ts';
import { toResponse } from './schema.ts';
import type { ParticipantCaller } from './start.ts';
import {
  findOwnResponse,
  findResponseById,
  getResponseView,
  getViewState,
  getViewWithState,
  type ResponseRow,
  type ResponseView,
  saveResponse,
} from './store.ts';

/** Submits the response of a link. Submitting again returns the same result without a second event. */
export async function submitResponse(
  emit: Emit,
  caller: ParticipantCaller,
  inTurn: InTurn,
): Promise<SubmitResult> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const submitted = await trySubmission(emit, caller, inTurn);
    if (submitted) return submitted;
  }
  throw invalidField('link', 'An answer changed at this moment. Try again.');
}

/** Runs a transaction when it is its turn (turns.ts). */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface SubmitResult {
  response: ResponseRow;
  content: VersionContent;
}

/** How often a submission starts again because another tab changed an answer. */
const attemptsMax = 5;

/**
 * Reads and checks everything before it locks, because all participants of a project wait for the same lock. Returns undefined
 * if an answer changed in between.
 */
async function trySubmission(
  emit: Emit,
  caller: ParticipantCaller,
  inTurn: InTurn,
): Promise<SubmitResult | undefined> {
  const { db, principal, now } = caller;
  const response = await getOpenOrEnded(caller);
  const content = await getVersionContent(db, response.test_id, response.test_version);
  if (isEnded(response)) return { response, content };
  if (!isAnsweredOnPage(content))
    throw invalidField('link', 'This response ends with its interview, not by submitting it.');
  const view = await getViewWithState(db, response.id);
  if (isEnded(view)) return { response: view, content };
  // A response without answers counts when it is submitted.
  await chargeParticipant(db, { response_id: view.id, workspace_id: principal.workspace_id }, now);
  const ending = await prepareEnding(db, view, content, now);
  const commit = async (tx: Transaction) => {
    sendProjectLock(tx, principal.project_id);
    if (view.invitation_id) await findInvitationRow(tx, view.invitation_id, sql`for no key update of i`);
    tx.send(sql`select 1 from responses where id = ${view.id} for update`);
    const current = await getViewState(tx, view.id);
    if (current.status !== view.status || current.answers_state !== view.answers_state) return undefined;
    await commitEnding(emit, tx, principal.workspace_id, ending, now);
    return { response: ending.ended, content };
  };
  return inTurn(() => db.transaction(commit, { contended: true }));
}

/** The response of the link, even if another request ends it at this moment. Throws if the link does not allow a submission. */
async function getOpenOrEnded({ db, principal, now }: ParticipantCaller): Promise<ResponseRow> {
  const findEnded = async () => {
    const own = principal.revoked_at ? undefined : await findOwnResponse(db, principal);
    return own && isEnded(own) ? own : undefined;
  };
  const ended = await findEnded();
  if (ended) return ended;
  try {
    const { response } = await requireOpen(db, principal, now);
    if (!response) throw invalidField('link', 'Start the response first.');
    return response;
  } catch (refusal) {
    const endedMeanwhile = await findEnded();
    if (endedMeanwhile) return endedMeanwhile;
    throw refusal;
  }
}

const isEnded = ({ status }: Pick<ResponseRow, 'status'>) =>
  status === 'completed' || status === 'screened_out';

interface ResponseToComplete {
  workspace_id: string;
  response_id: string;
  /** Earlier than now for an interview, which is stored some time after it has ended. */
  submitted_at?: Date;
}

/**
 * Ends a response in the caller's transaction, which has locked the project. The event is written with the change of the
 * status, so it exists exactly once. Answers to questions that are not on the path in the end are removed.
 */
export async function completeResponse(
  emit: Emit,
  tx: Db,
  { workspace_id, response_id, submitted_at }: ResponseToComplete,
  now: Date,
): Promise<ResponseRow> {
  const response = await lockResponse(tx, response_id);
  if (isEnded(response)) return response;
  const content = await getVersionContent(tx, response.test_id, response.test_version);
  const view = await getResponseView(tx, response_id);
  const ending = await prepareEnding(tx, view, content, now, submitted_at);
  await commitEnding(emit, tx, workspace_id, ending, now);
  return ending.ended;
}

interface Ending {
  /** The ended response, with the answers that remain. */
  ended: ResponseView;
  /** Whether there are answers to questions that are not on the path. */
  hasOthers: boolean;
}

/** Decides how the response ends, without writing. Throws if a required answer is missing. */
async function prepareEnding(
  db: Db,
  view: ResponseView,
  content: VersionContent,
  now: Date,
  submittedAt = now,
): Promise<Ending> {
  const { steps, screened_out } = wholePath(content, view.answers);
  const onPath = new Set(steps.map(({ question }) => question.id));
  const isSurvey = isAnsweredOnPage(content);
  if (isSurvey)
    requireAnswers(
      steps.map(({ question }) => question),
      view.answers,
    );
  const answers = isSurvey ? view.answers.filter(({ question_id }) => onPath.has(question_id)) : view.answers;
  const ended: ResponseView = {
    ...view,
    answers,
    status: screened_out ? 'screened_out' : 'completed',
    submitted_at: submittedAt,
    duration_seconds: secondsBetween(view.started_at, submittedAt),
    updated_at: now,
  };
  if (!screened_out) ended.quality = await rateQuality(db, ended, answers);
  return { ended, hasOthers: answers.length < view.answers.length };
}

async function commitEnding(
  emit: Emit,
  tx: Db,
  workspaceId: string,
  { ended, hasOthers }: Ending,
  now: Date,
): Promise<void> {
  const step = ended.status === 'completed' ? 'completed' : 'screened_out';
  if (ended.invitation_id) await markInvitation(tx, ended.invitation_id, step, now);
  if (hasOthers)
    await removeAnswersExcept(
      tx,
      ended.id,
      ended.answers.map(({ question_id }) => question_id),
    );
  await saveResponse(tx, ended);
  // The screener ended the response: no event, because the participant submitted nothing.
  if (step === 'screened_out') return;
  await emit(tx, {
    type: 'test.response.submitted',
    workspace_id: workspaceId,
    project_id: ended.project_id,
    data: toResponse(ended),
    at: now,
  });
}

export type CancelSessions = (tx: Db, scope: ErasureScope, now: Date) => Promise<void>;

/**
 * The screener ended the response: no event, because the participant submitted nothing. A call that was agreed before is
 * canceled.
 */
export async function screenOut(
  cancelSessions: CancelSessions,
  db: Db,
  projectId: string,
  responseId: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const response = await lockResponse(tx, responseId);
    if (isEnded(response)) return;
    // The response first: its trigger locks the test, which others lock before the session.
    await endScreenedOut(tx, response, now);
    await cancelSessions(tx, response, now);
  });
}

async function endScreenedOut(tx: Db, response: ResponseRow, now: Date): Promise<ResponseRow> {
  const ended: ResponseRow = {
    ...response,
    status: 'screened_out',
    submitted_at: now,
    duration_seconds: secondsBetween(response.started_at, now),
    updated_at: now,
  };
  if (ended.invitation_id) await markInvitation(tx, ended.invitation_id, 'screened_out', now);
  await saveResponse(tx, ended);
  return ended;
}

/** Locks the invitation before the response, in the same order as everywhere. Waits for answers that are being saved. */
async function lockResponse(tx: Db, responseId: string): Promise<ResponseRow> {
  const seen = await findResponseById(tx, responseId);
  if (seen?.invitation_id) await findInvitationRow(tx, seen.invitation_id, sql`for no key update of i`);
  const response = await findResponseById(tx, responseId, sql`for update of r`);
  if (!response) throw notFound('Response');
  return response;
}

function requireAnswers(questions: VersionContent['questions'], answers: AnswerRow[]): void {
  const answered = new Set(
    answers.filter(({ turn, skipped }) => turn === 0 && !skipped).map(({ question_id }) => question_id),
  );
  const faults = questions
    .filter(({ id, required }) => required && !answered.has(id))
    .map(({ id }) => ({ field: `questions.${id}`, message: 'is required.' }));
  if (faults.length > 0) throw invalid(faults.slice(0, errorDetailsMax));
}

const secondsBetween = (start: Date, end: Date) => Math.max(0, (end.getTime() - start.getTime()) / 1000);
