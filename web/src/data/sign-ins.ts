import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { appFetch } from '../lib/api.ts';
import { keys } from './keys.ts';

/** A browser in which the person is signed in. Not in openapi.json: an API key has no sign-ins. */
export interface SignIn {
  id: string;
  browser: string | null;
  current: boolean;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

export const signInsQuery = queryOptions({
  queryKey: keys.signIns,
  queryFn: () => appFetch<SignIn[]>('GET', '/v1/sign_ins'),
});

/** Removes the row at once; it returns if the server refuses. */
export function useEndSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (signInId: string) => appFetch('DELETE', `/v1/sign_ins/${encodeURIComponent(signInId)}`),
    async onMutate(signInId) {
      await queryClient.cancelQueries(signInsQuery);
      queryClient.setQueryData(signInsQuery.queryKey, (all) => all?.filter(({ id }) => id !== signInId));
    },
    onSettled: () => queryClient.invalidateQueries(signInsQuery),
  });
}

export function useEndOtherSignIns() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => appFetch<{ ended: number }>('POST', '/v1/sign_ins/end_others'),
    onSettled: () => queryClient.invalidateQueries(signInsQuery),
  });
}
