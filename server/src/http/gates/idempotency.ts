import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../foundation/errors.ts';
import { idempotencyHours, idempotencyKeyMax } from '../../foundation/limits.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secret-box/secret-box.ts';

export interface StoredAnswer {
  status: number;
  body: string;
}

export interface IdempotentRequest {
  userId: string;
  key: string;
  path: string;
  now: Date;
}

/** 1–255 printable ASCII characters (contract §1). */
export function checkIdempotencyKey({ headers, raw }: FastifyRequest): string | undefined {
  const value = headers['idempotency-key'];
  if (value === undefined) return undefined;
  // Node joins a header that comes twice into one value; in what was sent it can be told apart.
  const times = raw.rawHeaders.filter(
    (part, i) => i % 2 === 0 && part.toLowerCase() === 'idempotency-key',
  ).length;
  if (
    times === 1 &&
    typeof value === 'string' &&
    value.length <= idempotencyKeyMax &&
    /^[\x20-\x7e]+$/.test(value)
  )
    return value;
  throw invalidField(
    'Idempotency-Key',
    `must be 1 to ${idempotencyKeyMax} printable ASCII characters, given once.`,
  );
}

/**
 * Gate six: the first 2xx answer, kept 24 hours per user and replayed (specification §4.1).
 *
 * The key's row is inserted in the transaction of the work itself. A twin's insert waits in PostgreSQL until the
 * first one commits (then it replays) or rolls back, as it does when its process dies (then it runs). There is no
 * lock that could time out, and never work without its record or a record without its work.
 */
export function createIdempotency(db: Db, box: SecretBox) {
  // Twins on this node wait here, so that a burst of retries holds one connection and not all of the pool.
  const underWay = new Map<string, Promise<unknown>>();

  async function once(
    request: IdempotentRequest,
    work: (tx: Db) => Promise<StoredAnswer>,
  ): Promise<StoredAnswer & { replayed: boolean }> {
    const twin = `${request.userId}\n${request.key}`;
    for (let first = underWay.get(twin); first; first = underWay.get(twin)) await first.catch(() => {});
    const turn = claimAndRun(db, box, request, work);
    underWay.set(twin, turn);
    try {
      return await turn;
    } finally {
      underWay.delete(twin);
    }
  }

  return { once, findKept: (request: IdempotentRequest) => findKept(db, box, request) };
}

async function claimAndRun(
  db: Db,
  box: SecretBox,
  { userId, key, path, now }: IdempotentRequest,
  work: (tx: Db) => Promise<StoredAnswer>,
) {
  return db.transaction(async (tx) => {
    const expired = new Date(now.getTime() - idempotencyHours * 3_600_000);
    const claimed = await tx.query(sql`
      insert into idempotency_keys as k (user_id, key, path, created_at) values (${userId}, ${key}, ${path}, ${now})
      on conflict (user_id, key) do update
        set path = excluded.path, created_at = excluded.created_at, status = null, body = null
        where k.created_at <= ${expired}
      returning 1`);
    if (claimed.length === 0) return { ...(await replay(tx, box, userId, key, path)), replayed: true };

    const answer = await work(tx);
    tx.send(sql`
      update idempotency_keys set status = ${answer.status}, body = ${box.seal(`idempotency:${userId}`, answer.body)}
       where user_id = ${userId} and key = ${key}`);
    return { ...answer, replayed: false };
  });
}

/**
 * What is kept for this key, if anything: a repeated request is answered from it whatever its body, also one that would
 * not validate (contract §1). Throws when it was kept for another path.
 */
async function findKept(
  db: Db,
  box: SecretBox,
  { userId, key, path, now }: IdempotentRequest,
): Promise<StoredAnswer | undefined> {
  const expired = new Date(now.getTime() - idempotencyHours * 3_600_000);
  const [kept] = await db.query<{ path: string; status: number; body: Buffer }>(sql`
    select path, status, body from idempotency_keys
     where user_id = ${userId} and key = ${key} and created_at > ${expired}`);
  if (kept && kept.path !== path) throw usedElsewhere();
  return kept && { status: kept.status, body: box.open(`idempotency:${userId}`, kept.body) };
}

async function replay(
  tx: Db,
  box: SecretBox,
  userId: string,
  key: string,
  path: string,
): Promise<StoredAnswer> {
  const [kept] = await tx.query<{ path: string; status: number; body: Buffer }>(sql`
    select path, status, body from idempotency_keys where user_id = ${userId} and key = ${key}`);
  if (!kept || kept.path !== path) throw usedElsewhere();
  return { status: kept.status, body: box.open(`idempotency:${userId}`, kept.body) };
}

const usedElsewhere = () =>
  invalidField('Idempotency-Key', 'This key was used for another request path within the last 24 hours.');

/** Removes what is past its 24 hours. */
export async function sweepIdempotencyKeys(db: Db, now: Date): Promise<void> {
  const expired = new Date(now.getTime() - idempotencyHours * 3_600_000);
  await db.query(sql`delete from idempotency_keys where created_at <= ${expired}`);
}
