import { Readable } from 'node:stream';
import { newId } from '../../../foundation/ids.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { spendCredit } from '../../identity/usage/index.ts';
import {
  exportTranscript,
  type SegmentRow,
  type TranscriptThreads,
  writeTranscript,
} from '../transcripts/index.ts';
import { planOf } from './ingest/attach-blob.ts';
import { newFile } from './new-file.ts';
import { type FileRow, insertFile } from './store.ts';
import { fileFolder, type ReceivedBlob, receiveBlob } from './uploads/receive.ts';

/** A conversation that becomes a file with a transcript. */
export interface SessionTranscript {
  workspace_id: string;
  project_id: string;
  session_id: string;
  response_id: string | null;
  name: string;
  language: string | null;
  recorded_at: Date;
  segments: { speaker: string; start_seconds: number; end_seconds: number; text: string }[];
}

export interface StoredTranscript extends SessionTranscript {
  file_id: string;
  blob: ReceivedBlob;
}

/** Stores the bytes, outside any transaction. The caller releases the blob at the end. */
export async function storeSessionTranscript(
  deps: { db: Db; storage: Storage },
  transcript: SessionTranscript,
  now: Date,
): Promise<StoredTranscript> {
  const file_id = newId('file', now.getTime());
  const { content } = exportTranscript(transcript, 'vtt');
  const blob = await receiveBlob(deps, fileFolder(file_id), Readable.from([Buffer.from(content)]), {
    contentType: 'text/vtt',
  });
  return { ...transcript, file_id, blob };
}

/** Writes the file of the stored bytes and its transcript. */
export async function insertSessionTranscript(
  tx: Db,
  threads: TranscriptThreads,
  { file_id, blob, segments, ...given }: StoredTranscript,
  now: Date,
): Promise<{ file: FileRow; revision: number; segments: SegmentRow[] }> {
  const { workspace_id, project_id, language } = given;
  const file = newFile(
    {
      ...given,
      id: file_id,
      kind: 'document',
      content_type: 'text/vtt',
      size_bytes: blob.size_bytes,
      checksum_sha256: blob.checksum_sha256,
      duration_seconds: segments.at(-1)?.end_seconds ?? null,
      blob_key: blob.key,
      source: 'session',
      status: 'ready',
      transcription_status: 'completed',
      charged_bytes: blob.size_bytes,
      created_by: null,
    },
    now,
  );
  await insertFile(tx, file);
  await blob.commit(tx);
  await spendCredit(
    tx,
    { workspace_id, plan: await planOf(tx, file) },
    'storage_bytes',
    blob.size_bytes,
    now,
  );
  const written = await writeTranscript(
    tx,
    threads,
    { file_id, workspace_id, project_id },
    { segments, language, time_basis: 'media', action: 'import', by: null },
    now,
  );
  return { file, revision: written.transcript.revision, segments: written.segments };
}
