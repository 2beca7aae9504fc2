import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { KeyHolder } from './store.ts';

/** How long a node may use its cache after the last renewal, and how often it renews while it receives requests. */
const leaseMs = 2_000;
const renewMs = 250;
/** The lease in the database lasts longer than the node assumes, to allow for clocks of different speed. */
const graceMs = 500;
/** An update of `last_used_at` does not increase the revision, so entries expire after this time. */
const entryMs = 5_000;
const entriesMax = 10_000;

interface Entry {
  holder: KeyHolder;
  untilMs: number;
}

/**
 * Caches API keys and their users under a lease (ADR 9). A cached entry is at most one lease older than the database, and
 * `waitForCacheInvalidation` returns only when no node can use an outdated entry. A node without requests has no lease.
 */
export function createApiKeyCache(db: Db) {
  const nodeId = randomUUID();
  let entries = new Map<string, Entry>();
  let revision = 0;
  let leaseEndsMs = 0;
  let lastRequestMs = 0;
  let isRenewing = false;
  let closed = false;

  /** The database grants no lease for an outdated revision: the cache is emptied first. */
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

  async function renewWhileUsed(): Promise<void> {
    isRenewing = true;
    while (!closed && performance.now() - lastRequestMs < leaseMs) {
      // If renewals fail, the lease expires and every key is read from the database.
      await renew().catch(() => {});
      await pause(renewMs, undefined, { ref: false });
    }
    isRenewing = false;
  }

  return {
    /** Returns the user of a key from the cache, or a promise that reads it from the database. */
    find(
      hash: string,
      lookUp: (hash: string) => Promise<KeyHolder | undefined>,
    ): KeyHolder | undefined | Promise<KeyHolder | undefined> {
      const atMs = performance.now();
      lastRequestMs = atMs;
      if (!isRenewing) void renewWhileUsed();
      const known = entries.get(hash);
      if (known && atMs < leaseEndsMs && atMs < known.untilMs) return known.holder;

      // A look-up that starts before an invalidation must not fill the cache after it.
      const cache = entries;
      return lookUp(hash).then((holder) => {
        if (cache.size >= entriesMax) cache.delete(cache.keys().next().value as string);
        if (holder) cache.set(hash, { holder, untilMs: atMs + entryMs });
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
 * Waits until no node caches the state before the last committed change. That takes one renewal, or one lease if a
 * node was killed. Do not call it inside the transaction of the change.
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
