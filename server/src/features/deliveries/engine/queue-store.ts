import { randomUUID } from 'node:crypto';
import { newId } from '../../../foundation/ids.ts';
import { type Db, raw, type Sql, sql } from '../../../platform/database/index.ts';

/** Each kind has its own queue and history (ADR 32). The name is the prefix of their tables. */
export type DeliveryKind = 'webhook' | 'automation';

/** First attempts are claimed before retries and replays. */
export const queueTiers = { first: 0, retry: 1 } as const;
export type QueueTier = (typeof queueTiers)[keyof typeof queueTiers];

/** The position of a subscription in a round of claims, which visits the tiers one after the other. */
export interface RoundPosition {
  tier: QueueTier;
  subscription_id: string;
}

/** A leased row of the queue. */
export interface Queued {
  id: string;
  subscription_id: string;
  event_id: string;
  event_created_at: Date;
  event_type: string;
  attempt: number;
  once: boolean;
  tier: QueueTier;
  due_at: Date;
  lease_token: string;
  created_at: Date;
  /** Another worker had leased it, and that lease expired. */
  expired: boolean;
  /** The bytes to send; null if the event is older than 30 days. */
  body: Buffer | null;
}

/** The limits of a subscription in a tier, which the worker sends with a claim. */
export interface Turn extends RoundPosition {
  /** How many more rows of it the worker may lease. */
  freeSlots: number;
  /** All rows up to this one were recently claimed, so the search starts after it. */
  after: { due_at: Date; id: string } | undefined;
}

export interface ClaimRequest {
  kind: DeliveryKind;
  now: Date;
  leaseMs: number;
  slots: number;
  /** The round continues after this subscription. */
  from: RoundPosition;
  turns: Turn[];
  /** Free slots of a subscription that is not in `turns`. */
  initialSlots: number;
}

export interface Leased {
  /** In due order. */
  deliveries: Queued[];
  /** Where the round continues; undefined if it is finished. */
  next: RoundPosition | undefined;
}

/** The table of subscriptions, and the columns that a sender needs, with the alias `s`. */
export interface SubscriptionSource {
  subscriptions: Sql;
  columns: Sql;
}

/** A delivery with its subscription; undefined if it was purged, or if its creator can no longer read the project. */
export type ToSend<Extra> = Queued & { subscription: Extra | undefined };

/** How many subscriptions one claim visits. It bounds the cost of a claim. */
const claimWidth = 64;

export const queueOf = (kind: DeliveryKind): Sql => raw(`${kind}_queue`);
export const attemptsOf = (kind: DeliveryKind): Sql => raw(`${kind}_attempts`);

/** Leases due rows, in turn by subscription. The lease is committed when this returns. */
export async function lease(db: Db, request: ClaimRequest): Promise<Leased> {
  const { turns, from } = request;
  const lease_token = randomUUID();
  const rows = await db.query<Omit<Queued, 'lease_token'>>(sql`
    select d.* from lease_due_${raw(request.kind)}_deliveries(
      ${request.now}, ${request.leaseMs}, ${lease_token}, ${request.slots}, ${claimWidth},
      ${from.tier}::smallint, ${from.subscription_id},
      ${turns.map((turn) => turn.tier)}::smallint[], ${turns.map((turn) => turn.subscription_id)}::text[],
      ${turns.map((turn) => turn.freeSlots)}::integer[], ${turns.map((turn) => turn.after?.due_at ?? null)}::timestamptz[],
      ${turns.map((turn) => turn.after?.id ?? null)}::text[], ${request.initialSlots}) d`);
  const deliveries = rows
    .filter((row) => row.id !== null)
    .map((row) => Object.assign(row, { lease_token }))
    .sort(inDueOrder);
  // The last visited subscription is returned as a row without an id, in which `once` means that others follow.
  const last = rows.find((row) => row.id === null);
  return { deliveries, next: last && nextPosition(request, deliveries, last) };
}

function nextPosition(
  { slots }: ClaimRequest,
  deliveries: RoundPosition[],
  last: RoundPosition & { once: boolean },
): RoundPosition | undefined {
  // If all slots are used, some visited subscriptions may not have had their turn.
  const reached: RoundPosition = deliveries.length === slots ? deliveries.reduce(further) : last;
  return further(reached, last) !== reached || last.once ? toPosition(reached) : undefined;
}

const toPosition = ({ tier, subscription_id }: RoundPosition): RoundPosition => ({ tier, subscription_id });

/** The later of two positions in a round. */
function further<P extends RoundPosition>(one: P, other: P): P {
  const isLater =
    other.tier > one.tier || (other.tier === one.tier && other.subscription_id > one.subscription_id);
  return isLater ? other : one;
}

