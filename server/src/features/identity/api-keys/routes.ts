import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { requireBelowCap } from '../usage/index.ts';
import { ApiKey, NewApiKey, toApiKey } from './schema.ts';
import { createKey, requireKeyCreationRole, revokeOwnKey } from './service.ts';
import { countActiveKeys, listKeys } from './store.ts';

export const apiKeyRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: '/api_keys',
    operationId: 'listApiKeys',
    tag: 'API keys',
    summary: 'List your API keys, masked',
    status: 200,
    data: Type.Array(ApiKey),
    appOnly: true,
    handler: async ({ db, principal }) => ({ data: (await listKeys(db, principal.user_id)).map(toApiKey) }),
  }),
  route({
    method: 'POST',
    path: '/api_keys',
    operationId: 'createApiKey',
    tag: 'API keys',
    summary: 'Create a key; it is shown once',
    status: 201,
    body: NewApiKey,
    data: ApiKey,
    appOnly: true,
    requireReplayRole: requireKeyCreationRole,
    handler: async ({ db, principal, body, now }) => {
      requireKeyCreationRole(principal);
      const expires_at = body.expires_at ? new Date(body.expires_at) : null;
      const { row, key } = await db.transaction(async (tx) => {
        await requireBelowCap(tx, principal, 'api_keys', countActiveKeys(principal.workspace_id, now));
        return createKey(tx, principal.user_id, { name: body.name, expires_at }, now);
      });
      return { data: { ...toApiKey(row), key } };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api_keys/{keyId}',
    operationId: 'revokeApiKey',
    tag: 'API keys',
    summary: 'Revoke a key with immediate effect',
    status: 200,
    ids: { keyId: 'key' },
    data: ApiKey,
    appOnly: true,
    handler: async ({ db, principal, params, now }) => ({
      data: toApiKey(await revokeOwnKey(db, principal, params.keyId, now)),
    }),
  }),
];
