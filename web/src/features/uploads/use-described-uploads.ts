import { useQueries } from '@tanstack/react-query';
import { fileQuery, jobQuery } from '../../data/file.ts';
import { useUploads } from '../../data/uploads.ts';
import type { DescribedUpload } from './describe-queue.ts';
import { describeUpload } from './upload-status.ts';

/** All uploads of the queue with what happens to each, including the work of the server on files that have arrived. */
export function useDescribedUploads(): DescribedUpload[] {
  const items = useUploads();
  const fileIds = items.flatMap(({ state, fileId }) => (state === 'sent' && fileId ? [fileId] : []));
  const files = useQueries({ queries: [...new Set(fileIds)].map(fileQuery) }).map(({ data }) => data);
  const jobIds = files.flatMap((file) =>
    file?.transcription_job_id && file.transcription_status !== 'completed'
      ? [file.transcription_job_id]
      : [],
  );
  const jobs = useQueries({ queries: jobIds.map(jobQuery) }).map(({ data }) => data);
  const fileById = new Map(files.map((file) => [file?.id, file]));
  const jobById = new Map(jobs.map((job) => [job?.id, job]));
  return items.map((item) => {
    const file = item.fileId ? fileById.get(item.fileId) : undefined;
    const job = file?.transcription_job_id ? jobById.get(file.transcription_job_id) : undefined;
    return { item, status: describeUpload(item, file, job) };
  });
}
