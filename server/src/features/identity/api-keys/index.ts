export { createApiKeyCache, waitForCacheInvalidation } from './api-key-cache.ts';
export { createApiKeyAuthenticator } from './authenticate.ts';
export { apiKeyRoutes } from './routes.ts';
export { ApiKeyFields } from './schema.ts';
export { createKey, revokeKey } from './service.ts';
export { touchKeys } from './store.ts';
