import Type, { type Static } from 'typebox';
import { eventTypes } from '../../../events/index.ts';
import {
  commonFields,
  DateTime,
  DateTimeInput,
  documentKeyword,
  Id,
  Input,
  listQuery,
  Nullable,
  OneOf,
  OutboundUrl,
  Resource,
  SomeOf,
  unknownFieldsKeyword,
} from '../../../http/schema.ts';
import type { DeliveryRow, DeliveryWithBodyRow } from './history.ts';
import { sentHeaders } from './request-headers.ts';
import type { WebhookRow } from './store.ts';

const statuses = ['enabled', 'disabled'] as const;

const webhookFields = {
  ...commonFields('webhook'),
  url: Type.String({ description: 'Where events are sent.', examples: ['https://example.com/hooks/parley'] }),
  events: Type.Array(OneOf(eventTypes), { description: 'The event types that are sent.' }),
  description: Type.String({ description: 'Your own note; empty if none was given.' }),
  project_ids: Nullable(
    Type.Array(Id('project'), {
      description: 'Only events of these projects; null: of every project that its creator can see.',
    }),
  ),
  status: OneOf(statuses, {
    description: '`disabled` after 24 hours of failed attempts. To enable it, delete it and create it again.',
  }),
  disabled_at: Nullable(DateTime('When it was disabled; null while it is enabled.')),
  disabled_reason: Nullable(
    Type.String({ description: 'Why it was disabled, for people; null while it is enabled.' }),
  ),
  failing_since: Nullable(
    DateTime(
      'The creation of the oldest event whose attempts failed since its last success: a replay from here sends every ' +
        'missed event. Null if the last attempt succeeded.',
    ),
  ),
  last_success_at: Nullable(
    DateTime('Last successful attempt, accurate to a second; null if there is none.'),
  ),
  last_failure_at: Nullable(DateTime('Last failed attempt; null if there is none.')),
};

export const Webhook = Resource('Webhook', webhookFields, {
  description: 'A subscription: events are sent to its URL, signed.',
});
export const WebhookWithSecret = Resource(
  'WebhookWithSecret',
  {
    ...webhookFields,
    secret: Type.String({
      description: 'Shown only in this response. Verify the signature of every delivery with it.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
    }),
  },
  { description: 'A webhook with its secret.' },
);

const deliveryFields = {
  id: Id('delivery', 'One attempt has one id.'),
  webhook_id: Id('webhook', 'The subscription, which may be deleted by now.'),
  event_id: Id('event', 'The event that is sent; all attempts to send it share this id.'),
  event_type: OneOf(eventTypes, { description: 'What happened.' }),
  attempt: Type.Integer({
    minimum: 1,
    maximum: 6,
    description: '1 for the first of up to six.',
    examples: [1],
  }),
  status: OneOf(['pending', 'succeeded', 'failed', 'skipped'], {
    description:
      '`pending`: due at `next_attempt_at`; `skipped`: not sent because the webhook was disabled or deleted, or because its ' +
      'creator can no longer read the project.',
  }),
  response_code: Nullable(
    Type.Integer({ description: 'HTTP status of your server; null without a response.', examples: [200] }),
  ),
  error: Nullable(
    OneOf(
      [
        'timeout',
        'dns',
        'connection',
        'tls',
        'blocked_address',
        'redirect',
        'http_status',
        'subscription_disabled',
      ],
      { description: 'Why the attempt failed or was skipped; null otherwise.' },
    ),
  ),
  duration_ms: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'Milliseconds until the response or failure; null if not sent.',
    }),
  ),
  attempted_at: Nullable(DateTime('When it was sent; null if it was not.')),
  next_attempt_at: Nullable(DateTime('When the next attempt is due; null if there is none.')),
  created_at: DateTime('When the attempt was scheduled.'),
};
export const Delivery = Resource('Delivery', deliveryFields, {
  description: 'One attempt to send an event to a webhook.',
});
export const DeliveryWithBody = Resource(
  'DeliveryWithBody',
  {
    ...deliveryFields,
    request_body: Nullable(
      Type.String({
        description: 'The body that was or will be sent; null if the event is older than 30 days.',
      }),
    ),
    request_headers: Nullable(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'The headers that were sent, signatures included; null if nothing was sent.',
        examples: [{ 'Content-Type': 'application/json', 'X-SVC-Event': 'project.created' }],
      }),
    ),
    response_body: Nullable(
      Type.String({
        description:
          'The first 4 kB of the response to a failed attempt, as text; null if it succeeded or had no response.',
        examples: ['upstream connect error'],
      }),
    ),
  },
  { description: 'An attempt with what was sent and received.' },
);

