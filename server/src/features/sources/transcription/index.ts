import type { Feature } from '../../feature.ts';
import type { JobQueue } from '../../jobs/index.ts';
import type { FileRow, TranscribeOptions } from '../files/index.ts';
import { stepTexts } from './redact.ts';
import { transcriptionRoutes } from './routes.ts';
import { startTranscription } from './service.ts';
import { type TranscriptionDeps, transcriptionJob } from './tasks.ts';

export const createTranscription = (deps: TranscriptionDeps & { jobs: JobQueue }): Feature => ({
  routes: transcriptionRoutes(deps.jobs),
  texts: [stepTexts],
  hooks: {
    startTranscription: (tx, file: FileRow, options: TranscribeOptions, now) =>
      startTranscription(deps.jobs, tx, file, options, now),
  },
  jobKinds: { transcription: transcriptionJob(deps) },
});
