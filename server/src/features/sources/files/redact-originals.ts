import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Db, sql } from '../../../platform/database/index.ts';
import { decodeText } from '../../../platform/media/text-encoding.ts';
import { scheduleBlobDeletion } from '../../../platform/storage/deletions.ts';
import { StorageError } from '../../../platform/storage/storage.ts';
import { type RemoveWords, removeFromLongText } from '../../../platform/word-removal/index.ts';
import { refundCredit } from '../../identity/usage/index.ts';
import type { FileDeps } from './deps.ts';
import { type FileRow, findFileById, lockProjectOfFile, updateFile } from './store.ts';
import { fileFolder, receiveBlob } from './uploads/receive.ts';

/** In other formats, such as CSV and HTML, a removal could change the structure. */
const textTypes = ['text/plain', 'text/markdown', 'text/vtt', 'application/x-subrip'];
/** The longest text that a request can contain has up to 20 MB. */
const maxBytes = 25_000_000;
const pageSize = 100;

/** What an erasure of a person changes in the original bytes of the other files of a project. */
export interface Redaction {
  project_id: string;
  /** Files that the erasure deletes. */
  fileIds: ReadonlySet<string>;
  /** What is removed from a file. */
  removeFrom(file: Pick<FileRow, 'created_at' | 'response_id' | 'session_id'>): RemoveWords;
  /** Called in the transaction that refers to the new bytes of a file. */
  changed(tx: Db): Promise<void>;
}

/** Rewrites the files of the project whose bytes are text. It can run again: files that are redacted need no change. */
export async function redactOriginals(deps: FileDeps, redaction: Redaction): Promise<void> {
  let last = '';
  for (;;) {
    const files = await deps.db.query<{ id: string }>(sql`
      select f.id from files f
       where f.project_id = ${redaction.project_id} and f.id > ${last} and f.content_type = any(${textTypes}::text[])
         and f.blob_key is not null and f.size_bytes <= ${maxBytes} and f.status in ('ready', 'failed')
       order by f.id limit ${pageSize}`);
    for (const { id } of files) if (!redaction.fileIds.has(id)) await redactOriginal(deps, id, redaction);
    const final = files.at(-1);
    if (!final) return;
    last = final.id;
  }
}

async function redactOriginal(deps: FileDeps, fileId: string, redaction: Redaction): Promise<void> {
  for (;;) {
    const file = await findFileById(deps.db, fileId);
    const before = file && (await readText(deps, file));
    if (!file || before === undefined) return;
    const after = await removeFromLongText(before, redaction.removeFrom(file));
    // The erasure of another person may have replaced the bytes meanwhile.
    if (after === before || (await replaceBytes(deps, file, after, redaction))) return;
  }
}

async function readText({ storage }: FileDeps, { blob_key }: FileRow): Promise<string | undefined> {
  if (blob_key === null) return undefined;
  try {
    const { stream, size } = await storage.read(blob_key);
    if (size <= maxBytes) return decodeText(await buffer(stream));
    stream.destroy();
  } catch (error) {
    if (!(error instanceof StorageError && error.fault === 'not_found')) throw error;
  }
  return undefined;
}

/** The new bytes have a new key, so links to the old ones stop working. Returns false if the file has other bytes now. */
async function replaceBytes(
  deps: FileDeps,
  file: FileRow,
  text: string,
  redaction: Redaction,
): Promise<boolean> {
  const blob = await receiveBlob(deps, fileFolder(file.id), Readable.from([Buffer.from(text)]), {
    contentType: file.content_type,
  });
  try {
    return await deps.db.transaction(async (tx) => {
      await lockProjectOfFile(tx, file.id);
      const current = await findFileById(tx, file.id, sql`for no key update`);
      if (!current) return true;
      if (current.blob_key !== file.blob_key) return false;
      await blob.commit(tx);
      if (current.blob_key) await scheduleBlobDeletion(tx, current.blob_key);
      const now = deps.clock.now();
      // An erasure must not fail because of a quota: bytes that `[removed]` adds are not charged.
      const charged_bytes = Math.min(current.charged_bytes, blob.size_bytes);
      const refund = current.charged_bytes - charged_bytes;
      if (refund > 0) await refundCredit(tx, current.workspace_id, 'storage_bytes', refund, now);
      const { key: blob_key, size_bytes, checksum_sha256 } = blob;
      await updateFile(tx, file.id, {
        blob_key,
        size_bytes,
        checksum_sha256,
        charged_bytes,
        updated_at: now,
      });
      await redaction.changed(tx);
      return true;
    });
  } finally {
    await blob.release();
  }
}
