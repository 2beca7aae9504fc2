import type { FastifyRequest } from 'fastify';
import { hashApiKey, isApiKey } from '../../../foundation/api-key.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { AppError } from '../../../foundation/errors.ts';
import type { AccountHolder } from '../../../foundation/principal.ts';
import { bearerToken } from '../../../http/bearer-token.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { createApiKeyCache } from './api-key-cache.ts';
import { findKeyHolder } from './store.ts';

const unauthorized = (message: string) => new AppError('unauthorized', message);

/** Authenticates /v1 by API key. A revoked key is refused on every node from the next request on (api-key-cache.ts). */
export function createApiKeyAuthenticator(cache: ReturnType<typeof createApiKeyCache>, db: Db, clock: Clock) {
  const lookUp = (hash: string) => findKeyHolder(db, Buffer.from(hash, 'base64url'));

  return async (request: FastifyRequest): Promise<AccountHolder> => {
    const key = bearerToken(request.headers.authorization);
    if (!key) throw unauthorized('Send your API key as "Authorization: Bearer <key>".');
    if (!isApiKey(key))
      throw unauthorized(
        'This is not a Parley API key. Check that it is complete, as it was shown when it was created.',
      );
    const hash = hashApiKey(key);
    const found = cache.find(hash, lookUp);
    const holder = found instanceof Promise ? await found : found;
    if (!holder) throw unauthorized('This API key does not exist.');
    if (holder.revoked_at) throw unauthorized('This API key was revoked. Use another one.');
    if (holder.expires_at && holder.expires_at <= clock.now())
      throw unauthorized('This API key has expired. Use another one.');
    return holder;
  };
}
