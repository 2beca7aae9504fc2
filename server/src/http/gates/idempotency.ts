import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from '../../foundation/errors.ts';
import { idempotencyHours, idempotencyKeyMax } from '../../foundation/limits.ts';
import { type Db, type Sql, sql } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secret-box/secret-box.ts';
import { type Claim, envelope, KeyTaken } from '../route.ts';

export interface StoredResponse {
  status: number;
  body: string;
}

export interface IdempotentRequest {
  userId: string;
  key: string;
  path: string;
  now: Date;
}

/** What is to be done once; both ways give the body of the answer. */
export type Work =
  | { inTransaction(tx: Db): Promise<string> }
  /** Does nothing and throws KeyTaken where the claim finds it so. */
  | { inOneStatement(claim: Claim): Promise<string> };

export const keyHeader = 'Idempotency-Key';

/** 1–255 printable ASCII characters (spec §1.10). */
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
  throw invalidField(keyHeader, `must be 1 to ${idempotencyKeyMax} printable ASCII characters, given once.`);
}

/**
 * Gate six: stores the first 2xx response for 24 hours per user and replays it (spec §1.10).
 *
 * The key's row is inserted in the transaction of the work itself. A twin's insert waits in PostgreSQL until the
 * first one commits (then it replays) or rolls back, as it does when its process dies (then it runs). There is no
 * lock that could time out, and never work without its record or a record without its work.
 */
export function createIdempotency(db: Db, box: SecretBox) {
  // Twins on this node wait here, so that a burst of retries holds one connection and not all of the pool.
  const underWay = new Map<string, Promise<unknown>>();

  async function once(
    request: IdempotentRequest & { status: number },
    work: Work,
  ): Promise<StoredResponse & { replayed: boolean }> {
    const twin = `${request.userId}\n${request.key}`;
    for (let first = underWay.get(twin); first; first = underWay.get(twin)) await first.catch(() => {});
    const turn =
      'inTransaction' in work
        ? claimThenWork(db, box, request, work.inTransaction)
        : claimWithWork(db, box, request, work.inOneStatement);
    underWay.set(twin, turn);
    try {
      return await turn;
    } finally {
      underWay.delete(twin);
    }
  }

  return { once };
}

const expiredAt = (now: Date) => new Date(now.getTime() - idempotencyHours * 3_600_000);

/** Returns a row if the key was free, or was last used more than 24 hours ago. */
const claiming = (
  { userId, key, path, now }: IdempotentRequest,
  kept: { status: number; body: Buffer } | undefined,
): Sql => sql`
  insert into idempotency_keys as k (user_id, key, path, created_at, status, body)
  values (${userId}, ${key}, ${path}, ${now}, ${kept?.status}, ${kept?.body})
  on conflict (user_id, key) do update
    set path = excluded.path, created_at = excluded.created_at, status = excluded.status, body = excluded.body
    where k.created_at <= ${expiredAt(now)}
  returning 1`;

const purposeOf = (userId: string) => `idempotency:${userId}`;

async function claimThenWork(
  db: Db,
  box: SecretBox,
  request: IdempotentRequest & { status: number },
  work: (tx: Db) => Promise<string>,
) {
  const { userId, key, status } = request;
  return db.transaction(async (tx) => {
    while ((await tx.query(claiming(request, undefined))).length === 0) {
      const use = await findUse(tx, request);
      // Without one it was taken, and is gone since: its 24 hours have just ended.
      if (use) return { ...openKept(box, request, use), replayed: true };
    }
    const body = await work(tx);
    tx.send(sql`
      update idempotency_keys set status = ${status}, body = ${box.seal(purposeOf(userId), body)}
       where user_id = ${userId} and key = ${key}`);
    return { status, body, replayed: false };
  });
}

/** The same in one statement. What refuses the work stands back behind an answer that the key already holds. */
async function claimWithWork(
  db: Db,
  box: SecretBox,
  request: IdempotentRequest & { status: number },
  work: (claim: Claim) => Promise<string>,
) {
  const { userId, status } = request;
  const claim: Claim = (data) =>
    claiming(request, { status, body: box.seal(purposeOf(userId), envelope(data)) });
  for (;;) {
    try {
      return { status, body: await work(claim), replayed: false };
    } catch (error) {
      const taken = error instanceof KeyTaken;
      if (!taken && !(error instanceof AppError)) throw error;
      const use = await findUse(db, request);
      if (use) return { ...openKept(box, request, use), replayed: true };
      if (!taken) throw error;
    }
  }
}

interface Use {
  path: string;
  status: number;
  body: Buffer;
}

async function findUse(db: Db, { userId, key, now }: IdempotentRequest): Promise<Use | undefined> {
  const [use] = await db.query<Use>(sql`
    select path, status, body from idempotency_keys
     where user_id = ${userId} and key = ${key} and created_at > ${expiredAt(now)}`);
  return use;
}

function openKept(box: SecretBox, { userId, path }: IdempotentRequest, use: Use): StoredResponse {
  if (use.path !== path)
    throw invalidField(keyHeader, 'This key was used for another request path within the last 24 hours.');
  return { status: use.status, body: box.open(purposeOf(userId), use.body) };
}

/** Removes what is past its 24 hours. */
export async function sweepIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from idempotency_keys where created_at <= ${expiredAt(now)}`);
}
