import Type from 'typebox';
import type { Participant } from '../../../../foundation/principal.ts';
import { participantRoute, type Route } from '../../../../http/route.ts';
import { Input, Nullable, OneOf, Pattern } from '../../../../http/schema.ts';
import type { InterviewDeps } from '../deps.ts';
import {
  appendPart,
  completeSpoken,
  discardSpoken,
  readSpokenView,
  receivePart,
  spokenTypes,
} from './service.ts';
import { spokenStatuses } from './store.ts';

const tag = 'Participant';
const Recording = Pattern('^[\\w-]{8,64}$', 'must have 8 to 64 letters, digits, - or _.', {
  examples: ['kX2v9QpT0dLw'],
});
const SpokenAnswer = Type.Object({
  status: OneOf(spokenStatuses),
  text: Nullable(Type.String()),
  received: Type.Integer({ description: 'How many bytes are stored: the offset of the next part.' }),
});

/** Spoken answers: the page sends the parts while it records, completes the recording, and reads the text. */
export const spokenRoutes = (deps: InterviewDeps): Route<Participant>[] => [
  participantRoute({
    tag,
    method: 'POST',
    path: '/spoken/parts',
    operationId: 'sendParticipantSpeech',
    summary: 'Append a part of a spoken answer',
    status: 200,
    query: Type.Object({ recording: Recording, offset: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }) }),
    rawContentTypes: spokenTypes,
    receive: (request) => receivePart(request),
    /** For a request that is not audio: the body of this route is a part of a recording. */
    body: Input({}),
    data: SpokenAnswer,
    handler: async (call) => ({ data: await appendPart(deps, call, call.query, call.body) }),
  }),
  participantRoute({
    tag,
    method: 'POST',
    path: '/spoken/complete',
    operationId: 'completeParticipantSpeech',
    summary: 'End a spoken answer and have it transcribed',
    status: 202,
    body: Input({ recording: Recording }),
    data: SpokenAnswer,
    handler: async (call) => ({ data: await completeSpoken(deps, call, call.body.recording) }),
  }),
  participantRoute({
    tag,
    method: 'GET',
    path: '/spoken',
    operationId: 'getParticipantSpeech',
    summary: 'Get the text of a spoken answer',
    status: 200,
    query: Type.Object({ recording: Recording }),
    data: SpokenAnswer,
    handler: async (call) => ({ data: await readSpokenView(call, call.query.recording) }),
  }),
  participantRoute({
    tag,
    method: 'POST',
    path: '/spoken/discard',
    operationId: 'discardParticipantSpeech',
    summary: 'Remove a spoken answer and its text',
    status: 200,
    body: Input({ recording: Recording }),
    data: Type.Object({ discarded: Type.Literal(true) }),
    handler: async (call) => {
      await discardSpoken(call, call.body.recording);
      return { data: { discarded: true as const } };
    },
  }),
];
