import { randomUUID } from 'node:crypto';
import { newId } from '../../../foundation/ids.ts';
import { type Db, raw, type Sql, sql } from '../../../platform/database/index.ts';

/** Two instances of one mechanism (docs/adr/0010-delivery-queue.md): the name is the prefix of their tables. */
export type DeliveryKind = 'webhook' | 'automation';

export const lanes = { first: 0, again: 1 } as const;
export type Lane = (typeof lanes)[keyof typeof lanes];

/** A row of the queue, as its worker holds it. */
export interface Queued {
  id: string;
  subscription_id: string;
  event_id: string;
  event_created_at: Date;
  event_type: string;
  attempt: number;
  once: boolean;
  lane: Lane;
  due_at: Date;
  lease_token: string;
  created_at: Date;
  /** The bytes to send; null when the event is past its 30 days. */
  body: Buffer | null;
}

/** What the worker knows of a subscription's turn in a lane. */
export interface Turn {
  lane: Lane;
  subscription_id: string;
  /** How many more it may hold. */
  room: number;
  /** Everything up to here was claimed a moment ago: the search begins behind it. */
  after: { due_at: Date; id: string } | undefined;
}

export interface ClaimRequest {
  kind: DeliveryKind;
  now: Date;
  leaseMs: number;
  slots: number;
  /** The round goes on behind this subscription. */
  from: { lane: Lane; subscription_id: string };
  turns: Turn[];
  /** Room of a subscription that is not among the turns. */
  freshRoom: number;
  /** Columns of the subscription, as `s`, that a sender wants. */
  columns: Sql;
  subscriptions: Sql;
}

/** A delivery and what its sender wants to know of the subscription; nothing when that is gone for good. */
export type ToSend<Extra> = Queued & { subscription: Extra | undefined };

export interface Claimed<Extra> {
  deliveries: ToSend<Extra>[];
  /** Where the round stopped; nothing when it came to the end. */
  stoppedAt: { lane: Lane; subscription_id: string } | undefined;
}

/** How many subscriptions one claim looks at: what it costs at most, however many wait. */
const claimWidth = 64;

export const queueOf = (kind: DeliveryKind): Sql => raw(`${kind}_queue`);
export const attemptsOf = (kind: DeliveryKind): Sql => raw(`${kind}_attempts`);

/**
 * Leases what is due, in turn by subscription; committed when it returns. Subscriptions and events are read by later
 * statements: in the snapshot of the first the newest of them might be missing.
 */
export async function claim<Extra>(db: Db, request: ClaimRequest): Promise<Claimed<Extra>> {
  const { turns, from } = request;
  const rows = await db.query<Queued>(sql`
    select c.id, c.subscription_id, c.event_id, c.event_created_at, c.event_type, c.body, c.attempt, c.once, c.lane, c.due_at,
           c.lease_token, c.created_at
      from lease_${raw(request.kind)}_deliveries(
        ${request.now}, ${request.leaseMs}, ${randomUUID()}, ${request.slots}, ${claimWidth},
        ${from.lane}::smallint, ${from.subscription_id},
        ${turns.map((turn) => turn.lane)}::smallint[], ${turns.map((turn) => turn.subscription_id)}::text[],
        ${turns.map((turn) => turn.room)}::integer[], ${turns.map((turn) => turn.after?.due_at ?? null)}::timestamptz[],
        ${turns.map((turn) => turn.after?.id ?? null)}::text[], ${request.freshRoom}) c`);
  const claimed = rows.filter((row) => row.id !== null);
  const marker = rows.find((row) => row.id === null);
  const [subscriptions, bodies] = await Promise.all([
    findSubscriptions<Extra>(db, request, claimed),
    findBodies(db, claimed),
  ]);
  return {
    deliveries: claimed
      .map((row) => ({
        ...row,
        body: row.body ?? bodies.get(row.event_id) ?? null,
        subscription: subscriptions.get(row.subscription_id),
      }))
      .sort(inDueOrder),
    stoppedAt: marker && { lane: marker.lane, subscription_id: marker.subscription_id },
  };
}

async function findSubscriptions<Extra>(
  db: Db,
  { columns, subscriptions }: ClaimRequest,
  claimed: Queued[],
): Promise<Map<string, Extra>> {
  if (claimed.length === 0) return new Map();
  const ids = [...new Set(claimed.map((row) => row.subscription_id))];
  const rows = await db.query<Extra & { subscription_id: string }>(sql`
    select s.id as subscription_id, ${columns} from ${subscriptions} s where s.id = any(${ids})`);
  return new Map(rows.map((row) => [row.subscription_id, row]));
}

/** The bytes of events, each once however many subscriptions get it. The days between the two dates are read, no others. */
async function findBodies(db: Db, claimed: Queued[]): Promise<Map<string, Buffer>> {
  const wanted = claimed.filter((row) => row.body === null);
  if (wanted.length === 0) return new Map();
  const days = wanted.map((row) => row.event_created_at.getTime());
  const rows = await db.query<{ id: string; body: Buffer }>(sql`
    select e.id, e.body from events e
     where e.id = any(${[...new Set(wanted.map((row) => row.event_id))]})
       and e.created_at between ${new Date(Math.min(...days))} and ${new Date(Math.max(...days))}`);
  return new Map(rows.map((row) => [row.id, row.body]));
}

const inDueOrder = (a: Queued, b: Queued) =>
  a.due_at.getTime() - b.due_at.getTime() || (a.id < b.id ? -1 : 1);

/** Gives unsent rows back at once, for whoever comes next. */
export async function release(db: Db, kind: DeliveryKind, rows: Queued[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(sql`
    update ${queueOf(kind)} q set leased_until = null, lease_token = null
      from unnest(${rows.map((row) => row.subscription_id)}::text[], ${rows.map((row) => row.created_at)}::timestamptz[],
        ${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.lease_token)}::uuid[])
        as r (subscription_id, created_at, id, token)
     where q.subscription_id = r.subscription_id and q.created_at = r.created_at and q.id = r.id and q.lease_token = r.token`);
}

/** Gives back what dead or frozen workers held past their lease. */
export async function reclaim(db: Db, kind: DeliveryKind): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select reclaim_${raw(kind)}_deliveries() as count`);
  return row?.count ?? 0;
}

/** The dated beginning of ids that `new_delivery_id` completes in SQL. */
export const deliveryIdPrefix = (at: Date): string =>
  newId('delivery', at.getTime()).slice(0, 'dlv_'.length + 10);

/** Dead rows at the head of the queue are what slows a claim; a busy worker does not wait for autovacuum to see them. */
export async function tidyQueue(db: Db, kind: DeliveryKind): Promise<void> {
  await db.query(raw(`vacuum (skip_locked, truncate false) ${kind}_queue`));
}
