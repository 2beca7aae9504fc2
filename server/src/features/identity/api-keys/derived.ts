import { derived } from '../../../platform/database/derived/declaration.ts';

/** The time of the last use is not cached, so it is not among the columns. */
export const apiKeys = derived('api_keys', {
  cachedKeys: { updated: ['name', 'expires_at', 'revoked_at'], deleted: true },
});

export const keyRevision = derived('key_revision', {
  none: 'It is derived: the number of changes of API keys.',
});
export const keyLeases = derived('key_leases', { none: 'Leases of nodes, which only the cache reads.' });
