import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { appFetch } from '../lib/api.ts';
import { markSignedIn } from '../lib/signed-out.ts';
import { withoutLive } from './live.ts';
import { meQuery } from './me.ts';

export const signInQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => appFetch<{ user_id: string } | null>('GET', '/sign-in'),
  staleTime: Number.POSITIVE_INFINITY,
});

interface SignedIn {
  user_id: string;
}

/** Clears the cache, so that a user never sees data of the previous user of this browser. */
function useSigningIn<Input>(path: string, onSignedIn: () => Promise<void>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => appFetch<SignedIn>('POST', path, input),
    onSuccess: async () => {
      queryClient.clear();
      markSignedIn();
      await onSignedIn();
    },
  });
}

export interface Credentials {
  email: string;
  password: string;
}

export const useSignIn = (onSignedIn: () => Promise<void>) =>
  useSigningIn<Credentials>('/sign-in', onSignedIn);

/** Signs in with the link that the first start and the operator's command print. */
export const useSignInWithLink = (onSignedIn: () => Promise<void>) =>
  useSigningIn<{ token: string }>('/sign-in-link', onSignedIn);

/** After a sign-in has expired: what the page shows and what was typed remains. */
export function useSignInAgain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Credentials) => appFetch<SignedIn>('POST', '/sign-in', input),
    async onSuccess({ user_id }) {
      // Another user must not send the changes of the previous one.
      markSignedIn({ isSameUser: user_id === queryClient.getQueryData(meQuery.queryKey)?.id });
      await queryClient.invalidateQueries();
    },
  });
}

/** Ends with a full page load, so that this tab keeps no data of the user in memory. */
export const signOut = (): Promise<void> =>
  withoutLive(async () => {
    await appFetch('POST', '/sign-out');
    window.location.assign('/sign-in');
  });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (input: { current_password: string; new_password: string }) =>
      appFetch<{ changed: true }>('POST', '/password', input),
  });

export const useRequestReset = () =>
  useMutation({
    mutationFn: (email: string) =>
      appFetch<{ requested: true; sends_mail: boolean }>('POST', '/password-reset', { email }),
  });

/** Reads whose password the link sets. It is an error if the link was used or has expired. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-reset', token],
    queryFn: () => appFetch<{ email: string }>('POST', '/password-reset/check', { token }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const useResetPassword = (onSignedIn: () => Promise<void>) =>
  useSigningIn<{ token: string; new_password: string }>('/password-reset/confirm', onSignedIn);

export interface OpenInvitation {
  email: string;
  role: 'admin' | 'member' | 'viewer';
  workspace_name: string;
  invited_by: string | null;
}

export const openInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['open-invitation', token],
    queryFn: () => appFetch<OpenInvitation>('POST', '/invitation', { token }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const useAcceptInvitation = (onSignedIn: () => Promise<void>) =>
  useSigningIn<{ token: string; name: string; password: string; timezone: string }>(
    '/invitation/accept',
    onSignedIn,
  );