export const Replay = Resource(
  'WebhookReplay',
  {
    webhook_id: Id('webhook', 'The subscription that receives the events.'),
    since: DateTime('As requested.'),
    delivery_count: Type.Integer({ minimum: 0, description: 'Events that were queued for sending.' }),
  },
  { description: 'Confirms a replay.' },
);

/** Documented only: the service checks it and reports the index of the duplicate. */
const eachOnce = { [documentKeyword]: { uniqueItems: true } };

const changeable = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  project_ids: Type.Optional(
    Nullable(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 500,
        description: 'Only events of these projects; null: of all that you can see.',
        ...eachOnce,
      }),
    ),
  ),
};
const Url = () => OutboundUrl({ description: 'Where to send. https, without credentials.' });
const Events = () =>
  Type.Array(OneOf(eventTypes), { minItems: 1, maxItems: 100, description: 'Each once.', ...eachOnce });

export const NewWebhook = Input({ url: Url(), events: Events(), ...changeable });
export const WebhookChange = Input(
  { url: Type.Optional(Url()), events: Type.Optional(Events()), ...changeable },
  {
    minProperties: 1,
    description: 'Omitted fields do not change. The status cannot be set.',
    [unknownFieldsKeyword]: {
      status: 'cannot be set. To enable a disabled webhook, delete it and create it again.',
    },
  },
);
export const TestInput = Input({
  event_type: Type.Optional(
    OneOf(eventTypes, { description: 'Which sample to send; default: the first of its events.' }),
  ),
});
export const ReplayInput = Input(
  { since: DateTimeInput('Events from this instant on, of the last 30 days.') },
  { title: 'WebhookReplayRequest' },
);
export type NewWebhook = Static<typeof NewWebhook>;
export type WebhookChange = Static<typeof WebhookChange>;

export const WebhooksQuery = listQuery(['-created_at', 'created_at'], {
  status: Type.Optional(SomeOf(statuses)),
});
export const DeliveriesQuery = listQuery(['-attempted_at', 'attempted_at', '-created_at', 'created_at'], {
  status: Type.Optional(SomeOf(['pending', 'succeeded', 'failed', 'skipped'])),
  event_type: Type.Optional(SomeOf(eventTypes)),
  event_id: Type.Optional(Type.String({ maxLength: 2000 })),
});

export const toWebhook = (row: WebhookRow) => ({
  id: row.id,
  url: row.url,
  events: row.events,
  description: row.description ?? '',
  project_ids: row.project_ids,
  status: row.status,
  disabled_at: row.disabled_at,
  disabled_reason: row.disabled_reason,
  failing_since: row.missed_since ?? row.failing_since,
  last_success_at: row.last_success_at,
  last_failure_at: row.last_failure_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

export const toDelivery = (row: DeliveryRow) => ({
  id: row.id,
  webhook_id: row.subscription_id,
  event_id: row.event_id,
  event_type: row.event_type,
  attempt: row.attempt,
  status: row.status,
  response_code: row.response_code,
  error: row.error,
  duration_ms: row.duration_ms,
  attempted_at: row.attempted_at,
  next_attempt_at: row.next_attempt_at,
  created_at: row.created_at,
});

export const toDeliveryWithBody = (row: DeliveryWithBodyRow) => ({
  ...toDelivery(row),
  request_body: row.body?.toString('utf8') ?? null,
  request_headers: sentHeaders(row),
  response_body: row.response_body,
});
