import type { Emit } from '../../../events/index.ts';
import { invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import { errorDetailsMax } from '../../../foundation/limits.ts';
import { type Db, sql, type Transaction } from '../../../platform/database/index.ts';
import { lockProject } from '../../projects/index.ts';
import { findInvitationRow, markInvitation } from '../invitations/index.ts';
import { getVersionContent, type VersionContent } from '../tests/index.ts';
import { type AnswerRow, listAnswers, removeAnswersExcept } from './answers.ts';
import { requireOpen } from './link-state.ts';
import { isAnsweredOnPage, wholePath } from './path.ts';
import { rateQuality } from './quality.ts';
import { toResponse } from './schema.ts';
import type { ParticipantCaller } from './start.ts';
import {
  findOwnResponse,
  findResponseById,
  getResponseView,
  type ResponseRow,
  saveResponse,
} from './store.ts';

/** Submits the response of a link. Submitting again returns the same result without a second event. */
export async function submitResponse(emit: Emit, caller: ParticipantCaller): Promise<SubmitResult> {
  const { db, principal, now } = caller;
  return db.transaction(async (tx) => {
    tx.unlockBeforeFlush();
    await lockProject(tx, principal.project_id);
    const seen = await findOwnEnded(tx, caller);
    if (seen)
      return { response: seen, content: await getVersionContent(tx, seen.test_id, seen.test_version) };
    const { response } = await requireOpen(tx, principal, now);
    if (!response) throw invalidField('link', 'Start the response first.');
    const content = await getVersionContent(tx, response.test_id, response.test_version);
    if (!isAnsweredOnPage(content))
      throw invalidField('link', 'This response ends with its interview, not by submitting it.');
    return { content, response: await completeResponse(emit, tx, principal.workspace_id, response.id, now) };
  });
}

export interface SubmitResult {
  response: ResponseRow;
  content: VersionContent;
}

async function findOwnEnded(tx: Db, { principal }: ParticipantCaller): Promise<ResponseRow | undefined> {
  if (principal.revoked_at) return undefined;
  const own = await findOwnResponse(tx, principal);
  return own && isEnded(own) ? own : undefined;
}

const isEnded = ({ status }: ResponseRow) => status === 'completed' || status === 'screened_out';

/**
 * Ends a response in the caller's transaction, which has locked the project. The event is written with the change of the
 * status, so it exists exactly once. Answers to questions that are not on the path in the end are removed.
 */
export async function completeResponse(
  emit: Emit,
  tx: Transaction,
  workspaceId: string,
  responseId: string,
  now: Date,
): Promise<ResponseRow> {
  const response = await lockResponse(tx, responseId);
  if (isEnded(response)) return response;
  const content = await getVersionContent(tx, response.test_id, response.test_version);
  const answers = await listAnswers(tx, responseId);
  const { steps, screened_out } = wholePath(content, answers);
  const isSurvey = isAnsweredOnPage(content);
  if (isSurvey) {
    requireAnswers(
      steps.map(({ question }) => question),
      answers,
    );
    await removeAnswersExcept(
      tx,
      responseId,
      steps.map(({ question }) => question.id),
    );
  }
  if (screened_out) return endScreenedOut(tx, response, now);
  const duration_seconds = secondsBetween(response.started_at, now);
  const kept = isSurvey
    ? answers.filter(({ question_id }) => steps.some(({ question }) => question.id === question_id))
    : answers;
  const completed: ResponseRow = {
    ...response,
    status: 'completed',
    submitted_at: now,
    duration_seconds,
    quality: await rateQuality(tx, { ...response, duration_seconds }, kept),
    updated_at: now,
  };
  if (completed.invitation_id) await markInvitation(tx, completed.invitation_id, 'completed', now);
  await saveResponse(tx, completed);
  await emit(tx, {
    type: 'test.response.submitted',
    workspace_id: workspaceId,
    project_id: completed.project_id,
    data: toResponse(await getResponseView(tx, completed.id)),
    at: now,
  });
  return completed;
}

/** The screener ended the response: no event, because the participant submitted nothing. */
export async function screenOut(db: Db, projectId: string, responseId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const response = await lockResponse(tx, responseId);
    if (!isEnded(response)) await endScreenedOut(tx, response, now);
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
