import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

/** The files of a project that were changed, edited, tagged, noted or clipped last, for its overview. */
export const recentFilesQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.files(projectId, 'recent'),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/projects/{projectId}/files', {
            params: { path: { projectId }, query: { sort: '-last_activity_at', limit: 6 } },
          }),
        )
      ).data,
  });
