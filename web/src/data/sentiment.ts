import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type ProjectSentiment = Schemas['ProjectSentiment'];
export type FileSentiment = Schemas['FileSentiment'];
export type SegmentSentiment = FileSentiment['segments'][number];

/** The analyzed files of a project, the most negative first. */
export const projectSentimentQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.insights(projectId, 'sentiment'),
    queryFn: async (): Promise<ProjectSentiment> =>
      (await unwrap(api.GET('/v1/projects/{projectId}/sentiment', { params: { path: { projectId } } }))).data,
    staleTime: 30_000,
  });

/** The mood of each segment of a file, in the order of time. */
export const fileSentimentQuery = (projectId: string, fileId: string) =>
  queryOptions({
    queryKey: keys.insights(projectId, 'sentiment', fileId),
    queryFn: async (): Promise<FileSentiment> =>
      (await unwrap(api.GET('/v1/files/{fileId}/sentiment', { params: { path: { fileId } } }))).data,
    staleTime: 30_000,
  });

/** Starts the analysis of all files of a project. */
export function useAnalyzeProject(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (
        await unwrap(
          api.POST('/v1/projects/{projectId}/sentiment', { params: { path: { projectId } }, body: {} }),
        )
      ).data,
    onSuccess: (job) => {
      queryClient.setQueryData(keys.job(job.id), job);
      void queryClient.invalidateQueries({ queryKey: keys.jobs() });
    },
  });
}
