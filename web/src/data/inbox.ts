import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type InboxItem = Schemas['InboxItem'];

export const inboxQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: keys.inbox('list', unread),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/v1/inbox', {
          params: { query: { limit: 50, cursor: pageParam, ...(unread && { unread }) } },
        }),
      ),
    getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
  });

/** The latest rows, for the home page. */
export const latestInboxQuery = queryOptions({
  queryKey: keys.inbox('latest'),
  queryFn: async () =>
    (await unwrap(api.GET('/v1/inbox', { params: { query: { limit: 5, unread: true } } }))).data,
});

export const unreadCountQuery = queryOptions({
  queryKey: keys.inbox('unread'),
  queryFn: async () => (await unwrap(api.GET('/v1/inbox/unread_count'))).data.unread_count,
});

/** Rows by their ids, or all that happened up to an instant. */
export type ReadChange = { ids: string[]; read: boolean } | { before: string; read: true };

export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ read, ...which }: ReadChange) =>
      (
        await unwrap(
          'ids' in which && !read
            ? api.POST('/v1/inbox/unread', { body: which })
            : api.POST('/v1/inbox/read', { body: which }),
        )
      ).data.unread_count,
    onSuccess: (count) => {
      queryClient.setQueryData(unreadCountQuery.queryKey, count);
      return queryClient.invalidateQueries({ queryKey: keys.inbox() });
    },
  });
}

/** The comment that a row is about. */
export const commentOf = ({ url }: InboxItem): string | null => new URL(url).searchParams.get('comment');

/** Replies in the thread of the row's comment. */
export function useReply() {
  return useMutation({
    mutationFn: async ({ commentId, body }: { commentId: string; body: string }) => {
      const path = { commentId };
      const { data: comment } = await unwrap(api.GET('/v1/comments/{commentId}', { params: { path } }));
      const { project_id: projectId, target_type, target_id } = comment;
      return unwrap(
        api.POST('/v1/projects/{projectId}/comments', {
          params: { path: { projectId } },
          body: { target_type, target_id, body, parent_id: comment.parent_id ?? commentId },
        }),
      );
    },
  });
}
