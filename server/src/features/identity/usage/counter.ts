import { hideSecrets } from '../../../foundation/hide-secrets.ts';
import { type Db, sql } from '../../../platform/database/index.ts';

export interface CountedRequest {
  user_id: string;
  key_id: string | null;
  request_id: string;
  method: string;
  /** Fastify's route pattern, such as `/v1/projects/:projectId`. The number of patterns is bounded. */
  endpoint: string;
  path: string;
  status: number;
  at: Date;
}

export type Outcome = 'succeeded' | 'client_error' | 'server_error' | 'rate_limited';

const recentPerUser = 20;

function outcomeOf(status: number): Outcome {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'server_error';
  return status >= 400 ? 'client_error' : 'succeeded';
}

/** How many requests of a user to an endpoint had this outcome on a day. */
interface UsageCount {
  user_id: string;
  day: string;
  endpoint: string;
  outcome: Outcome;
  count: number;
}

/** Counts requests in memory and writes the counts periodically, so that no request waits for a write. */
export function createUsageCounter(db: Db, touchKeys: (db: Db, usedAt: Map<string, Date>) => Promise<void>) {
  let counts = new Map<string, UsageCount>();
  let recent = new Map<string, CountedRequest[]>();
  let usedKeys = new Map<string, Date>();

  /** Caches the formatted day, which is the same for most requests. */
  let today = { number: -1, text: '' };
  const dayOf = (at: Date): string => {
    const number = Math.floor(at.getTime() / 86_400_000);
    if (number !== today.number) today = { number, text: at.toISOString().slice(0, 10) };
    return today.text;
  };

  const record = (request: CountedRequest): void => {
    const day = dayOf(request.at);
    const outcome = outcomeOf(request.status);
    const endpoint = `${request.method} ${request.endpoint}`;
    const slot = `${request.user_id}|${day}|${endpoint}|${outcome}`;
    const entry = counts.get(slot);
    if (entry) entry.count++;
    else counts.set(slot, { user_id: request.user_id, day, endpoint, outcome, count: 1 });
    if (request.key_id) usedKeys.set(request.key_id, request.at);
    const latest = recent.get(request.user_id) ?? [];
    latest.push(request);
    if (latest.length > recentPerUser) latest.shift();
    recent.set(request.user_id, latest);
  };

  const flush = async (): Promise<void> => {
    const [pending, requests, keys] = [counts, [...recent.values()].flat(), usedKeys];
    counts = new Map();
    recent = new Map();
    usedKeys = new Map();
    if (pending.size === 0) return;
    try {
      await db.transaction(async (tx) => {
        await addCounts(tx, [...pending.values()]);
        await addRecent(tx, requests);
        if (keys.size > 0) await touchKeys(tx, keys);
      });
    } catch (error) {
      // The next flush retries. While the database is unavailable, memory is bounded by the number of users and endpoints.
      for (const [slot, entry] of pending) {
        const newer = counts.get(slot);
        if (newer) newer.count += entry.count;
        else counts.set(slot, entry);
      }
      throw error;
    }
  };

  return { record, flush };
}

async function addCounts(tx: Db, entries: UsageCount[]) {
  // All nodes use the same order, so that concurrent flushes cannot deadlock.
  const rows = entries.toSorted((a, b) =>
    `${a.user_id}${a.day}${a.endpoint}${a.outcome}` < `${b.user_id}${b.day}${b.endpoint}${b.outcome}`
      ? -1
      : 1,
  );
  await tx.query(sql`
    insert into usage_counts as u (user_id, day, endpoint, outcome, count)
    select t.* from unnest(${rows.map((r) => r.user_id)}::text[], ${rows.map((r) => r.day)}::date[],
      ${rows.map((r) => r.endpoint.replace(/:(\w+)/g, '{$1}'))}::text[], ${rows.map((r) => r.outcome)}::text[], ${rows.map((r) => r.count)}::bigint[])
      as t (user_id, day, endpoint, outcome, count)
     where exists (select 1 from users where id = t.user_id)
    on conflict (user_id, day, endpoint, outcome) do update set count = u.count + excluded.count`);
}

async function addRecent(tx: Db, requests: CountedRequest[]) {
  await tx.query(sql`
    insert into recent_requests (user_id, request_id, method, path, status, at)
    select t.* from unnest(${requests.map((r) => r.user_id)}::text[], ${requests.map((r) => r.request_id)}::text[],
      ${requests.map((r) => r.method)}::text[], ${requests.map((r) => hideSecrets(r.path))}::text[],
      ${requests.map((r) => r.status)}::smallint[], ${requests.map((r) => r.at)}::timestamptz[])
      as t (user_id, request_id, method, path, status, at)
     where exists (select 1 from users where id = t.user_id)`);
  await tx.query(sql`
    delete from recent_requests r using unnest(${[...new Set(requests.map((r) => r.user_id))]}::text[]) as t (user_id)
     where r.user_id = t.user_id and r.at < (
       select at from recent_requests k where k.user_id = t.user_id order by at desc offset ${recentPerUser - 1} limit 1)`);
}

export type UsageCounter = ReturnType<typeof createUsageCounter>;
