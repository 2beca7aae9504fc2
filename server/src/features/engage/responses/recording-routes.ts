import Type from 'typebox';
import type { Participant } from '../../../foundation/principal.ts';
import { participantRoute, type Route } from '../../../http/route.ts';
import { Id, Input, Pattern } from '../../../http/schema.ts';
import { completeTaskRecording, openTaskRecording, type RecordingDeps } from './recordings.ts';

const tag = 'Participant';

/** Recordings of tasks: the page opens one, appends to its upload (tus) while it records, and completes it. */
export const recordingRoutes = (deps: RecordingDeps): Route<Participant>[] => [
  participantRoute({
    tag,
    method: 'POST',
    path: '/recordings',
    operationId: 'openParticipantRecording',
    summary: 'Open the recording of a task',
    status: 201,
    body: Input({
      question_id: Type.String({ maxLength: 100 }),
      content_type: Pattern('^(audio|video)/[\\w.+-]+(;[ \\w.,=+"-]*)?$', 'must be an audio or video type.', {
        maxLength: 100,
      }),
      size_bytes: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    data: Type.Object({ file_id: Id('file'), upload_url: Type.String() }),
    handler: async (call) => ({ data: await openTaskRecording(deps, call, call.body) }),
  }),
  participantRoute({
    tag,
    method: 'POST',
    path: '/recordings/{fileId}/complete',
    operationId: 'completeParticipantRecording',
    summary: 'Complete the recording of a task',
    ids: { fileId: 'file' },
    status: 200,
    body: Input({}),
    bodyOptional: true,
    data: Type.Object({ file_id: Id('file'), stored: Type.Boolean() }),
    handler: async (call) => ({
      data: await completeTaskRecording(deps.recordings, call, call.params.fileId),
    }),
  }),
];
