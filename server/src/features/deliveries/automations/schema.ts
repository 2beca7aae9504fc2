import Type, { type Static } from 'typebox';
import { eventTypes } from '../../../events/index.ts';
import {
  commonFields,
  Input,
  listQuery,
  OneOf,
  OutboundUrl,
  Resource,
  SomeOf,
} from '../../../http/schema.ts';
import { Event } from '../event-log/index.ts';
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
export const Samples = Type.Array(Event, {
  description: 'One event with made-up values, in a list because automation tools expect one.',
});

export const SampleParams = Type.Object({ event: OneOf(eventTypes) });

export const toHook = (row: HookRow) => ({
  id: row.id,
  event: row.event,
  target_url: row.target_url,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});
