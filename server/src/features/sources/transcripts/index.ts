import type { Feature } from '../../feature.ts';
import { transcriptTexts } from './redact.ts';
import { type TranscriptDeps, transcriptRoutes } from './routes.ts';
import { segmentRecords } from './store.ts';

export { type CurrentWords, findChangedWords, type PastQuote } from './anchors/current-words.ts';
export { type FillResult, fillPassages } from './anchors/fill-passages.ts';
export type { PastPosition } from './anchors/move-anchors.ts';
export type { FilledPassage, Passage } from './anchors/passages.ts';
export { NewTranscript } from './change-schema.ts';
export { exportTranscript } from './formats/format-transcript.ts';
export { type ImportTarget, segmentsOf, writeTranscript } from './import.ts';
export { transcriptBodyBytesMax } from './limits.ts';
export { countWords, type SegmentInput, trimOverlaps } from './segments.ts';
export {
  findTranscript,
  listSpeakerLabels,
  type SegmentRow,
  type TranscriptRow,
} from './store.ts';

export { createTranscriptThreads, type TranscriptThreads } from './threads/transcript-threads.ts';

export const createTranscripts = (deps: TranscriptDeps): Feature => ({
  routes: transcriptRoutes(deps),
  records: [segmentRecords],
  texts: transcriptTexts,
  close: deps.threads.close,
});
