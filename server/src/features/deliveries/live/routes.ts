import Type from 'typebox';
import { EventStream, type ServerSentEvent } from '../../../http/event-stream.ts';
import { type Route, route } from '../../../http/route.ts';
import type { LiveHub } from './hub.ts';
import { streamChanges } from './stream-changes.ts';

const StreamQuery = Type.Object({
  last_event_id: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Like the header `Last-Event-ID`, for a browser that opens a new stream.',
    }),
  ),
});

export const liveRoutes = (hub: LiveHub): Route[] => [
  route({
    method: 'GET',
    path: '/stream',
    operationId: 'streamChanges',
    tag: 'Events',
    summary: 'Follow what changes in the workspace',
    appOnly: true,
    status: 200,
    query: StreamQuery,
    data: Type.Object({}),
    handler: async ({ db, principal, query, signal, lastEventId }) => {
      const viewer = { user_id: principal.user_id, workspace_id: principal.workspace_id };
      const stream = await hub.open(viewer);
      const request = { db, viewer, signal, lastEventId: lastEventId ?? query.last_event_id };
      return { data: new EventStream(stream ? streamChanges({ ...request, stream }) : noEvents()) };
    },
  }),
];

/** Too many streams are open: the browser connects again later. */
async function* noEvents(): AsyncGenerator<ServerSentEvent> {}
