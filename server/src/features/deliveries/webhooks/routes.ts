import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { splitFilter } from '../../../platform/database/keyset-page.ts';
import { listDeliveries, requireEvents } from './history.ts';
import {
  DeliveriesQuery,
  Delivery,
  DeliveryWithBody,
  NewWebhook,
  Replay,
  ReplayInput,
  TestInput,
  toDelivery,
  toDeliveryWithBody,
  toWebhook,
  Webhook,
  WebhookChange,
  WebhooksQuery,
  WebhookWithSecret,
} from './schema.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getDelivery,
  getWebhook,
  redeliver,
  replay,
  requireHistory,
  rotateSecret,
  sendTest,
  type WebhookDeps,
} from './service.ts';
import { listWebhooks } from './store.ts';

export function webhookRoutes(deps: WebhookDeps): Route[] {
  return [...subscriptionRoutes(deps), ...deliveryRoutes(deps)];
}

const tag = 'Webhooks';
const one = { tag, ids: { webhookId: 'webhook' } } as const;

function subscriptionRoutes(deps: WebhookDeps): Route[] {
  return [
    route({
      tag,
      method: 'GET',
      path: '/webhooks',
      operationId: 'listWebhooks',
      summary: 'List your webhooks',
      status: 200,
      query: WebhooksQuery,
      data: Webhook,
      list: true,
      handler: async ({ db, principal, query }) => {
        const page = await listWebhooks(db, principal.user_id, query);
        return { data: page.rows.map(toWebhook), next_cursor: page.next_cursor };
      },
    }),
    route({
      tag,
      method: 'POST',
      path: '/webhooks',
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      description: 'The response contains the `secret`, which is not shown again.',
      status: 201,
      body: NewWebhook,
      data: WebhookWithSecret,
      example: {
        body: {
          url: 'https://example.com/hooks/parley',
          events: ['project.created', 'report.generated'],
          description: 'Research channel',
        },
      },
      handler: async (call) => {
        const { webhook, secret } = await createWebhook(deps, call, call.body);
        return { data: { ...toWebhook(webhook), secret } };
      },
    }),
    route({
      ...one,
      method: 'GET',
      path: '/webhooks/{webhookId}',
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      status: 200,
      data: Webhook,
      handler: async (call) => ({ data: toWebhook(await getWebhook(call, call.params.webhookId)) }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/webhooks/{webhookId}',
      operationId: 'updateWebhook',
      summary: 'Change a webhook',
      description:
        'Queued deliveries are sent to the new URL. The status cannot be set, and a disabled webhook cannot be changed: delete it and create it again.',
      status: 200,
      body: WebhookChange,
      data: Webhook,
      example: { body: { events: ['project.created', 'project.deleted'] } },
      handler: async (call) => ({
        data: toWebhook(await changeWebhook(deps, call, call.params.webhookId, call.body)),
      }),
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/webhooks/{webhookId}',
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Queued deliveries are skipped.',
      status: 200,
      data: Deleted('webhook'),
      handler: async (call) => {
        await deleteWebhook(deps, call, call.params.webhookId);
        return { data: { id: call.params.webhookId, deleted: true } };
      },
    }),
    route({
      ...one,
      method: 'POST',
      path: '/webhooks/{webhookId}/rotate-secret',
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook',
      description:
        'Every secret that was replaced less than 24 hours ago also signs. A fourth rotation within 24 hours is refused.',
      status: 200,
      data: WebhookWithSecret,
      handler: async (call) => {
        const { webhook, secret } = await rotateSecret(deps, call, call.params.webhookId);
        return { data: { ...toWebhook(webhook), secret } };
      },
    }),
  ];
}

function deliveryRoutes(deps: WebhookDeps): Route[] {
  const record = { tag, ids: { webhookId: 'webhook', deliveryId: 'delivery' } } as const;
  return [
    route({
      ...one,
      method: 'POST',
      path: '/webhooks/{webhookId}/test',
      operationId: 'testWebhook',
      summary: 'Send a sample event',
      description:
        'Signed and recorded like any event, sent immediately, without retries. Returns its record.',
      status: 201,
      body: TestInput,
      bodyOptional: true,
      data: Delivery,
      example: { body: { event_type: 'project.created' } },
      handler: async (call) => ({
        data: toDelivery(await sendTest(deps, call, call.params.webhookId, call.body?.event_type)),
      }),
    }),
    route({
      ...one,
      method: 'POST',
      path: '/webhooks/{webhookId}/replay',
      operationId: 'replayWebhook',
      summary: 'Send the events that a webhook missed',
      description:
        'The events of the last 30 days that match its subscription and were not delivered successfully.',
      status: 200,
      body: ReplayInput,
      data: Replay,
      example: { body: { since: '2026-11-14T09:30:00.000Z' } },
      handler: async (call) => ({
        data: await replay(deps, call, call.params.webhookId, new Date(call.body.since)),
      }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/webhooks/{webhookId}/deliveries',
      operationId: 'listDeliveries',
      summary: 'List delivery attempts',
      description:
        'One record per attempt of the last 30 days, and one per pending attempt; newest attempt first, pending ones on top. Readable for 30 days after the webhook was deleted.',
      status: 200,
      query: DeliveriesQuery,
      data: Delivery,
      list: true,
      handler: async ({ db, principal, params, query, now }) => {
        await requireHistory({ db, principal, now }, params.webhookId);
        const page = await listDeliveries(db, params.webhookId, query, now);
        if (page.rows.length === 0 && query.event_id !== undefined)
          await requireEvents({ db, principal, now }, params.webhookId, splitFilter(query.event_id));
        return { data: page.rows.map(toDelivery), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...record,
      method: 'GET',
      path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
      operationId: 'getDelivery',
      summary: 'Get a delivery attempt with its request and response',
      description: 'Readable for 30 days after the webhook was deleted.',
      status: 200,
      data: DeliveryWithBody,
      handler: async ({ db, principal, params, now }) => {
        await requireHistory({ db, principal, now }, params.webhookId);
        const delivery = await getDelivery({ db, principal }, params.webhookId, params.deliveryId);
        return { data: toDeliveryWithBody(delivery) };
      },
    }),
    route({
      ...record,
      method: 'POST',
      path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
      operationId: 'redeliver',
      summary: 'Send an event again',
      description:
        'Sends the same bytes and event id, with up to six new attempts. Returns the new record. Refused with 422 while a first attempt of the event is pending.',
      status: 201,
      data: Delivery,
      handler: async (call) => ({
        data: toDelivery(await redeliver(deps, call, call.params.webhookId, call.params.deliveryId)),
      }),
    }),
  ];
}
