export { type BlobDeps, mountBlobs, sendBlob } from './blobs.ts';
export { checkStorage, type StorageReport } from './check-storage.ts';
export type { FileDeps } from './deps.ts';
export { fetchHandler, ingestHandler } from './ingest.ts';
export { type ReceivedBlob, receiveBlob } from './receive.ts';
export { fileRoutes } from './routes.ts';
export {
  TranscribedFile,
  TranscribeOptions,
  type TranscriptionSummary,
  toLastingFile,
} from './schema.ts';
export { getFileForRead, getFileForWrite } from './service.ts';
export { type FileRow, findFileById, updateFile } from './store.ts';
export { completeUploads, sweepLeftovers, sweepUploads } from './sweep.ts';
export { createUploadTokens } from './upload-tokens.ts';
export { mountUploads } from './uploads.ts';
