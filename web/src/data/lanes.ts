import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export const lanesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.lanes(projectId),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/projects/{projectId}/lanes', {
            params: { path: { projectId }, query: { limit: 100 } },
          }),
        )
      ).data,
  });
