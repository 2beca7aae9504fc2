/** Source material for reports, chats and automatic tags, and the verification of quotations. */
export { Citation, toCitation } from './citation-schema.ts';
export { markDeletedSources, requireSources } from './deleted-sources.ts';
export { formatMoment } from './format-moment.ts';
export { interviewersOf, isQuestion, participantTurns, withoutInterviewer } from './interviewers.ts';
export { escapeMarkdown } from './markdown/index.ts';
export { redactCitations } from './redact-citations.ts';
export { type Excerpt, redactExcerpt } from './redact-excerpt.ts';
export { isMadeFrom, redactRecord } from './redact-record.ts';
export type {
  QuestionNumbers,
  ResponseMaterial,
  SpeakerRow,
  WrittenAnswer,
  WrittenFilter,
} from './response-material.ts';
export {
  type Candidate,
  type ResponseFilter,
  type Skipped,
  type Source,
  type SourceSegment,
  type StoredSource,
  skipReasons,
} from './source.ts';
export {
  listCandidates,
  readSourceMaterial,
  readStoredSources,
  type SourceFilter,
} from './source-material.ts';
