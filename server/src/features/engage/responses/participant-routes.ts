import type { Emit } from '../../../events/index.ts';
import { notFound } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import { type Call, participantRoute, type Route } from '../../../http/route.ts';
import { Input } from '../../../http/schema.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import { markInvitation } from '../invitations/index.ts';
import { hasEmail, type ParticipantLinks } from '../participants/index.ts';
import { getVersionContent } from '../tests/index.ts';
import { listAnswers } from './answers.ts';
import { limitStarts } from './limit-starts.ts';
import { type LinkContext, readLink, requireOpen } from './link-state.ts';
import {
  AnswerBody,
  ParticipantTest,
  QuestionWithAnswer,
  SavedAnswerView,
  StartBody,
  StartedResponse,
  Submitted,
} from './participant-schema.ts';
import {
  askedOnPage,
  ownResponse,
  participantTest,
  pathAnswer,
  progressOf,
  publicAnswer,
  publicQuestion,
  type ViewDeps,
} from './participant-view.ts';
import { findStep, requirePassedScreener, walkPath, wholePath } from './path.ts';
import type { SaveAnswer } from './save-answer.ts';
import { type ParticipantCaller, startResponse } from './start.ts';
import type { ResponseRow } from './store.ts';
import { type CancelSessions, screenOut, submitResponse } from './submit.ts';
import type { Turns } from './turns.ts';

export interface ParticipantRouteDeps extends ViewDeps {
  emit: Emit;
  participantLinks: ParticipantLinks;
  saveAnswer: SaveAnswer;
  turns: Turns;
  completeRecordings(response: ResponseRow, now: Date): Promise<void>;
  cancelSessions: CancelSessions;
  mailer: Pick<Mailer, 'hasServer'>;
  limiter: RateLimiter;
}