/**
 * Loads the payloads and subscriptions of leased rows. These are separate statements after the lease, because the
 * snapshot of the lease may not contain the newest events and subscriptions.
 */
export async function load<Extra>(
  db: Db,
  source: SubscriptionSource,
  leased: Queued[],
): Promise<ToSend<Extra>[]> {
  const [subscriptions, events] = await Promise.all([
    findSubscriptions<Extra>(db, source, leased),
    findEvents(db, leased),
  ]);
  const lost = await findLostAccess(db, source, leased, events);
  return leased.map((row) => {
    const event = events.get(row.event_id);
    const isLost = event !== undefined && lost.has(pairKey(row.subscription_id, event.project_id));
    return Object.assign(row, {
      body: row.body ?? event?.body ?? null,
      subscription: isLost ? undefined : subscriptions.get(row.subscription_id),
    });
  });
}

const pairKey = (subscriptionId: string, projectId: string) => `${subscriptionId} ${projectId}`;

/**
 * The pairs of subscription and project whose creator can no longer read the project: it became private, or was shared with
 * others, after the delivery was queued. One statement for the batch, apart from the lease, so that claims stay as fast.
 */
async function findLostAccess(
  db: Db,
  { subscriptions }: SubscriptionSource,
  leased: Queued[],
  events: ReadonlyMap<string, LoadedEvent>,
): Promise<Set<string>> {
  const pairs = new Map<string, [string, string]>();
  for (const { subscription_id, event_id } of leased) {
    const project_id = events.get(event_id)?.project_id;
    if (project_id) pairs.set(pairKey(subscription_id, project_id), [subscription_id, project_id]);
  }
  if (pairs.size === 0) return new Set();
  const given = [...pairs.values()];
  const rows = await db.query<{ subscription_id: string; project_id: string }>(sql`
    select s.id as subscription_id, p.id as project_id
      from unnest(${given.map(([id]) => id)}::text[], ${given.map(([, id]) => id)}::text[]) as g (subscription_id, project_id)
      join ${subscriptions} s on s.id = g.subscription_id
      join projects p on p.id = g.project_id
     where not (p.owner_id = s.created_by or p.visibility = 'workspace' or s.created_by = any(p.member_ids))`);
  return new Set(rows.map((row) => pairKey(row.subscription_id, row.project_id)));
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

interface LoadedEvent {
  project_id: string;
  body: Buffer;
}

/**
 * Reads each event once, from the partitions of the days between the oldest and the newest event. The payload is read as
 * text, because PostgreSQL sends bytes in hexadecimal. The sample event of a test is not stored as an event.
 */
async function findEvents(db: Db, leased: Queued[]): Promise<Map<string, LoadedEvent>> {
  const days = leased.map((row) => row.event_created_at.getTime());
  const rows = await db.query<{ id: string; project_id: string; body: string }>(sql`
    select e.id, e.project_id, convert_from(e.body, 'utf8') as body from events e
     where e.id = any(${[...new Set(leased.map((row) => row.event_id))]})
       and e.created_at between ${new Date(Math.min(...days))} and ${new Date(Math.max(...days))}`);
  return new Map(rows.map(({ id, project_id, body }) => [id, { project_id, body: Buffer.from(body) }]));
}

const inDueOrder = (a: Queued, b: Queued) =>
  a.due_at.getTime() - b.due_at.getTime() || (a.id < b.id ? -1 : 1);

/** Releases the leases of unsent rows, so that any worker can claim them. */
export async function release(db: Db, kind: DeliveryKind, rows: Queued[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(sql`
    update ${queueOf(kind)} q set leased_until = null, lease_token = null
      from unnest(${rows.map((row) => row.subscription_id)}::text[], ${rows.map((row) => row.created_at)}::timestamptz[],
        ${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.lease_token)}::uuid[])
        as r (subscription_id, created_at, id, token)
     where q.subscription_id = r.subscription_id and q.created_at = r.created_at and q.id = r.id and q.lease_token = r.token`);
}

/** The time part of delivery ids. The SQL function `new_delivery_id` adds the rest. */
export const deliveryIdPrefix = (at: Date): string =>
  newId('delivery', at.getTime()).slice(0, 'dlv_'.length + 10);

/** Dead rows at the head of the queue slow down claims, and autovacuum runs too seldom under load. */
export async function vacuumQueue(db: Db, kind: DeliveryKind): Promise<void> {
  await db.query(raw(`vacuum (skip_locked, truncate false) ${kind}_queue`));
}
