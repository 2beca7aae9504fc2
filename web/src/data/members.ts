import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../lib/api.ts';

export const membersQuery = infiniteQueryOptions({
  queryKey: ['members'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam }) =>
    unwrap(
      api.GET('/v1/workspace/members', { params: { query: { limit: 50, cursor: pageParam, sort: 'name' } } }),
    ),
  getNextPageParam: (page) => page.meta.next_cursor ?? undefined,
});
