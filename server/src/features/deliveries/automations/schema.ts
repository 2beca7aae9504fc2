import Type, { type Static } from 'typebox';
import { eventTypes } from '../../../events/index.ts';
import {
  commonFields,
  DateTime,
  Id,
  Input,
  listQuery,
  OneOf,
  OutboundUrl,
  Resource,
  SomeOf,
} from '../../../http/schema.ts';
import type { HookRow } from './store.ts';

export const AutomationHook = Resource(
  'AutomationHook',
  {
    ...commonFields('automation'),
    event: OneOf(eventTypes, { description: 'The event type that is sent.' }),
    target_url: Type.String({
      description: 'Where events are posted, unsigned.',
      examples: ['https://hooks.zapier.com/hooks/standard/123/abc'],
    }),
  },
  { description: 'A REST hook of an automation tool.' },
);

export const NewHook = Input({
  event: OneOf(eventTypes),
  target_url: OutboundUrl({
    description: 'Where to post events. A response with status 410 unsubscribes the hook.',
  }),
});
export type NewHook = Static<typeof NewHook>;

export const HooksQuery = listQuery(['-created_at', 'created_at'], {
  event: Type.Optional(SomeOf(eventTypes)),
});

/** A list, because automation tools expect one. */
export const Samples = Type.Array(
  Resource(
    'SampleEvent',
    {
      id: Id('event', 'Made up, like every value of a sample.'),
      type: OneOf(eventTypes, { description: 'The requested event type.' }),
      created_at: DateTime('When a real event would have happened.'),
      data: Type.Object(
        {},
        { additionalProperties: true, description: 'Fields as in a real event of this type.' },
      ),
    },
    { description: 'An event as a subscriber would receive it.' },
  ),
  { description: 'One sample, in a list because automation tools expect one.' },
);

export const SampleParams = Type.Object({ event: OneOf(eventTypes) });

export const toHook = (row: HookRow) => ({
  id: row.id,
  event: row.event,
  target_url: row.target_url,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});
