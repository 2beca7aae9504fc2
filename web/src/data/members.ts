import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Member = Schemas['Member'];
export type Role = Member['role'];

export const membersQuery = infiniteQueryOptions({
  queryKey: keys.members,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam }) =>
    unwrap(
      api.GET('/v1/workspace/members', { params: { query: { limit: 50, cursor: pageParam, sort: 'name' } } }),
    ),
  getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
});

/** Shows the new role at once and takes it back if the server refuses it. */
export function useChangeRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, role }: { userId: string; role: Role }) =>
      (
        await unwrap(
          api.PATCH('/v1/workspace/members/{userId}', { params: { path: { userId } }, body: { role } }),
        )
      ).data,
    async onMutate({ userId, role }) {
      await queryClient.cancelQueries(membersQuery);
      const before = queryClient.getQueryData(membersQuery.queryKey);
      if (before)
        queryClient.setQueryData(membersQuery.queryKey, {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            data: page.data.map((member) => (member.id === userId ? { ...member, role } : member)),
          })),
        });
      return { before };
    },
    onError: (_error, _input, context) => {
      if (context?.before) queryClient.setQueryData(membersQuery.queryKey, context.before);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(membersQuery),
        queryClient.invalidateQueries({ queryKey: keys.me }),
        queryClient.invalidateQueries({ queryKey: keys.workspace }),
      ]),
  });
}

/** Projects of the member pass to an owner, so the lists of projects change as well. */
export function useRemoveMember() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      unwrap(api.DELETE('/v1/workspace/members/{userId}', { params: { path: { userId } } })),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(membersQuery),
        queryClient.invalidateQueries({ queryKey: keys.workspace }),
        queryClient.invalidateQueries({ queryKey: keys.projects() }),
      ]),
  });
}

/** The names of the members by their ids, as far as they are loaded. */
export function useMemberNames(): ReadonlyMap<string, string> {
  const { data } = useInfiniteQuery(membersQuery);
  return useMemo(
    () => new Map(data?.pages.flatMap((page) => page.data.map(({ id, name }) => [id, name] as const)) ?? []),
    [data],
  );
}
