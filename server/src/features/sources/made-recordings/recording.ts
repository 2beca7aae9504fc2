import { type SharedColumns, unshared } from '../../../platform/secret-box/share-links.ts';

export const recordingStatuses = ['processing', 'ready', 'failed'] as const;

/** A part of a file that a clip or a reel shows. */
export interface RecordingPart {
  file_id: string;
  start_seconds: number;
  end_seconds: number;
}

/** The columns that clips and reels have in common. */
export interface RecordingRow extends SharedColumns {
  id: string;
  workspace_id: string;
  project_id: string;
  name: string;
  description: string | null;
  captions: boolean;
  status: (typeof recordingStatuses)[number];
  content_type: string | null;
  size_bytes: number | null;
  blob_key: string | null;
  thumbnail_key: string | null;
  error: { code: string; message: string } | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

/** The columns of a recording whose bytes a task has yet to make. */
export const unmade = {
  ...unshared,
  status: 'processing',
  content_type: null,
  size_bytes: null,
  blob_key: null,
  thumbnail_key: null,
  error: null,
} satisfies Partial<RecordingRow>;
