import type { Participant } from '../../../foundation/principal.ts';
import { participantRoute, type Route } from '../../../http/route.ts';
import { Input } from '../../../http/schema.ts';
import { limitStarts, type ParticipantCaller, publicAnswer, StartBody } from '../responses/index.ts';
import type { InterviewDeps } from './deps.ts';
import { askFollowUp } from './follow-up.ts';
import { FollowUp, FollowUpBody, InterviewView, StartedInterview, TurnBody, toView } from './schema.ts';
import { readConversation, startInterview, stopInterview, takeTurn } from './service.ts';
import { acceptedLocales } from './wording/language.ts';

/** The page of an AI interview reads and writes its conversation here. */
export function interviewRoutes(deps: InterviewDeps): Route<Participant>[] {
  const tag = 'Participant';
  const view = async (caller: ParticipantCaller) => toView(await readConversation(caller), caller.now);
  return [
    participantRoute({
      tag,
      method: 'GET',
      path: '/interview',
      operationId: 'getParticipantInterview',
      summary: 'Get the conversation so far',
      status: 200,
      data: InterviewView,
      handler: async (call) => ({ data: await view(call) }),
    }),
    participantRoute({
      tag,
      method: 'POST',
      path: '/interview',
      operationId: 'startParticipantInterview',
      summary: 'Start or continue the interview',
      status: 201,
      body: StartBody,
      data: StartedInterview,
      handler: async (call) => {
        await limitStarts(deps.limiter, call.principal, call.address);
        const { token, response } = await startInterview(
          deps,
          call,
          call.body,
          acceptedLocales(call.header('accept-language')),
        );
        // The open link does not lead to the response that was just started.
        const principal = { ...call.principal, response_id: response.id };
        return { data: { ...(await view({ ...call, principal })), token } };
      },
    }),
    participantRoute({
      tag,
      method: 'POST',
      path: '/interview/turns',
      operationId: 'sendParticipantTurn',
      summary: 'Answer the moderator',
      status: 200,
      body: TurnBody,
      data: InterviewView,
      handler: async (call) => {
        await takeTurn(deps, call, call.body);
        return { data: await view({ ...call, db: deps.db }) };
      },
    }),
    participantRoute({
      tag,
      method: 'POST',
      path: '/answers/{questionId}/follow-up',
      operationId: 'askParticipantFollowUp',
      summary: 'Get the follow-up question to an answer of an AI survey',
      ids: { questionId: 'question' },
      status: 200,
      body: FollowUpBody,
      bodyOptional: true,
      data: FollowUp,
      handler: async (call) => {
        const asked = await askFollowUp(deps, call, call.params.questionId, call.body?.turn ?? 0);
        return { data: { ...asked, answer: asked.answer && publicAnswer(asked.answer) } };
      },
    }),
    participantRoute({
      tag,
      method: 'POST',
      path: '/interview/end',
      operationId: 'endParticipantInterview',
      summary: 'Stop the interview',
      status: 200,
      body: Input({}),
      bodyOptional: true,
      data: InterviewView,
      handler: async (call) => {
        await stopInterview(deps, call);
        return { data: await view({ ...call, db: deps.db }) };
      },
    }),
  ];
}
