import Type from 'typebox';
import { eventTypes } from '../../../events/index.ts';
import { notFound } from '../../../foundation/errors.ts';
import { Json } from '../../../foundation/json.ts';
import { type Route, route } from '../../../http/route.ts';
import {
  DateTime,
  Id,
  IdFilter,
  listQuery,
  OneOf,
  Resource,
  referenceKeyword,
  SomeOf,
} from '../../../http/schema.ts';
import { type EventLogDeps, followLog, listLatest, waitSecondsMax } from './service.ts';
import { findEvent } from './store.ts';

/** An event, in the log and as subscribers receive it (spec §8.2). */
export const Event = Resource(
  'Event',
  {
    id: Id('event', 'The same in the webhook delivery: deduplicate on it.'),
    type: OneOf(eventTypes, { description: 'What happened; decides the fields of `data`.' }),
    created_at: DateTime('When the change was made (UTC).'),
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The resource as its GET showed it at that time, without signed URLs and long texts.',
      },
    ),
  },
  { description: 'A change that subscribers are notified of.' },
);

const EventsQuery = listQuery(['-created_at', 'created_at'], {
  type: Type.Optional(SomeOf(eventTypes)),
  project_id: Type.Optional(IdFilter('project', { [referenceKeyword]: 'project_or_deleted' })),
  wait_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: waitSecondsMax,
      default: 0,
      description:
        'With `sort=created_at`: wait up to this time for the next event instead of returning an empty page.',
    }),
  ),
});

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
