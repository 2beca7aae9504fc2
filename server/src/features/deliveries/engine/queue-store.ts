import { randomUUID } from 'node:crypto';
import { newId } from '../../../foundation/ids.ts';
import { type Db, raw, type Sql, sql } from '../../../platform/database/index.ts';

/** Two instances of one mechanism (docs/adr/0010-delivery-queue.md): the name is the prefix of their tables. */
export type DeliveryKind = 'webhook' | 'automation';

export const lanes = { first: 0, again: 1 } as const;
export type Lane = (typeof lanes)[keyof typeof lanes];

/** A subscription's place in the round. */
export interface Place {
  lane: Lane;
  subscription_id: string;
}

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
  /** Another worker had it, and its lease ran out. */
  expired: boolean;
  /** The bytes to send; null when the event is past its 30 days. */
  body: Buffer | null;
}

/** What the worker knows of a subscription's turn in a lane. */
export interface Turn extends Place {
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
  from: Place;
  turns: Turn[];
  /** Room of a subscription that is not among the turns. */
  freshRoom: number;
}

export interface Leased {
  /** In due order. */
  deliveries: Queued[];
  /** Where the round goes on; nothing when it came to the end. */
  next: Place | undefined;
}

/** Where the subscriptions are, and the columns of one, as `s`, that a sender wants. */
export interface SubscriptionSource {
  subscriptions: Sql;
  columns: Sql;
}

/** A delivery and what its sender wants to know of the subscription; nothing when that is gone for good. */
export type ToSend<Extra> = Queued & { subscription: Extra | undefined };

/** How many subscriptions one claim looks at: what it costs at most, however many wait. */
const claimWidth = 64;

export const queueOf = (kind: DeliveryKind): Sql => raw(`${kind}_queue`);
export const attemptsOf = (kind: DeliveryKind): Sql => raw(`${kind}_attempts`);

/** Leases what is due, in turn by subscription; committed when it returns. */
export async function lease(db: Db, request: ClaimRequest): Promise<Leased> {
  const { turns, from } = request;
  const lease_token = randomUUID();
  const rows = await db.query<Queued>(sql`
    select * from lease_due_${raw(request.kind)}_deliveries(
      ${request.now}, ${request.leaseMs}, ${lease_token}, ${request.slots}, ${claimWidth},
      ${from.lane}::smallint, ${from.subscription_id},
      ${turns.map((turn) => turn.lane)}::smallint[], ${turns.map((turn) => turn.subscription_id)}::text[],
      ${turns.map((turn) => turn.room)}::integer[], ${turns.map((turn) => turn.after?.due_at ?? null)}::timestamptz[],
      ${turns.map((turn) => turn.after?.id ?? null)}::text[], ${request.freshRoom})`);
  const deliveries = rows
    .filter((row) => row.id !== null)
    .map((row) => Object.assign(row, { lease_token }))
    .sort(inDueOrder);
  // The last that was visited comes as a row without an id; `once` tells whether others may follow.
  const last = rows.find((row) => row.id === null);
  return { deliveries, next: last && nextPlace(request, deliveries, last) };
}

function nextPlace({ slots }: ClaimRequest, deliveries: Queued[], last: Queued): Place | undefined {
  // All slots were taken: some of those that were visited may not have had their turn.
  const reached = deliveries.length === slots ? deliveries.reduce(further) : last;
  return further(reached, last) !== reached || last.once ? placeOf(reached) : undefined;
}

const placeOf = ({ lane, subscription_id }: Place): Place => ({ lane, subscription_id });

/** The first of the two, unless the other lies behind it. */
function further<P extends Place>(one: P, other: P): P {
  const isBehind =
    other.lane > one.lane || (other.lane === one.lane && other.subscription_id > one.subscription_id);
  return isBehind ? other : one;
}

/**
 * Completes leased rows by what is sent and where to. By statements that come after the lease: in its own snapshot the
 * newest events and subscriptions might be missing.
 */
export async function load<Extra>(
  db: Db,
  source: SubscriptionSource,
  leased: Queued[],
): Promise<ToSend<Extra>[]> {
  const [subscriptions, bodies] = await Promise.all([
    findSubscriptions<Extra>(db, source, leased),
    findBodies(db, leased),
  ]);
  return leased.map((row) =>
    Object.assign(row, {
      body: row.body ?? bodies.get(row.event_id) ?? null,
      subscription: subscriptions.get(row.subscription_id),
    }),
  );
}

async function findSubscriptions<Extra>(
  db: Db,
  { columns, subscriptions }: SubscriptionSource,
  leased: Queued[],
): Promise<Map<string, Extra>> {
  const ids = [...new Set(leased.map((row) => row.subscription_id))];
  const rows = await db.query<Extra & { subscription_id: string }>(sql`
    select s.id as subscription_id, ${columns} from ${subscriptions} s where s.id = any(${ids})`);
  return new Map(rows.map((row) => [row.subscription_id, row]));
}

/**
 * The bytes of events, each once however many subscriptions get it. The days between the two dates are read, no others.
 * They are JSON, so they come as the text they are: as bytes they would be written and read in hexadecimal.
 */
async function findBodies(db: Db, leased: Queued[]): Promise<Map<string, Buffer>> {
  const wanted = leased.filter((row) => row.body === null);
  if (wanted.length === 0) return new Map();
  const days = wanted.map((row) => row.event_created_at.getTime());
  const rows = await db.query<{ id: string; body: string }>(sql`
    select e.id, convert_from(e.body, 'utf8') as body from events e
     where e.id = any(${[...new Set(wanted.map((row) => row.event_id))]})
       and e.created_at between ${new Date(Math.min(...days))} and ${new Date(Math.max(...days))}`);
  return new Map(rows.map((row) => [row.id, Buffer.from(row.body)]));
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

/** The dated beginning of ids that `new_delivery_id` completes in SQL. */
export const deliveryIdPrefix = (at: Date): string =>
  newId('delivery', at.getTime()).slice(0, 'dlv_'.length + 10);

/** Dead rows at the head of the queue are what slows a claim; a busy worker does not wait for autovacuum to see them. */
export async function vacuumQueue(db: Db, kind: DeliveryKind): Promise<void> {
  await db.query(raw(`vacuum (skip_locked, truncate false) ${kind}_queue`));
}
