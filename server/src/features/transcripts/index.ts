export { exportTranscript } from './formats/format-transcript.ts';
export { parseSubtitles } from './formats/parse-subtitles.ts';
export { checkSegments, type ImportTarget, writeTranscript } from './import.ts';
export { type TranscriptDeps, transcriptRoutes } from './routes.ts';
export { TranscriptInput, toSegments } from './schema.ts';
export { countWords, type SegmentInput, trimOverlaps } from './segments.ts';
export type { TranscriptWritten } from './service.ts';
export { findTranscript, readSegments, type SegmentRow, type TranscriptRow } from './store.ts';
