import type { Feature } from '../../feature.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { transcriptionRoutes } from './routes.ts';
import { type TranscriptionDeps, transcriptionJob } from './tasks.ts';

export { startTranscription } from './service.ts';

export const createTranscription = (deps: TranscriptionDeps & { jobs: JobQueue }): Feature => ({
  routes: transcriptionRoutes(deps.jobs),
  jobKinds: { transcription: transcriptionJob(deps) },
});
