/** Source material for reports, chats and automatic tags, and the verification of quotations. */
export { Citation, toCitation } from './citation-schema.ts';
export { markDeletedSources, requireSources } from './deleted-sources.ts';
export { formatMoment } from './format-moment.ts';
export { interviewersOf, isQuestion, participantTurns, withoutInterviewer } from './interviewers.ts';
export { escapeMarkdown } from './markdown/index.ts';
export { type ErasedSources, redactCitations } from './redact-citations.ts';
export { redactRecord } from './redact-record.ts';
export { responseRecords } from './response-material.ts';
export {
  type Skipped,
  type Source,
  type SourceFilter,
  type SourceSegment,
  type StoredSource,
  skipReasons,
} from './source.ts';
export { listCandidates, readSourceMaterial, readStoredSources } from './source-material.ts';
