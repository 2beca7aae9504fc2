/** What clips and reels have in common: media that the server makes from files. */
export {
  listedRecordingUrls,
  noUrls,
  type RecordingUrls,
  recordingFilename,
  shareRecording,
  signedRecordingUrls,
} from './links.ts';
export {
  commitRecording,
  type MadeRecording,
  type RecordingDeps,
  storeRecording,
  writeCaptions,
} from './made-recording.ts';
export { type RecordingPart, type RecordingRow, recordingStatuses, unmade } from './recording.ts';
export { NewDescription, recordingFields } from './schema.ts';
export { mountSharedRecordings, type SharedRecording } from './shared-recording.ts';
