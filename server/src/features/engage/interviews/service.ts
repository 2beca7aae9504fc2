import { invalidField } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { lockProject } from '../../projects/index.ts';
import {
  chargeParticipant,
  findResponseById,
  listAnswers,
  type ParticipantCaller,
  type ResponseRow,
  readLink,
  requireOpen,
  requirePassedScreener,
  type StartInput,
  saveResponse,
  startResponse,
} from '../responses/index.ts';
import {
  findSessionRecord,
  insertSession,
  moveSession,
  type SessionRecord,
  startSession,
  touchSession,
} from '../sessions/index.ts';
import { getVersionContent, type VersionContent } from '../tests/index.ts';
import { saveTurnAsAnswer } from './answers.ts';
import { moderatorTurns, participantTurn, planTurn } from './conversation.ts';
import type { InterviewDeps } from './deps.ts';
import { addFinishTask } from './finish/finish.ts';
import type { GivenAnswer } from './plan/read-answer.ts';
import {
  endInterview,
  findInterview,
  findInterviewOfSession,
  finishWording,
  type InterviewRow,
  insertInterview,
  insertTurns,
  listTurns,
  type TurnRow,
} from './store.ts';
import { languageOfStart, languageOfTest } from './wording/language.ts';
import { wordPendingTurn } from './wording/word-turn.ts';
import { isWorded } from './wording/wording.ts';

/** An interview with everything that its page shows. */
export interface Conversation {
  content: VersionContent;
  interview: InterviewRow | undefined;
  turns: TurnRow[];
}

export async function readConversation({ db, principal, now }: ParticipantCaller): Promise<Conversation> {
  const { test, response, state } = await readLink(db, principal, now, undefined);
  if (state === 'revoked' || state === 'withdrawn') await requireOpen(db, principal, now);
  requireInterview(test.content);
  const interview = response && (await findInterview(db, response.id));
  const content = response ? await getVersionContent(db, test.id, response.test_version) : test.content;
  if (!interview) return { content, interview, turns: [] };
  return { content, interview, turns: await listTurns(db, interview.session_id) };
}

/** Starts the interview of a link, or returns the one that exists: a participant who returns continues. */
export async function startInterview(
  deps: InterviewDeps,
  caller: ParticipantCaller,
  input: StartInput,
  /** The locales of the browser, the preferred first. */
  browserLocales: string[] = [],
): Promise<{ token: string | null; response: ResponseRow }> {
  const { now, principal } = caller;
  const seen = await requireOpen(caller.db, principal, now, input.timezone);
  requireInterview(seen.test.content);
  // Before the start, because each refused start by an open link would leave a response.
  if (!seen.response && seen.test.content.screener) requirePassedScreener(seen.test.content, []);
  const { response, token } = await startResponse(deps.participantLinks, caller, input);
  const content = await getVersionContent(caller.db, response.test_id, response.test_version);
  await requireQualified(caller.db, content, response.id);
  await caller.db.transaction(async (tx) => {
    // Two tabs that start at the same time wait here; the second finds the interview of the first.
    await lockProject(tx, response.project_id);
    const interview = await findInterview(tx, response.id);
    if (interview) return resume(tx, interview, now);
    const session_id = await openSession(tx, response, now);
    const started: InterviewRow = {
      session_id,
      response_id: response.id,
      language: languageOfStart(
        [seen.invitation?.locale, response.locale, ...browserLocales],
        content.questions.map(({ text }) => text),
      ),
      started_at: now,
      last_turn_at: now,
      ended_at: null,
      end_reason: null,
    };
    await insertInterview(tx, started);
    const planned = moderatorTurns(content, started, [], now);
    await insertTurns(
      tx,
      planned.map(({ turn }) => turn),
    );
  });
  return { token, response };
}

function requireInterview(content: VersionContent): void {
  if (content.type !== 'ai_interview') throw invalidField('link', 'This test is not an AI interview.');
}

