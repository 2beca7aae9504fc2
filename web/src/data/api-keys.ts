import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { appFetch } from '../lib/api.ts';

/** Only signed-in users manage API keys, so these routes are not in openapi.json. */
export interface ApiKey {
  id: string;
  name: string;
  masked: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

export type CreatedApiKey = ApiKey & { key: string };

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => appFetch<ApiKey[]>('GET', '/v1/api_keys'),
});

export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { name: string; expires_at: string | null }) =>
      appFetch<CreatedApiKey>('POST', '/v1/api_keys', input),
    onSuccess: () => queryClient.invalidateQueries(apiKeysQuery),
    // The cache must not retain the secret after the dialog is closed.
    gcTime: 0,
  });
}

export function useRevokeApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => appFetch<ApiKey>('DELETE', `/v1/api_keys/${encodeURIComponent(keyId)}`),
    onSuccess: () => queryClient.invalidateQueries(apiKeysQuery),
  });
}
