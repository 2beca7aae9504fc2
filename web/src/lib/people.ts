import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, get } from './api.ts';

/** The people of the workspace, page by page. */
export const membersQuery = infiniteQueryOptions({
  queryKey: ['members'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam }) =>
    get(
      api.GET('/v1/workspace/members', { params: { query: { limit: 50, cursor: pageParam, sort: 'name' } } }),
    ),
  getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
});
