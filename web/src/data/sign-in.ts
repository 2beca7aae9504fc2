import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { appFetch } from '../lib/api.ts';

export const signInQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => appFetch<{ user_id: string } | null>('GET', '/sign-in'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Clears the cache, so that a user never sees data of the previous user of this browser. */
export function useSignIn(onSignedIn: () => Promise<void>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { email: string; password: string }) =>
      appFetch<{ user_id: string }>('POST', '/sign-in', input),
    onSuccess: async () => {
      queryClient.clear();
      await onSignedIn();
    },
  });
}

/**
 * Clears the cache: see `useSignIn`. Returns a function and not a mutation, because a state change would render the
 * component again and request `/v1/me` after the sign-out.
 */
export function useSignOut() {
  const queryClient = useQueryClient();
  return async (): Promise<void> => {
    await appFetch('POST', '/sign-out');
    queryClient.clear();
  };
}

export const useChangePassword = () =>
  useMutation({
    mutationFn: (input: { current_password: string; new_password: string }) =>
      appFetch<{ changed: true }>('POST', '/password', input),
  });
