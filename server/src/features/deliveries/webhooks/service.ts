import { type EventType, sampleEvent } from '../../../events/index.ts';
import { type ErrorDetail, forbidden, invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { requireWriteRole } from '../../../foundation/principal.ts';
import { isUnchanged } from '../../../foundation/versions.ts';
import type { Caller } from '../../../http/route.ts';
import { type Sql, sql } from '../../../platform/database/index.ts';
import type { Outbound } from '../../../platform/outbound/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import { requireBelowCap } from '../../identity/usage/index.ts';
import { eventDays } from '../retention.ts';
import {
  type DeliveryRow,
  findDelivery,
  insertDelivery,
  insertMissed,
  isFirstAttemptPending,
} from './history.ts';
import { type NewWebhook, toWebhook, type WebhookChange } from './schema.ts';
import { newSecret } from './signature.ts';
import {
  countWebhooks,
  findUnseenProjects,
  findWebhook,
  findWebhookWithHistory,
  insertWebhook,
  markDeleted,
  saveWebhook,
  type WebhookRow,
} from './store.ts';

export interface WebhookDeps {
  outbound: Outbound;
  box: SecretBox;
  /** Wakes the workers because deliveries are due. */
  wake(): void;
}

/** Binds a secret to its webhook: a secret that was copied to another row cannot be decrypted. */
export const secretPurpose = (webhookId: string) => `webhook:${webhookId}`;

const rotationMs = 24 * 3_600_000; // spec §8.5
/** Each previous secret adds a signature to every request. */
const previousSecretsMax = 3;

export async function createWebhook(deps: WebhookDeps, { db, principal, now }: Caller, input: NewWebhook) {
  requireWriteRole(principal);
  await requireValid(deps, { db, principal }, input);
  const id = newId('webhook', now.getTime());
  const secret = newSecret();
  const webhook: WebhookRow = {
    id,
    workspace_id: principal.workspace_id,
    created_by: principal.user_id,
    url: input.url,
    events: input.events,
    description: input.description ?? null,
    project_ids: input.project_ids ?? null,
    status: 'enabled',
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
    missed_since: null,
    last_success_at: null,
    last_failure_at: null,
    secret: deps.box.seal(secretPurpose(id), secret),
    previous_secrets: [],
    previous_secrets_until: [],
    created_at: now,
    updated_at: now,
  };
  await db.transaction(async (tx) => {
    await requireBelowCap(tx, principal, 'webhooks', countWebhooks(principal.workspace_id));
    await insertWebhook(tx, webhook);
  });
  return { webhook, secret };
}

/** 404 for a webhook of another workspace, 403 for one that another member created (spec §2.3). */
export async function getWebhook(
  { db, principal }: Pick<Caller, 'db' | 'principal'>,
  webhookId: string,
  need: 'read' | 'write' = 'read',
  lock: Sql = sql``,
): Promise<WebhookRow> {
  const webhook = await findWebhook(db, principal.workspace_id, webhookId, lock);
  if (!webhook) throw notFound('Webhook');
  if (webhook.created_by !== principal.user_id) throw forbidden();
  if (need === 'write') requireWriteRole(principal);
  return webhook;
}

/** Allows reading the history of a webhook, and for 30 days after the webhook was deleted (spec §8.12). */
export async function requireHistory({ db, principal, now }: Caller, webhookId: string): Promise<void> {
  const deletedSince = new Date(now.getTime() - eventDays * 86_400_000);
  const webhook = await findWebhookWithHistory(db, principal.workspace_id, webhookId, deletedSince);
  if (!webhook) throw notFound('Webhook');
  if (webhook.created_by !== principal.user_id) throw forbidden();
}

export async function changeWebhook(
  deps: WebhookDeps,
  caller: Caller,
  webhookId: string,
  change: WebhookChange,
) {
  const { db, principal, now } = caller;
  await getEnabled(caller, webhookId);
  // Before the row is locked, because a DNS look-up can be slow.
  await requireValid(deps, caller, change);
  return db.transaction(async (tx) => {
    const before = await getEnabled({ db: tx, principal }, webhookId, sql`for no key update`);
    const after: WebhookRow = { ...before, ...change, updated_at: now };
    // A missing description is stored as null, and sent and received as an empty text.
    if (isUnchanged(toWebhook(before), toWebhook(after))) return before;
    await saveWebhook(tx, after);
    return after;
  });
}

export async function deleteWebhook(deps: WebhookDeps, { db, principal, now }: Caller, webhookId: string) {
  await db.transaction(async (tx) => {
    await getWebhook({ db: tx, principal }, webhookId, 'write', sql`for no key update`);
    await markDeleted(tx, webhookId, now);
    tx.afterCommit(deps.wake);
  });
}

/** A replaced secret signs for another 24 hours, so that receivers can switch without refusing a request. */
export async function rotateSecret(deps: WebhookDeps, { db, principal, now }: Caller, webhookId: string) {
  return db.transaction(async (tx) => {
    const before = await getWebhook({ db: tx, principal }, webhookId, 'write', sql`for no key update`);
    const signing = before.previous_secrets_until.filter((until) => until > now).length;
    if (signing >= previousSecretsMax) {
      const free = before.previous_secrets_until[signing - 1]?.toISOString();
      throw invalidField(
        'webhook_id',
        `This secret was replaced ${previousSecretsMax} times in 24 hours. You can replace it again at ${free}.`,
      );
    }
    const secret = newSecret();
    const webhook: WebhookRow = {
      ...before,
      secret: deps.box.seal(secretPurpose(webhookId), secret),
      previous_secrets: [before.secret, ...before.previous_secrets.slice(0, signing)],
      previous_secrets_until: [
        new Date(now.getTime() + rotationMs),
        ...before.previous_secrets_until.slice(0, signing),
      ],
      updated_at: now,
    };
    await saveWebhook(tx, webhook);
    return { webhook, secret };
  });
}

/** Queues a sample event. It is signed and recorded like any event, but not retried. */
export async function sendTest(
  deps: WebhookDeps,
  { db, principal, now }: Caller,
  webhookId: string,
  eventType: EventType | undefined,
): Promise<DeliveryRow> {
  const webhook = await getEnabled({ db, principal }, webhookId);
  const type = eventType ?? (webhook.events[0] as EventType);
  const event = { ...sampleEvent(type), id: newId('event', now.getTime()), created_at: now.toISOString() };
  const delivery = await insertDelivery(db, {
    id: newId('delivery', now.getTime()),
    webhook_id: webhookId,
    event_id: event.id,
    event_created_at: now,
    event_type: type,
    body: Buffer.from(JSON.stringify(event)),
    once: true,
    at: now,
  });
  // After the insert: outside a transaction, `afterCommit` calls the function immediately.
  db.afterCommit(deps.wake);
  return delivery;
}

/** Sends an event again, with new attempts. Of concurrent requests for one event, one is accepted. */
export async function redeliver(
  deps: WebhookDeps,
  { db, principal, now }: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRow> {
  return db.transaction(async (tx) => {
    // The lock serializes the requests, so that each sees what the previous one has queued.
    await getEnabled({ db: tx, principal }, webhookId, sql`for no key update`);
    const delivery = await getDelivery({ db: tx, principal }, webhookId, deliveryId);
    if (delivery.status === 'pending') throw invalidField('delivery_id', 'This delivery is still pending.');
    if (!delivery.body) throw invalidField('delivery_id', 'Its event is older than 30 days.');
    if (await isFirstAttemptPending(tx, webhookId, delivery.event_id)) {
      throw invalidField('delivery_id', 'This event is already being sent again.');
    }
    tx.afterCommit(deps.wake);
    return insertDelivery(tx, {
      id: newId('delivery', now.getTime()),
      webhook_id: webhookId,
      event_id: delivery.event_id,
      event_created_at: delivery.event_created_at,
      event_type: delivery.event_type,
      body: delivery.own_body,
      once: false,
      at: now,
    });
  });
}

export async function replay(
  deps: WebhookDeps,
  { db, principal, now }: Caller,
  webhookId: string,
  since: Date,
) {
  if (since > now) throw invalidField('since', 'must not be in the future.');
  return db.transaction(async (tx) => {
    // The lock serializes replays, so that concurrent ones queue no event twice.
    const webhook = await getEnabled({ db: tx, principal }, webhookId, sql`for no key update`);
    const delivery_count = await insertMissed(tx, webhook, since, now);
    tx.afterCommit(deps.wake);
    return { webhook_id: webhookId, since, delivery_count };
  });
}

async function getEnabled(caller: Pick<Caller, 'db' | 'principal'>, webhookId: string, lock: Sql = sql``) {
  const webhook = await getWebhook(caller, webhookId, 'write', lock);
  if (webhook.status === 'disabled') {
    throw invalidField('webhook_id', 'This webhook is disabled: delete it and create it again.');
  }
  return webhook;
}

async function requireValid(
  { outbound }: WebhookDeps,
  { db, principal }: Pick<Caller, 'db' | 'principal'>,
  { url, events, project_ids }: WebhookChange,
): Promise<void> {
  const faults: ErrorDetail[] = [
    ...findDuplicates('events', events ?? []),
    ...findDuplicates('project_ids', project_ids ?? []),
  ];
  if (project_ids) {
    const unseen = new Set(
      await findUnseenProjects(db, principal.workspace_id, principal.user_id, project_ids),
    );
    project_ids.forEach((id, i) => {
      if (unseen.has(id))
        faults.push({ field: `project_ids.${i}`, message: 'is not a project that you can see.' });
    });
  }
  if (url !== undefined) {
    const vetting = await outbound.vetUrl(url);
    if (!vetting.ok) faults.push({ field: 'url', message: vetting.message });
  }
  if (faults.length > 0) throw invalid(faults);
}

const findDuplicates = (field: string, values: string[]): ErrorDetail[] =>
  values.flatMap((value, i) =>
    values.indexOf(value) < i ? [{ field: `${field}.${i}`, message: 'is a duplicate.' }] : [],
  );

/** Returns 403 if the project of the event is no longer shared with the caller. */
export async function getDelivery(
  { db, principal }: Pick<Caller, 'db' | 'principal'>,
  webhookId: string,
  deliveryId: string,
) {
  const delivery = await findDelivery(db, principal.user_id, webhookId, deliveryId);
  if (!delivery) throw notFound('Delivery');
  if (!delivery.visible) throw forbidden();
  return delivery;
}
