import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type MemberInvitation = Schemas['MemberInvitation'];
export type InvitedRole = MemberInvitation['role'];

export const memberInvitationsQuery = infiniteQueryOptions({
  queryKey: keys.invitations,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam }) =>
    unwrap(api.GET('/v1/workspace/invitations', { params: { query: { limit: 50, cursor: pageParam } } })),
  getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  // The time of sending and refusals of the mail server arrive a moment later.
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some((page) => page.data.some(({ sent_at, status }) => !sent_at && status === 'pending'))
      ? 3_000
      : false,
});

/** Runs a call and reads the list again, whatever its outcome. */
function useInvitationChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries(memberInvitationsQuery) });
}

export const useInvite = () =>
  useInvitationChange(
    async (input: { email: string; role: InvitedRole }) =>
      (await unwrap(api.POST('/v1/workspace/invitations', { body: input }))).data,
  );

export const useResendInvitation = () =>
  useInvitationChange((invitationId: string) =>
    unwrap(
      api.POST('/v1/workspace/invitations/{invitationId}/resend', { params: { path: { invitationId } } }),
    ),
  );

export const useWithdrawInvitation = () =>
  useInvitationChange((invitationId: string) =>
    unwrap(api.DELETE('/v1/workspace/invitations/{invitationId}', { params: { path: { invitationId } } })),
  );
