import type { FileRow } from './store.ts';

type Required = 'id' | 'workspace_id' | 'project_id' | 'name' | 'source' | 'status' | 'created_by';

/** A file that is not stored yet. Nothing is known about its content except what is given. */
export const newFile = (given: Pick<FileRow, Required> & Partial<FileRow>, now: Date): FileRow => ({
  kind: 'other',
  content_type: 'application/octet-stream',
  inline: false,
  size_bytes: null,
  checksum_sha256: null,
  duration_seconds: null,
  page_count: null,
  blob_key: null,
  thumbnail_key: null,
  waveform_key: null,
  language: null,
  source_url: null,
  transcription_status: given.transcribe ? 'requested' : 'none',
  transcription_job_id: null,
  transcribe: null,
  session_id: null,
  response_id: null,
  recorded_at: null,
  tag_ids: [],
  sentiment: null,
  metadata: {},
  error: null,
  charged_bytes: 0,
  upload_expires_at: null,
  ...given,
  created_at: now,
  updated_at: now,
  last_activity_at: now,
});
