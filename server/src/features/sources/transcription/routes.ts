import { type Route, route } from '../../../http/route.ts';
import { JobOf, type JobQueue, toJob } from '../../jobs/index.ts';
import { TranscribeOptions } from '../files/index.ts';
import { requestTranscription } from './service.ts';

export function transcriptionRoutes(jobs: JobQueue): Route[] {
  return [
    route({
      method: 'POST',
      path: '/files/{fileId}/transcribe',
      operationId: 'transcribeFile',
      tag: 'Transcripts',
      summary: 'Transcribe a file',
      description:
        'A job of type `transcription`; its result is `{ file_id, language, segment_count, speaker_count, word_count, duration_seconds }`. Emits `file.transcribed`.',
      status: 202,
      ids: { fileId: 'file' },
      body: TranscribeOptions,
      bodyOptional: true,
      data: JobOf('transcription'),
      handler: async (call) => ({
        data: toJob(await requestTranscription(jobs, call, call.params.fileId, call.body ?? {})),
      }),
    }),
  ];
}
