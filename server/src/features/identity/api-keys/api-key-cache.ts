import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { KeyHolder } from './store.ts';

/** How long a node may answer from memory after it last asked, and how often it asks while there are requests. */
const leaseMs = 2_000;
const renewMs = 250;
/** In the database a lease lasts longer than its node believes, should the two clocks run apart. */
const graceMs = 500;
/** When a key was last used is no change that raises the revision: it is read again this often. */
const entryMs = 5_000;
const entriesMax = 10_000;

interface Entry {
  holder: KeyHolder;
  untilMs: number;
}

/**
 * Holders of keys, remembered under a lease (ADR 2): what it answers was true in the database within the life of the
 * lease, and `waitForCacheInvalidation` returns only when no node can answer otherwise any more. A quiet node holds no lease.
 */
export function createApiKeyCache(db: Db) {
  const nodeId = randomUUID();
  let entries = new Map<string, Entry>();
  let revision = 0;
  let leaseEndsMs = 0;
  let askedAtMs = 0;
  let leasing = false;
  let closed = false;

  /** At an older revision there is no lease to be had: all is forgotten first. */
  async function renew(): Promise<void> {
    const sentMs = performance.now();
    const [now] = await db.query<{ revision: number; held: boolean }>(sql`
      with present as (select revision from key_revision for share),
      lease as (
        insert into key_leases (node_id, revision, ends_at)
        select ${nodeId}, revision, clock_timestamp() + ${leaseMs + graceMs} * interval '1 millisecond'
          from present where revision = ${revision}
        on conflict (node_id) do update set revision = excluded.revision, ends_at = excluded.ends_at
        returning 1)
      select revision, exists (select 1 from lease) as held from present`);
    if (!now) return;
    if (now.held) {
      leaseEndsMs = sentMs + leaseMs;
      return;
    }
    entries = new Map();
    revision = now.revision;
    await renew();
  }

  async function keepLease(): Promise<void> {
    leasing = true;
    while (!closed && performance.now() - askedAtMs < leaseMs) {
      // Without an answer the lease runs out, and every key is looked up again.
      await renew().catch(() => {});
      await pause(renewMs, undefined, { ref: false });
    }
    leasing = false;
  }

  return {
    /** The holder: from memory at once, or by asking. */
    find(
      hash: string,
      lookUp: (hash: string) => Promise<KeyHolder | undefined>,
    ): KeyHolder | undefined | Promise<KeyHolder | undefined> {
      const atMs = performance.now();
      askedAtMs = atMs;
      if (!leasing) void keepLease();
      const known = entries.get(hash);
      if (known && atMs < leaseEndsMs && atMs < known.untilMs) return known.holder;

      // What is asked before all was forgotten must not be remembered after it.
      const memory = entries;
      return lookUp(hash).then((holder) => {
        if (memory.size >= entriesMax) memory.delete(memory.keys().next().value as string);
        if (holder) memory.set(hash, { holder, untilMs: atMs + entryMs });
        return holder;
      });
    },
    async close(): Promise<void> {
      closed = true;
      leaseEndsMs = 0;
      await db.query(sql`delete from key_leases where node_id = ${nodeId}`).catch(() => {});
    },
  };
}

/**
 * Waits until no node remembers what was true before the last committed change: the time of a renewal, and where a
 * node has died that of its lease. Never inside the transaction of the change.
 */
export async function waitForCacheInvalidation(db: Db): Promise<void> {
  for (;;) {
    const behind = await db.query(sql`
      select 1 from key_leases l, key_revision r
       where l.revision < r.revision and l.ends_at > clock_timestamp() limit 1`);
    if (behind.length === 0) break;
    await pause(20);
  }
  await db.query(sql`delete from key_leases where ends_at <= clock_timestamp()`);
}
