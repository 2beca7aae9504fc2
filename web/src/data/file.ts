import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../lib/api.ts';
import { fileFailures } from '../texts/en/file-failures.ts';
import { inLanguage } from '../texts/in-language.ts';
import { keys } from './keys.ts';

const texts = inLanguage('fileFailures', fileFailures);

export type File = Schemas['File'];
export type Job = Schemas['Job'];

/** Live updates refetch the file; this is for the time when they do not arrive. */
const refetchMs = 3_000;

export const isTranscribing = ({ transcription_status }: File): boolean =>
  transcription_status === 'requested' ||
  transcription_status === 'queued' ||
  transcription_status === 'running';

export const isMedia = ({ kind }: File): boolean => kind === 'video' || kind === 'audio';

/** Subtitles have the times of a recording that is not here. */
const subtitleTypes = new Set(['text/vtt', 'application/x-subrip']);

/** Whether the times in its text mean something. Those of a document are an estimate of the server at a reading pace. */
export const hasTimes = (file: File): boolean => isMedia(file) || subtitleTypes.has(file.content_type);

/** Whether the transcription found no speech. The server reports that as an error of the job. */
export const hasNoSpeech = (file: File, job: Job | undefined): boolean =>
  isMedia(file) && file.transcription_status === 'failed' && job?.error?.code === 'no_text';

/** Why a file can't be used or was not transcribed, as the server says; the same text wherever the file is shown. */
export const reasonOfFailure = (file: File, job?: Job): string =>
  job?.error?.message ??
  file.error?.message ??
  (file.status === 'failed' ? texts.notProcessed : isMedia(file) ? texts.notTranscribed : texts.notRead);

const changesSoon = (file: File) =>
  file.status === 'uploading' || file.status === 'processing' || isTranscribing(file);

/** One file with its signed links. They differ in every response; `useMediaUrl` uses one until it expires. */
export const fileQuery = (fileId: string) =>
  queryOptions({
    queryKey: keys.file(fileId),
    queryFn: async () => (await unwrap(api.GET('/v1/files/{fileId}', { params: { path: { fileId } } }))).data,
    refetchInterval: ({ state }) => (state.data && changesSoon(state.data) ? refetchMs : false),
  });

export interface Waveform {
  peaks: number[];
  duration_seconds: number;
}

/** The peaks never change, so the query does not depend on the signed link. */
export const waveformQuery = (file: File) =>
  queryOptions({
    queryKey: keys.waveform(file.id, 'peaks'),
    queryFn: async (): Promise<Waveform> => {
      const response = await fetch(file.waveform_url ?? '');
      if (!response.ok) throw new Error(`The waveform could not be read: status ${response.status}.`);
      return (await response.json()) as Waveform;
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: file.waveform_url !== null,
  });

/** The transcript as WebVTT, for the captions of a video. */
export const captionsQuery = (file: File) =>
  queryOptions({
    queryKey: keys.transcript(file.id, 'captions'),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/files/{fileId}/transcript/export', {
            params: { path: { fileId: file.id }, query: { format: 'vtt' } },
          }),
        )
      ).data.content,
    enabled: file.transcription_status === 'completed',
  });

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: keys.job(jobId),
    queryFn: async () => (await unwrap(api.GET('/v1/jobs/{jobId}', { params: { path: { jobId } } }))).data,
    refetchInterval: ({ state }) =>
      state.data?.status === 'queued' || state.data?.status === 'running' ? refetchMs : false,
  });

/** Reads the file and the lists that contain it again. */
export const invalidateFile = (queryClient: QueryClient, { id, project_id }: File) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.file(id) }),
    queryClient.invalidateQueries({ queryKey: keys.files(project_id) }),
  ]);

export function useDeleteFile(file: File, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/v1/files/{fileId}', { params: { path: { fileId: file.id } } })),
    onSuccess: async () => {
      onDone();
      queryClient.removeQueries({ queryKey: keys.file(file.id) });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.files(file.project_id) }),
        queryClient.invalidateQueries({ queryKey: keys.project(file.project_id) }),
      ]);
    },
  });
}

export interface TranscribeOptions {
  language: string;
  diarize: boolean;
  speakers_expected?: number;
  overwrite?: boolean;
}

export function useTranscribe(file: File) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: TranscribeOptions) =>
      (
        await unwrap(
          api.POST('/v1/files/{fileId}/transcribe', { params: { path: { fileId: file.id } }, body }),
        )
      ).data,
    onSuccess: (job) => {
      queryClient.setQueryData(keys.job(job.id), job);
      return invalidateFile(queryClient, file);
    },
  });
}

export function useCancelJob(file: File) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (jobId: string) =>
      (await unwrap(api.POST('/v1/jobs/{jobId}/cancel', { params: { path: { jobId } } }))).data,
    onSettled: (_job, _error, jobId) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.job(jobId) }),
        invalidateFile(queryClient, file),
      ]),
  });
}

/** Suggests taggings; a person accepts or rejects them. */
export function useAutoTag(file: File) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (
        await unwrap(
          api.POST('/v1/files/{fileId}/auto-tag', {
            params: { path: { fileId: file.id } },
            body: { mode: 'suggest' },
          }),
        )
      ).data,
    onSuccess: (job) => noteStarted(queryClient, job),
  });
}

function noteStarted(queryClient: QueryClient, job: Job) {
  queryClient.setQueryData(keys.job(job.id), job);
  return queryClient.invalidateQueries({ queryKey: keys.jobs() });
}

export function useAnalyzeSentiment(file: File) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (
        await unwrap(
          api.POST('/v1/files/{fileId}/sentiment', { params: { path: { fileId: file.id } }, body: {} }),
        )
      ).data,
    onSuccess: (job) => noteStarted(queryClient, job),
  });
}
