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
} from '../../../http/schema.ts';
import type { DeliveryRow, DeliveryWithBodyRow } from './history.ts';
import { sentHeaders } from './request-headers.ts';
import type { WebhookRow } from './store.ts';

const statuses = ['enabled', 'disabled'] as const;

const webhookFields = {
  ...commonFields('webhook'),
  url: Type.String({ examples: ['https://example.com/hooks/parley'] }),
  events: Type.Array(OneOf(eventTypes)),
  description: Nullable(Type.String()),
  project_ids: Nullable(
    Type.Array(Id('project'), {
      description: 'Only events of these projects; null: of all that you may see.',
    }),
  ),
  status: OneOf(statuses, { description: 'To enable a disabled one, delete it and create it again.' }),
  disabled_at: Nullable(DateTime()),
  disabled_reason: Nullable(Type.String()),
  failing_since: Nullable(DateTime('The first failed attempt after its last success.')),
  last_success_at: Nullable(DateTime('To the second: of several successes within one, the first is told.')),
  last_failure_at: Nullable(DateTime()),
};

export const Webhook = Resource('Webhook', webhookFields);
export const WebhookWithSecret = Resource('WebhookWithSecret', {
  ...webhookFields,
  secret: Type.String({
    description: 'Shown this once. Check the signature of every request with it.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  }),
});

const deliveryFields = {
  id: Id('delivery'),
  webhook_id: Id('webhook'),
  event_id: Id('event'),
  event_type: OneOf(eventTypes),
  attempt: Type.Integer({ minimum: 1, maximum: 6, examples: [1] }),
  status: OneOf(['pending', 'succeeded', 'failed', 'skipped'], {
    description: '`pending`: the attempt is still to come, at `next_attempt_at`.',
  }),
  response_code: Nullable(Type.Integer({ examples: [200] })),
  error: Nullable(
    OneOf([
      'timeout',
      'dns',
      'connection',
      'tls',
      'blocked_address',
      'redirect',
      'http_status',
      'subscription_disabled',
    ]),
  ),
  duration_ms: Nullable(Type.Integer({ minimum: 0 })),
  attempted_at: Nullable(DateTime()),
  next_attempt_at: Nullable(DateTime('When the next attempt is due; null when there is none.')),
  created_at: DateTime('When the attempt was planned.'),
};
export const Delivery = Resource('Delivery', deliveryFields);
export const DeliveryWithBody = Resource('DeliveryWithBody', {
  ...deliveryFields,
  request_body: Nullable(
    Type.String({
      description: 'The bytes that were or will be sent; null when the event is older than 30 days.',
    }),
  ),
  request_headers: Nullable(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The headers as they were sent, signatures included; null when nothing was sent.',
      examples: [{ 'Content-Type': 'application/json', 'X-SVC-Event': 'project.created' }],
    }),
  ),
  response_body: Nullable(
    Type.String({
      description:
        'The first 4 kB of the answer to a failed attempt, as text; null when it succeeded or was not answered.',
      examples: ['upstream connect error'],
    }),
  ),
});

export const Replay = Resource('WebhookReplay', {
  webhook_id: Id('webhook'),
  since: DateTime(),
  delivery_count: Type.Integer({ minimum: 0, description: 'How many events are on their way now.' }),
});

/** The service names the one that is given twice. */
const eachOnce = { [documentKeyword]: { uniqueItems: true } };

const changeable = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  project_ids: Type.Optional(
    Nullable(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 500,
        description: 'Only events of these projects; null: of all that you may see.',
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
  { minProperties: 1, description: 'What is left out stays as it is. The status can’t be set.' },
);
export const TestInput = Input({
  event_type: Type.Optional(
    OneOf(eventTypes, { description: 'Which sample to send; the first of its events if left out.' }),
  ),
});
export const ReplayInput = Input({
  since: DateTimeInput('Events from this instant on, of the last 30 days.'),
});
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
  description: row.description,
  project_ids: row.project_ids,
  status: row.status,
  disabled_at: row.disabled_at,
  disabled_reason: row.disabled_reason,
  failing_since: row.failing_since,
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
