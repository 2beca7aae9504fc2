import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../foundation/errors.ts';
import { idempotencyHours, idempotencyKeyMax } from '../../foundation/limits.ts';
import { isOpenLink } from '../../foundation/principal.ts';
import { type Db, type Sql, sql, type Transaction, violatesUnique } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secret-box/secret-box.ts';

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

type Work = (tx: Transaction) => Promise<StoredResponse>;

export const keyHeader = 'Idempotency-Key';

/** Two people with one open link and one network address must not choose the same key: the response has a personal link. */
const openLinkKeyMin = 32;

/** 1–255 printable ASCII characters (spec §1.10). */
export function checkIdempotencyKey({ headers, raw, principal }: FastifyRequest): string | undefined {
  const value = headers['idempotency-key'];
  if (value === undefined) return undefined;
  // Node joins a repeated header into one value; only the raw headers show that there were two.
  const times = raw.rawHeaders.filter(
    (part, i) => i % 2 === 0 && part.toLowerCase() === 'idempotency-key',
  ).length;
  if (
    times === 1 &&
    typeof value === 'string' &&
    value.length <= idempotencyKeyMax &&
    /^[\x20-\x7e]+$/.test(value)
  ) {
    if (principal && isOpenLink(principal) && value.length < openLinkKeyMin)
      throw invalidField(
        keyHeader,
        `must have at least ${openLinkKeyMin} characters, such as a UUID, because many people share this link.`,
      );
    return value;
  }
  throw invalidField(keyHeader, `must be 1 to ${idempotencyKeyMax} printable ASCII characters, given once.`);
}

/**
 * Stores the first 2xx response for 24 hours per user and key, and replays it (spec §1.10).
 *
 * The key is inserted in the transaction of the work itself. A duplicate request waits in PostgreSQL until the first
 * commits (then it replays) or rolls back, for example because its process died (then it runs). No lock can time out, and there is
 * never work without its stored response or a stored response without its work.
 */
export function createIdempotency(db: Db, box: SecretBox) {
  // Duplicate requests on this node wait here, so that a burst of retries holds one connection and not the whole pool.
  const inFlight = new Map<string, Promise<unknown>>();

  async function once(
    request: IdempotentRequest,
    work: Work,
  ): Promise<StoredResponse & { replayed: boolean }> {
    const id = `${request.userId}\n${request.key}`;
    for (let first = inFlight.get(id); first; first = inFlight.get(id)) await first.catch(() => {});
    const turn = runOrReplay(db, box, request, work);
    inFlight.set(id, turn);
    try {
      return await turn;
    } finally {
      inFlight.delete(id);
    }
  }

  return { once };
}

async function runOrReplay(db: Db, box: SecretBox, request: IdempotentRequest, work: Work) {
  for (;;) {
    try {
      return { ...(await runWithKey(db, box, request, work)), replayed: false };
    } catch (error) {
      if (!violatesUnique(error, 'idempotency_keys_pkey')) throw error;
    }
    const stored = await findStored(db, request);
    if (stored) return { ...decryptStoredResponse(box, request, stored), replayed: true };
    await deleteExpired(db, request);
  }
}

/** Fails with a unique violation if the key is in use, and then nothing of the work is committed. */
function runWithKey(db: Db, box: SecretBox, request: IdempotentRequest, work: Work): Promise<StoredResponse> {
  const encrypt = ({ status, body }: StoredResponse) => ({
    status,
    body: box.seal(purposeOf(request.userId), body),
  });
  return db.transaction(async (tx) => {
    let response: StoredResponse | undefined;
    let isInserted = false;
    tx.send(() => {
      isInserted = true;
      return insertKey(request, response && encrypt(response));
    });
    try {
      response = await work(tx);
    } catch (error) {
      // A request that is refused still waits for an in-flight duplicate, and replays its response.
      await tx.waitForSent();
      throw error;
    }
    // The work read a result, so the key was inserted before the response was known.
    if (isInserted) tx.send(updateKey(request, encrypt(response)));
    return response;
  });
}

interface EncryptedResponse {
  status: number;
  body: Buffer;
}

const insertKey = ({ userId, key, path, now }: IdempotentRequest, response?: EncryptedResponse): Sql => sql`
  insert into idempotency_keys (user_id, key, path, created_at, status, body)
  values (${userId}, ${key}, ${path}, ${now}, ${response?.status}, ${response?.body})`;

const updateKey = ({ userId, key }: IdempotentRequest, { status, body }: EncryptedResponse): Sql => sql`
  update idempotency_keys set status = ${status}, body = ${body} where user_id = ${userId} and key = ${key}`;

const expiredAt = (now: Date) => new Date(now.getTime() - idempotencyHours * 3_600_000);

export const purposeOf = (userId: string) => `idempotency:${userId}`;

/** The response is null only inside the transaction of the work, before it is known. */
interface StoredKey {
  path: string;
  status: number | null;
  body: Buffer | null;
}

async function findStored(db: Db, { userId, key, now }: IdempotentRequest): Promise<StoredKey | undefined> {
  const [stored] = await db.query<StoredKey>(sql`
    select path, status, body from idempotency_keys
     where user_id = ${userId} and key = ${key} and created_at > ${expiredAt(now)}`);
  return stored;
}

function decryptStoredResponse(
  box: SecretBox,
  { userId, path }: IdempotentRequest,
  stored: StoredKey,
): StoredResponse {
  if (stored.path !== path)
    throw invalidField(
      keyHeader,
      'This key was used for another request path within the last 24 hours. Use a new key.',
    );
  if (stored.status === null || stored.body === null)
    throw new Error('A stored idempotency key has no response.');
  return { status: stored.status, body: box.open(purposeOf(userId), stored.body) };
}

async function deleteExpired(db: Db, { userId, key, now }: IdempotentRequest): Promise<void> {
  await db.query(sql`
    delete from idempotency_keys
     where user_id = ${userId} and key = ${key} and created_at <= ${expiredAt(now)}`);
}

/** Removes all keys that have expired. */
export async function sweepIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from idempotency_keys where created_at <= ${expiredAt(now)}`);
}
