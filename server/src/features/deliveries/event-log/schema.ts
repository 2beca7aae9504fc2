import Type from 'typebox';
import { eventTypes } from '../../../events/index.ts';
import {
  DateTime,
  Id,
  IdFilter,
  listQuery,
  OneOf,
  type PayloadUnion,
  payloadsKeyword,
  Resource,
  referenceKeyword,
  SomeOf,
} from '../../../http/schema.ts';
import { waitSecondsMax } from './service.ts';

/** An event, in the log and as subscribers receive it (spec §8.2). */
export const Event = Resource(
  'Event',
  {
    id: Id('event', 'The same in the webhook delivery: deduplicate on it.'),
    type: OneOf(eventTypes, { description: 'What happened; decides the fields of `data`.' }),
    created_at: DateTime('When the change was made (UTC).'),
    data: Type.Object({}, { description: 'The `eventPayloads` of a feature.' }),
  },
  {
    description:
      'A change that subscribers are notified of. `data` is the resource as its GET showed it at that time, without signed URLs and long texts; `type` decides its fields.',
    [payloadsKeyword]: { of: 'event', field: 'data' } satisfies PayloadUnion,
  },
);

export const EventsQuery = listQuery(['-created_at', 'created_at'], {
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
