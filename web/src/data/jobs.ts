import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type RunningJob = Schemas['Job'];

/** Jobs that are queued or running, in a project or in all projects. */
export const runningJobsQuery = (projectId?: string) =>
  queryOptions({
    queryKey: keys.jobs('running', projectId ?? 'all'),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/jobs', {
            params: { query: { status: 'queued,running', project_id: projectId, limit: 20 } },
          }),
        )
      ).data,
    // Live updates refetch it; this is for a browser that gets none.
    refetchInterval: ({ state }) => (state.data?.length ? 3_000 : false),
  });
