import { type Route, route } from '../../../http/route.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { listParticipants } from './participant-store.ts';
import { ParticipantChange, ParticipantResource, ParticipantsQuery, toParticipant } from './schema.ts';
import { changeParticipant, getParticipant } from './service.ts';

export function participantRoutes(): Route[] {
  const one = {
    tag: 'Participants',
    ids: { participantId: 'participant' },
    data: ParticipantResource,
    status: 200,
  } as const;
  return [
    route({
      tag: 'Participants',
      ids: { projectId: 'project' },
      data: ParticipantResource,
      method: 'GET',
      path: '/projects/{projectId}/participants',
      operationId: 'listParticipants',
      summary: 'List the participants of a project',
      status: 200,
      query: ParticipantsQuery,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listParticipants(db, params.projectId, query),
        ]);
        return { data: page.rows.map(toParticipant), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...one,
      method: 'GET',
      path: '/participants/{participantId}',
      operationId: 'getParticipant',
      summary: 'Get a participant',
      handler: async (call) => ({
        data: toParticipant(await getParticipant(call, call.params.participantId)),
      }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/participants/{participantId}',
      operationId: 'updateParticipant',
      summary: 'Change a participant',
      body: ParticipantChange,
      example: { body: { name: 'Grace Hopper', notes: 'Prefers calls in the morning.' } },
      handler: async (call) => ({
        data: toParticipant(await changeParticipant(call, call.params.participantId, call.body)),
      }),
    }),
  ];
}
