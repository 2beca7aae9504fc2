import { notACursor } from '../../../foundation/cursor.ts';
import { invalidField } from '../../../foundation/errors.ts';
import { idTimeMs, isId } from '../../../foundation/ids.ts';
import { type Db, empty, join, raw, type Sql, sql } from '../../../platform/database/index.ts';
import {
  among,
  type ListQuery,
  listPage,
  type PageBounds,
  splitFilter,
} from '../../../platform/database/keyset-page.ts';
import { sharedWith } from '../../projects/index.ts';
import { deliveryIdPrefix, lanes } from '../engine/index.ts';
import { eventDays } from '../retention.ts';
import type { WebhookRow } from './store.ts';

/** A record of the history: an attempt that was made or skipped, or the one to come. */
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

/** An attempt to come is in the queue, one that was made is in the history; its id stays the same. */
const toCome = sql`
  select q.id, q.subscription_id, q.event_id, q.event_created_at, q.event_type, q.attempt, 'pending'::text as status,
         null::smallint as response_code, null::text as error, null::integer as duration_ms,
         null::timestamptz as attempted_at, q.due_at as next_attempt_at, q.created_at, q.body,
         null::text as svc_signature, null::text as standard_signature, null::text as response_body,
         'infinity'::timestamptz as listed_at
    from webhook_queue q`;
const made = sql`
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

/** When an attempt was made; what was skipped has no such time and is listed under its creation. */
const attemptTime = sql`coalesce(a.attempted_at, a.created_at)`;
/** Attempts to come are listed after all that were made, so that a row only ever moves towards the older end. */
const toComeTime = sql`'infinity'::timestamptz`;

/**
 * By the time of the attempt, or by creation. By creation a walk through the pages sees every row once. By the time of the
 * attempt, newest first, a row that is attempted during the walk may come twice, as pending and as made; none is missed.
 */
export async function listDeliveries(db: Db, webhookId: string, query: DeliveryFilters, now: Date) {
  // The status names the table, so that neither is searched for what it can't hold.
  const statuses = query.status === undefined ? [] : splitFilter(query.status);
  const madeStatuses = statuses.flatMap((status) => statusLiterals[status] ?? []);
  const parts = [
    ...(statuses.length === 0 || statuses.includes('pending') ? (['q'] as const) : []),
    ...(statuses.length === 0 || madeStatuses.length > 0 ? (['a'] as const) : []),
  ];
  const byAttempt = (query.sort ?? defaultSort).endsWith('attempted_at');
  const part = (row: 'q' | 'a', bounds: PageBounds): Sql => {
    const [createdAt, id] = [raw(`${row}.created_at`), raw(`${row}.id`)];
    const lived = row === 'q' ? createdAt : attemptTime;
    const sortKey = byAttempt && row === 'a' ? attemptTime : createdAt;
    const beyond = byAttempt && row === 'q' ? beyondToCome(bounds) : bounds.beyond(sortKey, id);
    return sql`(${row === 'q' ? toCome : made}
      where ${raw(row)}.subscription_id = ${webhookId} and ${lived} >= ${oldest(now)}
      and ${bounds.created(createdAt)} and ${beyond}
      ${row === 'a' && madeStatuses.length > 0 ? sql`and a.status in (${join(madeStatuses, ', ')})` : empty}
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
 * Rows to come all have one attempt time, so their ids order them. An id begins with the instant of creation: the pair is in
 * the same order as the id alone, and the primary key finds its place.
 */
function beyondToCome({ after, descending, beyond }: PageBounds): Sql {
  if (after?.key !== 'infinity') return beyond(toComeTime, sql`q.id`);
  // A forged cursor.
  if (!isId('delivery', after.id)) throw invalidField('cursor', notACursor);
  const place = sql`(${new Date(idTimeMs(after.id))}::timestamptz, ${after.id})`;
  return descending ? sql`(q.created_at, q.id) < ${place}` : sql`(q.created_at, q.id) > ${place}`;
}

/** As literals the planner can see that the index of what did not succeed will do. */
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
  /** Whether the project it tells of is still shared with the caller. */
  visible: boolean;
}

/** With the bytes that were or will be sent, as long as the event is there. */
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
      from (${toCome} union all ${made}) d
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

/** Whether the first attempt of this event at this webhook is still to come or under way. */
export async function isAboutToBeSent(tx: Db, webhookId: string, eventId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from webhook_queue q
     where q.subscription_id = ${webhookId} and q.event_id = ${eventId} and q.attempt = 1 limit 1`);
  return rows.length > 0;
}

/** Beside the events' own way in: a test, or one that is asked for again. */
export async function insertDelivery(tx: Db, delivery: NewDelivery): Promise<DeliveryRow> {
  const { id, webhook_id, event_id, event_created_at, event_type, body, once, at } = delivery;
  await tx.query(sql`
    insert into webhook_queue (id, subscription_id, event_id, event_created_at, event_type, body, attempt, once, lane, due_at,
      created_at)
    values (${id}, ${webhook_id}, ${event_id}, ${event_created_at}, ${event_type}, ${body}, 1, ${once},
      ${lanes.first}::smallint, ${at}, ${at})`);
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
 * Puts the events that the subscription missed on their way: those that concern it, were never delivered to it with
 * success and are not waiting. In the order of the events, and in the lane of retries, so that new ones are not held up.
 */
export async function insertMissed(tx: Db, webhook: WebhookRow, since: Date, now: Date): Promise<number> {
  const from = new Date(Math.max(since.getTime(), oldest(now).getTime()));
  const rows = await tx.query(sql`
    insert into webhook_queue (id, subscription_id, event_id, event_created_at, event_type, attempt, lane, due_at, created_at)
    select new_delivery_id(${deliveryIdPrefix(now)}), ${webhook.id}, e.id, e.created_at, e.type, 1, ${lanes.again}::smallint,
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
