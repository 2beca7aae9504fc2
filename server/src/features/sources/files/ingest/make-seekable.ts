import { createReadStream } from 'node:fs';
import path from 'node:path';
import { sql } from '../../../../platform/database/index.ts';
import { MediaError } from '../../../../platform/media/media-error.ts';
import { scheduleBlobDeletion } from '../../../../platform/storage/deletions.ts';
import { localPath, withWorkFolder } from '../../../../platform/storage/local-file.ts';
import type { FileDeps } from '../deps.ts';
import { type FileRow, findFileById, updateFile } from '../store.ts';
import { fileFolder, receiveBlob, uploadKey } from '../uploads/receive.ts';

/**
 * Replaces the bytes of a browser's recording by the same recording with a duration and an index. If that fails, the bytes
 * remain as they are: the inspection that follows says what is wrong with them.
 */
export async function makeSeekable(deps: FileDeps, file: FileRow, signal: AbortSignal): Promise<FileRow> {
  const key = uploadKey(file.id);
  const format = file.content_type.includes('mp4') ? 'mp4' : 'webm';
  const isRecording = file.source === 'session' || file.source === 'response';
  // A file with another key was made seekable by an earlier attempt.
  if (!isRecording || file.blob_key !== key || !/^(?:video|audio)\/(?:webm|mp4)/.test(file.content_type))
    return file;
  return withWorkFolder(deps.workDir, async (folder) => {
    const input = await localPath(deps.storage, key, folder, signal);
    const output = path.join(folder, `seekable.${format}`);
    try {
      await deps.media.remux({ input, output, format, signal });
    } catch (error) {
      if (!(error instanceof MediaError) || error.fault === 'cancelled') throw error;
      return file;
    }
    const blob = await receiveBlob(deps, fileFolder(file.id), createReadStream(output), {
      contentType: file.content_type,
    });
    try {
      return await deps.db.transaction(async (tx) => {
        const current = await findFileById(tx, file.id, sql`for update`);
        if (current?.blob_key !== key) throw new Error('the file was deleted or changed meanwhile');
        await blob.commit(tx);
        const change = {
          blob_key: blob.key,
          size_bytes: blob.size_bytes,
          checksum_sha256: blob.checksum_sha256,
        };
        await updateFile(tx, file.id, change);
        await scheduleBlobDeletion(tx, key);
        return { ...current, ...change };
      });
    } finally {
      await blob.release();
    }
  });
}
