import { newId } from '../../../foundation/ids.ts';
import { type Db, raw, type Sql, sql } from '../../../platform/database/index.ts';
import type { DeliveryError } from './outcome.ts';
import { attemptsOf, type DeliveryKind, type Queued, queueOf, queueTiers } from './queue-store.ts';

/** The result of an attempt, to be written to the history. */
export interface AttemptRecord {
  delivery: Queued;
  status: 'succeeded' | 'failed' | 'skipped';
  response_code: number | null;
  error: DeliveryError | null;
  duration_ms: number | null;
  attempted_at: Date | null;
  ended_at: Date;
  /** null: this was the last attempt. */
  next_attempt_at: Date | null;
  svc_signature: string | null;
  standard_signature: string | null;
  /** The first bytes of the response to a failed attempt. */
  response_body: string | null;
}

/** Statements of a channel that run together with the write of records. */
export interface RecordHooks {
  /** A CTE of the same statement for successes. It reads `done (subscription_id, ended_at)`. */
  onSuccess: Sql;
  /** Runs in the transaction that writes the records, with all records of the subscriptions that have a failure. */
  onFailures(tx: Db, records: AttemptRecord[]): Promise<void>;
}

/**
 * Writes the results of attempts whose lease has not expired. Subscriptions with successes only are written in one
 * statement. The records of subscriptions with a failure are written in one transaction with the channel's hooks.
 */
export async function recordAttempts(
  db: Db,
  kind: DeliveryKind,
  recordHooks: RecordHooks,
  records: AttemptRecord[],
): Promise<void> {
  const failing = new Set(
    records.filter((record) => record.status === 'failed').map((record) => record.delivery.subscription_id),
  );
  const simple = records.filter((record) => !failing.has(record.delivery.subscription_id));
  const rest = records.filter((record) => failing.has(record.delivery.subscription_id));
  if (simple.length > 0) await db.query(writeStatement(kind, simple, recordHooks.onSuccess));
  if (rest.length === 0) return;
  await db.transaction(async (tx) => {
    const written = await tx.query<{ id: string }>(writeStatement(kind, rest, sql``));
    const writtenIds = new Set(written.map((row) => row.id));
    const valid = rest.filter((record) => writtenIds.has(record.delivery.id));
    if (valid.length > 0) await recordHooks.onFailures(tx, valid);
  });
}

function writeStatement(kind: DeliveryKind, records: AttemptRecord[], onSuccess: Sql): Sql {
  const column = <T>(read: (record: AttemptRecord) => T) => records.map(read);
  const ids = column((record) => record.delivery.id);
  const nextIds = column((record) =>
    record.next_attempt_at ? newId('delivery', record.ended_at.getTime()) : null,
  );
  return sql`
    with done as materialized (
      select q.id, q.subscription_id, q.event_id, q.event_created_at, q.event_type, q.body, q.attempt, q.once, q.created_at,
             r.status, r.response_code, r.error, r.duration_ms, r.attempted_at, r.ended_at, r.next_attempt_at, r.next_id,
             r.svc_signature, r.standard_signature, r.response_body
        from take_${raw(kind)}_deliveries(
          ${column((record) => record.delivery.subscription_id)}::text[],
          ${column((record) => record.delivery.created_at)}::timestamptz[],
          ${ids}::text[], ${column((record) => record.delivery.lease_token)}::uuid[]) q
        join unnest(${ids}::text[], ${column((record) => record.status)}::text[],
          ${column((record) => record.response_code)}::smallint[], ${column((record) => record.error)}::text[],
          ${column((record) => record.duration_ms)}::integer[], ${column((record) => record.attempted_at)}::timestamptz[],
          ${column((record) => record.ended_at)}::timestamptz[], ${column((record) => record.next_attempt_at)}::timestamptz[],
          ${nextIds}::text[], ${column((record) => record.svc_signature)}::text[],
          ${column((record) => record.standard_signature)}::text[], ${column((record) => record.response_body)}::text[])
          as r (id, status, response_code, error, duration_ms, attempted_at, ended_at, next_attempt_at, next_id,
            svc_signature, standard_signature, response_body) on r.id = q.id),
    history as (
      insert into ${attemptsOf(kind)} (id, subscription_id, event_id, event_created_at, event_type, body, attempt, status,
        response_code, error, duration_ms, attempted_at, next_attempt_at, created_at, svc_signature, standard_signature,
        response_body)
      select id, subscription_id, event_id, event_created_at, event_type, body, attempt, status, response_code, error,
             duration_ms, attempted_at, next_attempt_at, created_at, svc_signature, standard_signature, response_body
        from done),
    retries as (
      insert into ${queueOf(kind)} (id, subscription_id, event_id, event_created_at, event_type, body, attempt, once, tier,
        due_at, created_at)
      select next_id, subscription_id, event_id, event_created_at, event_type, body, attempt + 1, once, ${queueTiers.retry}::smallint,
             next_attempt_at, ended_at from done where next_id is not null)
    ${onSuccess}
    select id from done`;
}

/** Rows per statement: enough to be fast, few enough to hold locks for a short time only. */
const skipBatch = 1_000;

/**
 * Marks pending deliveries of a disabled or deleted subscription as `skipped` (spec §8.11), one batch at a time. Deliveries
 * in flight are left to their worker. Returns the number of skipped deliveries.
 */
export async function skipQueued(db: Db, kind: DeliveryKind, subscriptionId: string): Promise<number> {
  for (let skipped = 0; ; ) {
    const rows = await db.query(sql`
      with gone as (
        delete from ${queueOf(kind)} q using (
          select w.created_at, w.id from ${queueOf(kind)} w
           where w.subscription_id = ${subscriptionId} and w.leased_until is null
           order by w.created_at, w.id limit ${skipBatch} for update skip locked) w
         where q.subscription_id = ${subscriptionId} and q.created_at = w.created_at and q.id = w.id
        returning q.*)
      insert into ${attemptsOf(kind)} (id, subscription_id, event_id, event_created_at, event_type, body, attempt, status,
        error, created_at)
      select id, subscription_id, event_id, event_created_at, event_type, body, attempt, 'skipped', 'subscription_disabled',
             created_at from gone
      returning 1`);
    skipped += rows.length;
    if (rows.length < skipBatch) return skipped;
  }
}

/** Removes the stored responses of receivers to these events, because a response may repeat the event. */
export async function removeExcerpts(tx: Db, eventIds: string[]): Promise<void> {
  for (const table of [attemptsOf('webhook'), attemptsOf('automation')])
    await tx.query(sql`
      update ${table} set response_body = null
       where event_id = any(${eventIds}::text[]) and response_body is not null`);
}
