export type { TranscriptAction } from './context.ts';
export { useHasDrafts } from './drafts.ts';
export { ExportItems } from './export-items.tsx';
export { TranscriptHistory } from './late-history.tsx';
export { segmentOfTagging } from './model/segment-of-tagging.ts';
export { createPlayback, type MediaPlayback, type Playback, rates, type Span } from './playback.ts';
export { Transcript } from './transcript.tsx';
export type { TranscriptHandle } from './transcript-list.tsx';
export { useDecideWithUndo } from './use-decide-with-undo.ts';
