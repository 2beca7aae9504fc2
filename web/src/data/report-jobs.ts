import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { keys } from './keys.ts';

export type ReportJob = Schemas['ReportJob'];

/** What a report that is written from the material should answer, and what is read for it. */
export interface ReportRequest {
  prompt: string;
  template: 'summary' | 'usability' | 'interview' | 'survey';
  file_ids?: string[];
  tag_ids?: string[];
  /** An empty list: no written answers. */
  response_ids?: string[];
  language?: string;
}

export const noRequest: ReportRequest = { prompt: '', template: 'summary' };

export const isWriting = ({ status }: ReportJob) => status === 'queued' || status === 'running';
export const isCanceled = ({ error }: ReportJob) => error?.code === 'canceled';

/** The newest reports that are written or were written from the material of a project. */
export const reportJobsQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.jobs({ projectId, type: 'report' }),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/jobs', { params: { query: { project_id: projectId, type: 'report', limit: 10 } } }),
        )
      ).data as ReportJob[],
    // Live updates refetch it; this is for a browser that gets none.
    refetchInterval: ({ state }) => (state.data?.some(isWriting) ? 2_000 : false),
  });

export function useRequestReport(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: ReportRequest): Promise<ReportJob> => {
      const call = api.POST('/v1/projects/{projectId}/reports', { params: { path: { projectId } }, body });
      // With a question, the response is the job and not a report.
      return (await unwrap(call)).data as ReportJob;
    },
    onSuccess: (job) =>
      client.setQueryData(reportJobsQuery(projectId).queryKey, (jobs = []) => [
        job,
        ...jobs.filter(({ id }) => id !== job.id),
      ]),
  });
}

export function useCancelReport(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (jobId: string) =>
      unwrap(api.POST('/v1/jobs/{jobId}/cancel', { params: { path: { jobId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: reportJobsQuery(projectId).queryKey }),
  });
}
