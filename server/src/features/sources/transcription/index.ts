export { transcriptionRoutes } from './routes.ts';
export { startTranscription, transcriptionFailed } from './service.ts';
export { type TranscriptionDeps, transcriptionWork } from './tasks.ts';