async function requireQualified(db: Db, content: VersionContent, responseId: string): Promise<void> {
  if (content.screener) requirePassedScreener(content, await listAnswers(db, responseId));
}

/** The session that was scheduled for this response, or a new one. */
async function openSession(tx: Db, response: ResponseRow, now: Date): Promise<string> {
  const current = await findResponseById(tx, response.id);
  if (current?.session_id) {
    await startSession(tx, current.session_id, now);
    const session = await findSessionRecord(tx, current.session_id);
    if (session?.status !== 'in_progress')
      throw invalidField('link', 'The session of this link was canceled or has ended.');
    return current.session_id;
  }
  await tx.query(sql`select 1 from tests where id = ${response.test_id} for no key update`);
  const id = newId('session', now.getTime());
  await insertSession(tx, {
    id,
    project_id: response.project_id,
    test_id: response.test_id,
    test_version: response.test_version,
    participant_id: response.participant_id,
    invitation_id: response.invitation_id,
    kind: 'ai',
    status: 'in_progress',
    timezone: response.timezone,
    started_at: now,
    simulated: response.simulated,
    created_at: now,
  });
  const locked = await findResponseById(tx, response.id, sql`for update of r`);
  if (!locked) throw invalidField('link', 'The response was removed.');
  await saveResponse(tx, { ...locked, session_id: id, updated_at: now });
  return id;
}

async function resume(tx: Db, { session_id }: InterviewRow, now: Date): Promise<void> {
  await moveSession(tx, session_id, 'resume', { last_active_at: now }, now);
}

export interface TurnInput extends GivenAnswer {
  client_turn: number;
}

/**
 * Stores a message of the participant and the moderator's next one in one transaction, then lets the language model word
 * the stored message. A repeated request gets what is stored; another text for the same `client_turn`, for example from a
 * second tab, is refused, so that its page keeps it.
 */
export async function takeTurn(
  deps: InterviewDeps,
  caller: ParticipantCaller,
  input: TurnInput,
): Promise<void> {
  const { principal, now } = caller;
  const { db } = deps;
  const { response } = await requireOpen(db, principal, now);
  if (!response) throw invalidField('link', 'Start the interview first.');
  if (response.status === 'abandoned') await startResponse(deps.participantLinks, { ...caller, db }, {});
  await chargeParticipant(db, { response_id: response.id, workspace_id: principal.workspace_id }, now);
  const content = await getVersionContent(db, response.test_id, response.test_version);
  const pending = await db.transaction(async (tx) => {
    const { interview, turns, names } = await lockConversation(tx, response.id, now);
    const last = turns.findLast((turn) => turn.role === 'participant')?.client_turn ?? 0;
    // The participant has replied to the stored message, so a wording of the model comes too late.
    const unworded = turns.find(({ wording }) => wording === 'pending');
    if (unworded) await finishWording(tx, unworded, undefined);
    if (input.client_turn <= last) return requireSameText(turns, input);
    if (interview.ended_at) throw invalidField('client_turn', 'is too late: the interview has ended.');
    if (input.client_turn > last + 1) throw invalidField('client_turn', `must be ${last + 1}.`);
    const own = participantTurn(content, turns, input, interview.session_id, now);
    const asked = turns.findLast((turn) => turn.role === 'moderator');
    const planned = moderatorTurns(content, interview, [...turns, own], now);
    const [next] = planned.slice(-1);
    if (next && deps.generator && isWorded(next.context)) next.turn.wording = 'pending';
    if (asked) await saveTurnAsAnswer(tx, response.id, content, asked, own);
    await insertTurns(tx, [own, ...planned.map(({ turn }) => turn)]);
    await touchSession(tx, interview.session_id, now);
    if (next?.turn.step.kind === 'close')
      await close(deps, tx, principal.workspace_id, interview, next.turn.step.reason, now);
    return next?.turn.wording === 'pending' ? { next, interview, names, turns: [...turns, own] } : undefined;
  });
  if (pending) {
    const { interview, next, turns, names } = pending;
    const { workspace_id, project_id } = principal;
    const place = { workspace_id, project_id, names };
    const testLanguage = languageOfTest(
      content.questions.map(({ text }) => text),
      interview.language,
    );
    await wordPendingTurn(deps, place, content, testLanguage, next, turns);
  }
}

