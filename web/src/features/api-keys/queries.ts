import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askApp } from '../../lib/api.ts';

/** Keys are made and revoked by people, not by keys: these routes are not in the public description. */
export interface ApiKey {
  id: string;
  name: string;
  masked: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

export type NewApiKey = ApiKey & { key: string };

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => askApp<ApiKey[]>('GET', '/v1/api_keys'),
});

export function useCreateApiKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: { name: string; expires_at: string | null }) =>
      askApp<NewApiKey>('POST', '/v1/api_keys', input),
    onSuccess: () => queries.invalidateQueries(apiKeysQuery),
    // The key itself must not linger in a cache once its dialog is closed.
    gcTime: 0,
  });
}

export function useRevokeApiKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => askApp<ApiKey>('DELETE', `/v1/api_keys/${encodeURIComponent(keyId)}`),
    onSuccess: () => queries.invalidateQueries(apiKeysQuery),
  });
}
