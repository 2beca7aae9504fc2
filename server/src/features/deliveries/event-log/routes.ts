import { notFound } from '../../../foundation/errors.ts';
import { Json } from '../../../foundation/json.ts';
import { type Route, route } from '../../../http/route.ts';
import { Event, EventsQuery } from './schema.ts';
import { type EventLogDeps, followLog, listLatest } from './service.ts';
import { findEvent } from './store.ts';

export const eventLogRoutes = (deps: EventLogDeps): Route[] => [
  route({
    method: 'GET',
    path: '/events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List the events of the last 30 days',
    status: 200,
    query: EventsQuery,
    data: Event,
    list: true,
    followable: true,
    description:
      'To follow the log, use `sort=created_at` and `wait_seconds`, and continue with `meta.resume_cursor`. Every event is returned exactly once.',
    handler: async (call) => {
      const page =
        call.query.sort === 'created_at'
          ? await followLog(deps, call)
          : { ...(await listLatest(call)), resume_cursor: null };
      const { rows, next_cursor, resume_cursor } = page;
      return { data: new Json(`[${rows.map((row) => row.body).join()}]`), next_cursor, resume_cursor };
    },
  }),
  route({
    method: 'GET',
    path: '/events/{eventId}',
    operationId: 'getEvent',
    tag: 'Events',
    summary: 'Get an event',
    status: 200,
    ids: { eventId: 'event' },
    data: Event,
    handler: async ({ db, principal, params, now }) => {
      const event = await findEvent(db, principal, params.eventId, now);
      if (!event) throw notFound('Event');
      return { data: new Json(event.body.toString()) };
    },
  }),
];