function requireSameText(turns: TurnRow[], { client_turn, text }: TurnInput): undefined {
  const stored = turns.find((turn) => turn.role === 'participant' && turn.client_turn === client_turn);
  if (stored?.text !== text)
    throw invalidField('client_turn', 'Another answer was already stored for this turn.');
}

/** Locks the session first, in the same order as everywhere. Turns of one interview are serialized by it. */
async function lockConversation(tx: Db, responseId: string, now: Date) {
  const seen = await findInterview(tx, responseId);
  if (!seen) throw invalidField('link', 'Start the interview first.');
  const session = await findSessionRecord(tx, seen.session_id, sql`for no key update of s`);
  if (session?.status === 'abandoned') await resume(tx, seen, now);
  else if (session?.status !== 'in_progress' && !seen.ended_at)
    throw invalidField('link', 'The interview has ended.');
  const interview = (await findInterview(tx, responseId)) ?? seen;
  const names = session?.participant.name ? [session.participant.name] : [];
  return { interview, names, turns: await listTurns(tx, seen.session_id) };
}

/** Ends the interview at the participant's wish, even while the test is paused. Ending again changes nothing. */
export async function stopInterview(deps: InterviewDeps, caller: ParticipantCaller): Promise<void> {
  const { principal, now } = caller;
  const { response } = await readLink(deps.db, principal, now, undefined);
  if (!response || principal.revoked_at) throw invalidField('link', 'Start the interview first.');
  const content = await getVersionContent(deps.db, response.test_id, response.test_version);
  await deps.db.transaction(async (tx) => {
    const { interview, turns } = await lockConversation(tx, response.id, now);
    if (interview.ended_at) return;
    await stop(deps, tx, principal.workspace_id, { content, interview, turns }, now);
  });
}

/**
 * Ends the interview at the researcher's wish, as if the participant had stopped it. The caller has locked the session, which
 * is in progress. Ending again changes nothing. False if the session has no interview, as in a simulation.
 */
export async function endInterviewOf(
  deps: Pick<InterviewDeps, 'tasks'>,
  tx: Db,
  { id, workspace_id, test_id, test_version }: SessionRecord,
  now: Date,
): Promise<boolean> {
  const interview = await findInterviewOfSession(tx, id);
  if (!interview) return false;
  if (interview.ended_at) return true;
  const turns = await listTurns(tx, id);
  if (!turns.some(({ role }) => role === 'participant'))
    throw invalidField(
      'status',
      'The participant has not answered yet, so there is no interview to complete. It is abandoned after 30 minutes without an answer.',
    );
  const content = await getVersionContent(tx, test_id, test_version);
  await stop(deps, tx, workspace_id, { content, interview, turns }, now);
  return true;
}

async function stop(
  deps: Pick<InterviewDeps, 'tasks'>,
  tx: Db,
  workspaceId: string,
  { content, interview, turns }: Conversation & { interview: InterviewRow },
  now: Date,
): Promise<void> {
  const { turn } = planTurn(content, interview, turns, { kind: 'close', reason: 'stopped' }, now);
  await insertTurns(tx, [turn]);
  await close(deps, tx, workspaceId, interview, 'stopped', now);
}

export async function close(
  deps: Pick<InterviewDeps, 'tasks'>,
  tx: Db,
  workspaceId: string,
  { session_id }: InterviewRow,
  reason: 'done' | 'time' | 'stopped' | 'silent',
  now: Date,
): Promise<void> {
  if (await endInterview(tx, session_id, reason, now))
    await addFinishTask(deps.tasks, tx, workspaceId, session_id);
}
