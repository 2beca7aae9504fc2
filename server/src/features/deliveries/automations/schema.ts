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

export const AutomationHook = Resource('AutomationHook', {
  ...commonFields('automation'),
  event: OneOf(eventTypes),
  target_url: Type.String({ examples: ['https://hooks.zapier.com/hooks/standard/123/abc'] }),
});

export const NewHook = Input({
  event: OneOf(eventTypes),
  target_url: OutboundUrl({ description: 'Where to post. An answer of 410 unsubscribes it.' }),
});
export type NewHook = Static<typeof NewHook>;

export const HooksQuery = listQuery(['-created_at', 'created_at'], {
  event: Type.Optional(SomeOf(eventTypes)),
});

/** A list, because automation tools take samples as one. */
export const Samples = Type.Array(
  Resource('SampleEvent', {
    id: Id('event'),
    type: OneOf(eventTypes),
    created_at: DateTime(),
    data: Type.Object({}, { additionalProperties: true }),
  }),
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
