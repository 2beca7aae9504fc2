import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Feature } from '../../feature.ts';
import { createApiKeyCache } from './api-key-cache.ts';
import { createApiKeyAuthenticator } from './authenticate.ts';
import { apiKeyRoutes } from './routes.ts';

export { waitForCacheInvalidation } from './api-key-cache.ts';
export { ApiKeyFields } from './schema.ts';
export { createKey, revokeKey } from './service.ts';
export { touchKeys } from './store.ts';

interface ApiKeys extends Feature {
  authenticate: ReturnType<typeof createApiKeyAuthenticator>;
}

export function createApiKeys({ db, clock }: { db: Db; clock: Clock }): ApiKeys {
  const cache = createApiKeyCache(db);
  return {
    routes: apiKeyRoutes(),
    authenticate: createApiKeyAuthenticator(cache, db, clock),
    close: cache.close,
  };
}
