import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type Job = Schemas['Job'];

export const isRunning = (job: Job | undefined) => job?.status === 'queued' || job?.status === 'running';

/** The last automatic tagging of a project, with its progress while it runs. */
export const autoTagJobQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.jobs({ projectId, type: 'auto_tag' }),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/jobs', {
            params: { query: { project_id: projectId, type: 'auto_tag', limit: 1 } },
          }),
        )
      ).data[0] ?? null,
    refetchInterval: ({ state }) => (isRunning(state.data ?? undefined) ? 1_000 : false),
  });

export interface AutoTagOptions {
  allow_new_tags: boolean;
  min_confidence: number;
}

/** Starts a job that suggests tags for all transcripts of a project. */
export function useSuggestTags(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (options: AutoTagOptions) =>
      (
        await unwrap(
          api.POST('/v1/projects/{projectId}/auto-tag', {
            params: { path: { projectId } },
            body: { mode: 'suggest', ...options },
          }),
        )
      ).data,
    onSuccess: (job) => queryClient.setQueryData(autoTagJobQuery(projectId).queryKey, job),
  });
}

export function useCancelJob(projectId: string, onFailed: (error: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobId: string) =>
      unwrap(api.POST('/v1/jobs/{jobId}/cancel', { params: { path: { jobId } } })),
    onError: onFailed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: autoTagJobQuery(projectId).queryKey }),
  });
}
