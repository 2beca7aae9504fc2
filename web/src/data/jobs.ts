import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Jobs that ended last, to show what became of those that ran. */
export const endedJobsQuery = (projectId?: string) =>
  queryOptions({
    queryKey: keys.jobs('ended', projectId ?? 'all'),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/jobs', {
            params: { query: { status: 'succeeded,failed', project_id: projectId, limit: 20 } },
          }),
        )
      ).data,
    staleTime: 5_000,
  });

/** Starts the work of a failed job on a file again. */
export function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ type, file_id }: RunningJob) => {
      const params = { path: { fileId: file_id ?? '' } };
      if (type === 'transcription')
        await unwrap(api.POST('/v1/files/{fileId}/transcribe', { params, body: {} }));
      else await unwrap(api.POST('/v1/files/{fileId}/sentiment', { params, body: {} }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.jobs() }),
  });
}

/** Work on one file can be started again without asking for anything. */
export const canRetry = ({ type, file_id }: RunningJob): boolean =>
  file_id !== null && (type === 'transcription' || type === 'sentiment');
