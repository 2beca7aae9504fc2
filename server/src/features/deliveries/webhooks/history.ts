import { notACursor } from '../../../foundation/cursor.ts';
import { invalidField, notFound } from '../../../foundation/errors.ts';
import { idTimeMs, isId } from '../../../foundation/ids.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, empty, join, raw, type Sql, sql } from '../../../platform/database/index.ts';
import {
  among,
  type ListQuery,
  listPage,
  type PageBounds,
  splitFilter,
} from '../../../platform/database/keyset-page.ts';
import { sharedWith } from '../../projects/index.ts';
import { deliveryIdPrefix, queueTiers } from '../engine/index.ts';
import { findEvent } from '../event-log/index.ts';
import { eventDays } from '../retention.ts';
import type { WebhookRow } from './store.ts';

/** A record of the history: an attempt that was made or skipped, or a pending one. */
export interface DeliveryRow {
  id: string;
  subscription_id: string;
  event_id: string;
  event_created_at: Date;
  event_type: string;
  attempt: number;
  status: 'pending' | 'succeeded' | 'failed' | 'skipped';
  response_code: number | null;
  error: string | null;
  duration_ms: number | null;
  attempted_at: Date | null;
  next_attempt_at: Date | null;
  created_at: Date;
}

/** Pending attempts are in the queue, past attempts in the history. An attempt has the same id in both. */
const pendingAttempts = sql`
  select q.id, q.subscription_id, q.event_id, q.event_created_at, q.event_type, q.attempt, 'pending'::text as status,
         null::smallint as response_code, null::text as error, null::integer as duration_ms,
         null::timestamptz as attempted_at, q.due_at as next_attempt_at, q.created_at, q.body,
         null::text as svc_signature, null::text as standard_signature, null::text as response_body,
         'infinity'::timestamptz as listed_at
    from webhook_queue q`;
const pastAttempts = sql`
  select a.id, a.subscription_id, a.event_id, a.event_created_at, a.event_type, a.attempt, a.status,
         a.response_code, a.error, a.duration_ms, a.attempted_at, a.next_attempt_at, a.created_at, a.body,
         a.svc_signature, a.standard_signature, a.response_body, coalesce(a.attempted_at, a.created_at) as listed_at
    from webhook_attempts a`;

const oldest = (now: Date) => new Date(now.getTime() - eventDays * 86_400_000);

interface DeliveryFilters extends ListQuery {
  status?: string;
  event_type?: string;
  event_id?: string;
}

/**
 * A filter that names an event which the caller cannot see is 404 or 403 (spec §1.9). The sample of a test delivery is only
 * in the history, not in the log.
 */
export async function requireEvents(
  { db, principal, now }: { db: Db; principal: Researcher; now: Date },
  webhookId: string,
  eventIds: string[],
): Promise<void> {
  const rows = await db.query<{ event_id: string }>(sql`
    select q.event_id from webhook_queue q where q.subscription_id = ${webhookId} and q.event_id = any(${eventIds}::text[])
    union select a.event_id from webhook_attempts a
     where a.subscription_id = ${webhookId} and a.event_id = any(${eventIds}::text[])`);
  const known = new Set(rows.map((row) => row.event_id));
  for (const id of eventIds) {
    if (known.has(id)) continue;
    if (!isId('event', id) || !(await findEvent(db, principal, id, now))) throw notFound('Event');
  }
}

/** When an attempt was made. A skipped one is listed by its time of creation. */
const attemptTime = sql`coalesce(a.attempted_at, a.created_at)`;
/** Pending attempts sort after all past ones, so that a row can only move towards the older end of the list. */
const pendingTime = sql`'infinity'::timestamptz`;

/**
 * Sorted by creation, the pages contain every row exactly once. Sorted by the time of the attempt, newest first, a row
 * that is attempted between two requests can appear twice, as pending and as past; no row is missed.
 */
export async function listDeliveries(db: Db, webhookId: string, query: DeliveryFilters, now: Date) {
  // The status decides which of the two tables are read.
  const statuses = query.status === undefined ? [] : splitFilter(query.status);
  const pastStatuses = statuses.flatMap((status) => statusLiterals[status] ?? []);
  const parts = [
    ...(statuses.length === 0 || statuses.includes('pending') ? (['q'] as const) : []),
    ...(statuses.length === 0 || pastStatuses.length > 0 ? (['a'] as const) : []),
  ];
  const byAttempt = (query.sort ?? defaultSort).endsWith('attempted_at');
  const part = (row: 'q' | 'a', bounds: PageBounds): Sql => {
    const [createdAt, id] = [raw(`${row}.created_at`), raw(`${row}.id`)];
    const retainedSince = row === 'q' ? createdAt : attemptTime;
    const sortKey = byAttempt && row === 'a' ? attemptTime : createdAt;
    const beyond = byAttempt && row === 'q' ? beyondPending(bounds) : bounds.beyond(sortKey, id);
    return sql`(${row === 'q' ? pendingAttempts : pastAttempts}
      where ${raw(row)}.subscription_id = ${webhookId} and ${retainedSince} >= ${oldest(now)}
      and ${bounds.created(createdAt)} and ${beyond}
      ${row === 'a' && pastStatuses.length > 0 ? sql`and a.status in (${join(pastStatuses, ', ')})` : empty}
      ${query.event_type ? sql`and ${among(sql`${raw(row)}.event_type`, query.event_type)}` : empty}
      ${query.event_id !== undefined ? sql`and ${among(sql`${raw(row)}.event_id`, query.event_id)}` : empty}
      ${bounds.end(sortKey, id)})`;
  };
  return listPage<DeliveryRow>(db, {
    name: `deliveries of ${webhookId}`,
    query,
    select: sql`select d.id, d.subscription_id, d.event_id, d.event_created_at, d.event_type, d.attempt, d.status, d.response_code,
      d.error, d.duration_ms, d.attempted_at, d.next_attempt_at, d.created_at`,
    from: (bounds) =>
      sql`from (${join(
        parts.map((row) => part(row, bounds)),
        ' union all ',
      )}) d`,
    where: [],
    sorts: {
      created_at: { column: sql`d.created_at`, type: 'timestamptz' },
      attempted_at: { column: sql`d.listed_at`, type: 'timestamptz' },
    },
    defaultSort,
    id: sql`d.id`,
  });
}