/** The participant's pages read a test, start, answer and submit here. */
export function responseParticipantRoutes(deps: ParticipantRouteDeps): Route<Participant>[] {
  const tag = 'Participant';
  return [
    participantRoute({
      tag,
      method: 'GET',
      path: '/test',
      operationId: 'getParticipantTest',
      summary: 'Get the test of this link and what can be done now',
      status: 200,
      data: ParticipantTest,
      handler: async (call) => {
        const seen = await readLink(call.db, call.principal, call.now, call.header('x-timezone'));
        const context = await endIfScreenedOut(deps, call, seen);
        const { invitation, response } = context;
        const sessionId = context.session_id ?? call.principal.session_id;
        if (invitation && context.state === 'ready')
          await markInvitation(call.db, invitation.id, 'opened', call.now);
        return {
          data: {
            state: context.state,
            test: participantTest(context),
            response: response ? await viewOwn(deps, call, context) : null,
            session: sessionId === null ? null : { id: sessionId },
            invitation: invitation
              ? { id: invitation.id, name: invitation.name, expires_at: invitation.expires_at }
              : null,
            sends_mail: deps.mailer.hasServer,
            has_email: await hasEmail(call.db, call.principal.participant_id),
          },
        };
      },
    }),
    participantRoute({
      tag,
      method: 'POST',
      path: '/response',
      operationId: 'startParticipantResponse',
      summary: 'Start or continue the response',
      status: 201,
      body: StartBody,
      data: StartedResponse,
      handler: async (call) => {
        await limitStarts(deps.limiter, call.principal, call.address);
        const browserTimezone = call.header('x-timezone');
        const { context, token } = await inTurn(deps, call, () =>
          startResponse(deps.participantLinks, call, call.body, { browserTimezone }),
        );
        return { data: { ...(await viewOwn(deps, call, context)), token } };
      },
    }),
    participantRoute({
      tag,
      method: 'PUT',
      path: '/answers/{questionId}',
      operationId: 'saveParticipantAnswer',
      verifiesLink: true,
      summary: 'Save an answer',
      ids: { questionId: 'question' },
      status: 200,
      body: AnswerBody,
      data: SavedAnswerView,
      handler: async (call) => {
        const saved = await deps.saveAnswer(call, call.params.questionId, call.body);
        if (saved.screened_out)
          await screenOut(
            deps.cancelSessions,
            call.db,
            call.principal.project_id,
            saved.response_id,
            call.now,
          );
        const asked = askedOnPage(saved.content);
        const next = saved.next && findStep(asked, saved.next.question.id);
        const nextAnswer =
          next &&
          saved.answers.find((answer) => answer.question_id === next.question.id && answer.turn === 0);
        return {
          data: {
            answer: publicAnswer(saved.answer),
            next: await publicQuestion(
              deps,
              call.db,
              { content: asked, answers: saved.answers },
              next ?? null,
              call.now,
            ),
            next_answer: nextAnswer ? pathAnswer(nextAnswer) : null,
            status: saved.screened_out ? 'screened_out' : 'in_progress',
            progress: progressOf(asked, saved.answers),
          },
        };
      },
    }),
    participantRoute({
      tag,
      method: 'GET',
      path: '/questions/{questionId}',
      operationId: 'getParticipantQuestion',
      summary: 'Get a question with its saved answer, to go back',
      ids: { questionId: 'question' },
      status: 200,
      data: QuestionWithAnswer,
      handler: async (call) => {
        const { response } = await requireOpen(call.db, call.principal, call.now);
        if (!response) throw notFound('Question');
        const content = askedOnPage(
          await getVersionContent(call.db, response.test_id, response.test_version),
        );
        const step = findStep(content, call.params.questionId);
        if (!step) throw notFound('Question');
        const answers = await listAnswers(call.db, response.id);
        if (!step.in_screener) requirePassedScreener(content, answers);
        const path = wholePath(content, answers).steps.map(({ question }) => question.id);
        const own = answers.find(({ question_id, turn }) => question_id === step.question.id && turn === 0);
        return {
          data: {
            question: await publicQuestion(deps, call.db, { content, answers }, step, call.now),
            answer: own ? publicAnswer(own) : null,
            previous_question_id: path[path.indexOf(step.question.id) - 1] ?? null,
          },
        };
      },
    }),
    participantRoute({
      tag,
      method: 'POST',
      path: '/submit',
      operationId: 'submitParticipantResponse',
      summary: 'Submit the response',
      status: 200,
      body: Input({}),
      bodyOptional: true,
      data: Submitted,
      handler: async (call) => {
        const { response, content } = await submitResponse(deps.emit, call, (work) =>
          inTurn(deps, call, work),
        );
        // A tab that was closed leaves recordings open. They are completed after the response, because bytes may still arrive.
        call.db.afterCommit(() => void deps.completeRecordings(response, call.now).catch(() => {}));
        const redirect_url = response.status === 'completed' ? content.redirect_url : null;
        return { data: { status: response.status, redirect_url } };
      },
    }),
  ];
}

/** A request in a transaction has a connection already, so it must not wait for one that has none. */
const inTurn = <T>(
  { turns }: ParticipantRouteDeps,
  {
    principal,
    inTransaction,
  }: Pick<Call<unknown, unknown, unknown, Participant>, 'principal' | 'inTransaction'>,
  work: () => Promise<T>,
) => (inTransaction ? work() : turns(principal.project_id, work));

async function viewOwn(deps: ViewDeps, { db, now }: ParticipantCaller, { response }: LinkContext) {
  if (!response) throw notFound('Response');
  const [content, answers] = await Promise.all([
    getVersionContent(db, response.test_id, response.test_version),
    listAnswers(db, response.id),
  ]);
  return ownResponse(deps, db, response, content, answers, now);
}

/** Completes what a crash between the last answer of the screener and its consequence left open. */
async function endIfScreenedOut(
  { cancelSessions }: ParticipantRouteDeps,
  call: ParticipantCaller,
  context: LinkContext,
): Promise<LinkContext> {
  const { response, state } = context;
  if (state !== 'in_progress' || !response) return context;
  const content = await getVersionContent(call.db, response.test_id, response.test_version);
  if (!content.screener || !walkPath(content, await listAnswers(call.db, response.id)).screened_out)
    return context;
  await screenOut(cancelSessions, call.db, response.project_id, response.id, call.now);
  return readLink(call.db, call.principal, call.now, undefined);
}
