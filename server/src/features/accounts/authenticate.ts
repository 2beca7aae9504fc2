import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hashApiKey, isApiKey } from '../../foundation/api-key.ts';
import type { Clock } from '../../foundation/clock.ts';
import { AppError } from '../../foundation/errors.ts';
import type { Principal } from '../../foundation/principal.ts';
import type { Db } from '../../platform/database/index.ts';
import { findKeyHolders, type KeyHolder } from './store.ts';

const unauthorized = (message: string) => new AppError('unauthorized', message);

/**
 * The key's authenticator for /v1. Nothing is cached, so a revocation holds from the next request on every node;
 * requests that arrive while a look-up is under way share the next one, so load makes it cheaper, not dearer.
 */
export function createKeyAuthenticator(db: Db, clock: Clock) {
  const findHolder = shareLookups((hashes) => findKeyHolders(db, hashes));

  return async (request: FastifyRequest): Promise<Principal> => {
    const key = bearerToken(request.headers.authorization);
    if (!key) throw unauthorized('Send your API key as "Authorization: Bearer <key>".');
    if (!isApiKey(key)) throw unauthorized('This is not an API key of Parley.');
    const hash = hashApiKey(key);
    const holder = await findHolder(hash);
    if (!holder || !timingSafeEqual(holder.hash, hash)) throw unauthorized('This API key does not exist.');
    if (holder.revoked_at) throw unauthorized('This API key was revoked.');
    if (holder.expires_at && holder.expires_at <= clock.now())
      throw unauthorized('This API key has expired.');
    return holder;
  };
}

function bearerToken(header: string | undefined): string | undefined {
  const [, token] = header?.match(/^Bearer +([^\s]+) *$/i) ?? [];
  return token;
}

interface Waiting {
  hash: Buffer;
  resolve(holder: KeyHolder | undefined): void;
  reject(error: unknown): void;
}

/** Under load a look-up waits this long for company: it is then shared by many, and a quiet server never waits. */
const gatherMs = 1;

/**
 * One look-up at a time, for all who came while the one before was under way. Never answers from a look-up that
 * began before the question.
 */
function shareLookups(find: (hashes: Buffer[]) => Promise<KeyHolder[]>) {
  let waiting: Waiting[] = [];
  let busy = false;
  let beganMs = 0;

  const lookUp = async () => {
    const batch = waiting;
    waiting = [];
    beganMs = performance.now();
    try {
      const unique = new Map(batch.map((one) => [one.hash.toString('base64'), one.hash]));
      const holders = await find([...unique.values()]);
      const byHash = new Map(holders.map((holder) => [holder.hash.toString('base64'), holder]));
      for (const one of batch) one.resolve(byHash.get(one.hash.toString('base64')));
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
    busy = false;
    if (waiting.length > 0) schedule();
  };
  const schedule = () => {
    busy = true;
    if (performance.now() - beganMs < gatherMs) setTimeout(lookUp, gatherMs);
    else setImmediate(lookUp);
  };

  return (hash: Buffer) =>
    new Promise<KeyHolder | undefined>((resolve, reject) => {
      waiting.push({ hash, resolve, reject });
      if (!busy) schedule();
    });
}