const defaultSort = '-attempted_at';

/**
 * Pending rows all have the same sort key, so they are sorted by id. An id starts with the time of creation, so the pair
 * (created_at, id) has the same order as the id, and the primary key can be used.
 */
function beyondPending({ after, descending, beyond }: PageBounds): Sql {
  if (after?.key !== 'infinity') return beyond(pendingTime, sql`q.id`);
  // The cursor was forged.
  if (!isId('delivery', after.id)) throw invalidField('cursor', notACursor);
  const position = sql`(${new Date(idTimeMs(after.id))}::timestamptz, ${after.id})`;
  return descending ? sql`(q.created_at, q.id) < ${position}` : sql`(q.created_at, q.id) > ${position}`;
}

/** Literals and not parameters, so that the planner can use the partial index of records that did not succeed. */
const statusLiterals: Record<string, Sql> = {
  succeeded: sql`'succeeded'`,
  failed: sql`'failed'`,
  skipped: sql`'skipped'`,
};

export interface DeliveryWithBodyRow extends DeliveryRow {
  body: Buffer | null;
  own_body: Buffer | null;
  svc_signature: string | null;
  standard_signature: string | null;
  response_body: string | null;
  /** Whether the project of the event is still shared with the caller. */
  visible: boolean;
}

/** Includes the payload as long as the event is stored. */
export async function findDelivery(
  db: Db,
  userId: string,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryWithBodyRow | undefined> {
  const createdAt = new Date(idTimeMs(deliveryId));
  const [row] = await db.query<DeliveryWithBodyRow>(sql`
    select d.*, d.body as own_body,
           coalesce((select ${sharedWith(userId)}
                       from events e join projects p on p.id = e.project_id
                      where e.id = d.event_id and e.created_at = d.event_created_at), true) as visible,
           coalesce(d.body, (select e.body from events e where e.id = d.event_id and e.created_at = d.event_created_at)) as body
      from (${pendingAttempts} union all ${pastAttempts}) d
     where d.subscription_id = ${webhookId} and d.created_at = ${createdAt} and d.id = ${deliveryId}
     order by d.status = 'pending' limit 1`);
  return row;
}

export interface NewDelivery {
  id: string;
  webhook_id: string;
  event_id: string;
  event_created_at: Date;
  event_type: string;
  body: Buffer | null;
  once: boolean;
  at: Date;
}

/** Whether the first attempt to send this event to this webhook is pending or in flight. */
export async function isFirstAttemptPending(tx: Db, webhookId: string, eventId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from webhook_queue q
     where q.subscription_id = ${webhookId} and q.event_id = ${eventId} and q.attempt = 1 limit 1`);
  return rows.length > 0;
}

/** Queues a test event or a redelivery. Other deliveries are queued by the fan-out of events. */
export async function insertDelivery(tx: Db, delivery: NewDelivery): Promise<DeliveryRow> {
  const { id, webhook_id, event_id, event_created_at, event_type, body, once, at } = delivery;
  await tx.query(sql`
    insert into webhook_queue (id, subscription_id, event_id, event_created_at, event_type, body, attempt, once, tier, due_at,
      created_at)
    values (${id}, ${webhook_id}, ${event_id}, ${event_created_at}, ${event_type}, ${body}, 1, ${once},
      ${queueTiers.first}::smallint, ${at}, ${at})`);
  return {
    id,
    subscription_id: webhook_id,
    event_id,
    event_created_at,
    event_type,
    attempt: 1,
    status: 'pending',
    response_code: null,
    error: null,
    duration_ms: null,
    attempted_at: null,
    next_attempt_at: at,
    created_at: at,
  };
}

/**
 * Queues the events that the subscription missed: matching events without a successful delivery that are not queued. They
 * are sent in the order of the events, and in the tier of retries, so that they do not delay new events.
 */
export async function insertMissed(tx: Db, webhook: WebhookRow, since: Date, now: Date): Promise<number> {
  const from = new Date(Math.max(since.getTime(), oldest(now).getTime()));
  const rows = await tx.query(sql`
    insert into webhook_queue (id, subscription_id, event_id, event_created_at, event_type, attempt, tier, due_at, created_at)
    select new_delivery_id(${deliveryIdPrefix(now)}), ${webhook.id}, e.id, e.created_at, e.type, 1, ${queueTiers.retry}::smallint,
           least(e.created_at, ${now}), ${now}
      from events e join projects p on p.id = e.project_id
     where e.workspace_id = ${webhook.workspace_id} and e.created_at >= ${from} and e.type = any(${webhook.events})
       and (${webhook.project_ids}::text[] is null or e.project_id = any(${webhook.project_ids}))
       and ${sharedWith(webhook.created_by)}
       and not exists (select 1 from webhook_attempts a
                        where a.event_id = e.id and a.subscription_id = ${webhook.id} and a.status = 'succeeded')
       and not exists (select 1 from webhook_queue q where q.subscription_id = ${webhook.id} and q.event_id = e.id)
    returning 1`);
  return rows.length;
}
