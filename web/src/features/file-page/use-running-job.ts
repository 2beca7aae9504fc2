import { useQuery } from '@tanstack/react-query';
import type { File } from '../../data/file.ts';
import { type RunningJob, runningJobsQuery } from '../../data/jobs.ts';

/** Whether an analysis of this file is queued or running, whoever started it. */
export function useRunningJob(file: File, type: RunningJob['type']): boolean {
  const { data } = useQuery(runningJobsQuery(file.project_id));
  return data?.some((job) => job.type === type && job.file_id === file.id) ?? false;
}
