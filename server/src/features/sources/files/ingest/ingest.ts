import { AppError } from '../../../../foundation/errors.ts';
import { type Db, sql } from '../../../../platform/database/index.ts';
import { MediaError } from '../../../../platform/media/media-error.ts';
import { reserveBlobKey } from '../../../../platform/storage/deletions.ts';
import { StorageError } from '../../../../platform/storage/storage.ts';
import { TaskFailure, type TaskHandler } from '../../../../platform/tasks/index.ts';
import { refundCredit } from '../../../identity/usage/index.ts';
import type { FileDeps } from '../deps.ts';
import { type FileRow, findFileById, updateFile } from '../store.ts';
import { uploadKey } from '../uploads/receive.ts';
import { attachBlob } from './attach-blob.ts';
import { fetchSource } from './fetch-source.ts';
import { ingestTask } from './file-tasks.ts';
import { type Inspection, inspect } from './inspect.ts';
import { makeSeekable } from './make-seekable.ts';
import { findTranscriptionRefusal } from './transcription-refusal.ts';

/** Inspects received bytes. The file becomes `ready`, or `failed` with an error. */
export function ingestHandler(deps: FileDeps): TaskHandler {
  return {
    concurrency: 3,
    async run(task, { signal, finish }) {
      let file = await findFileById(deps.db, task.subject);
      if (file?.status !== 'processing') return;
      try {
        if (!file.blob_key) file = await adoptUpload(deps, file);
        file = await makeSeekable(deps, file, signal);
        const inspection = await inspect(deps, file, signal);
        await finish((tx) => saveInspection(deps, tx, (file as FileRow).id, inspection));
      } catch (error) {
        signal.throwIfAborted();
        throw asFailure(error);
      }
    },
    onExhausted: (tx, task, failure) => failFile(deps, tx, task.subject, failure),
  };
}

/**
 * Downloads the bytes of a file from its URL. Downloads are a separate kind of task because they mostly wait for another
 * server: slow downloads must not occupy the slots of `file.ingest`.
 */
export function fetchHandler(deps: FileDeps): TaskHandler {
  return {
    concurrency: 12,
    concurrencyPerWorkspace: 3,
    async run(task, { signal, finish }) {
      const file = await findFileById(deps.db, task.subject);
      if (file?.status !== 'processing') return;
      try {
        // If there is a blob, an earlier attempt stopped after storing it and before finishing the task.
        if (!file.blob_key) await fetchSource(deps, file, signal);
        await finish((tx) => deps.tasks.add(tx, ingestTask(file)));
      } catch (error) {
        signal.throwIfAborted();
        throw asFailure(error);
      }
    },
    onExhausted: (tx, task, failure) => failFile(deps, tx, task.subject, failure),
  };
}

async function failFile(
  deps: FileDeps,
  tx: Db,
  fileId: string,
  { code, message }: TaskFailure,
): Promise<void> {
  const file = await findFileById(tx, fileId, sql`for update`);
  if (file?.status !== 'processing') return;
  // Bytes that were not stored as a blob are refunded.
  const retainedBytes = file.blob_key ? file.charged_bytes : 0;
  if (file.charged_bytes > retainedBytes)
    await refundCredit(
      tx,
      file.workspace_id,
      'storage_bytes',
      file.charged_bytes - retainedBytes,
      file.created_at,
    );
  await updateFile(tx, file.id, {
    status: 'failed',
    error: { code, message },
    ...withoutTranscription(file),
    charged_bytes: retainedBytes,
    updated_at: deps.clock.now(),
  });
  if (!file.blob_key) tx.afterCommit(() => void deps.uploads.remove(file.id).catch(() => {}));
}

/** Errors of the file itself are permanent. All others are retried. */
function asFailure(error: unknown): unknown {
  if (error instanceof MediaError && error.fault !== 'cancelled')
    return new TaskFailure(error.fault, error.message);
  if (
    error instanceof StorageError &&
    ['size_mismatch', 'checksum_mismatch', 'too_large'].includes(error.fault)
  )
    return new TaskFailure(error.fault, error.message);
  // A disk that is nearly full: the task is retried.
  if (error instanceof AppError && error.temporary) return error;
  if (error instanceof AppError) return new TaskFailure(error.code, error.message);
  return error;
}

/** Turns a resumable upload into a blob after verifying its size and checksum. */
async function adoptUpload(deps: FileDeps, file: FileRow): Promise<FileRow> {
  const key = uploadKey(file.id);
  await reserveBlobKey(deps.db, key);
  const blob = await deps.uploads.finish(file.id, key, {
    expectedBytes: file.size_bytes as number,
    expectedSha256: file.checksum_sha256 ?? undefined,
  });
  return deps.db.transaction((tx) => attachBlob(deps, tx, file, { ...blob, key }));
}

async function saveInspection(
  deps: FileDeps,
  tx: Db,
  fileId: string,
  { facts, derived }: Inspection,
): Promise<void> {
  const file = await findFileById(tx, fileId, sql`for update`);
  if (!file) return;
  const now = deps.clock.now();
  for (const blob of derived) await blob.commit(tx);
  const { fault, ...known } = facts;
  const change = {
    ...known,
    status: fault ? ('failed' as const) : ('ready' as const),
    error: fault ?? (file.transcribe ? findTranscriptionRefusal(file, known.kind) : undefined) ?? null,
    // Changed again below if a transcription job is queued. Not every kind of file can have one.
    ...withoutTranscription(file),
    updated_at: now,
  };
  await updateFile(tx, fileId, change);
  if (!fault && file.transcribe) await transcribeIfCredit(deps, tx, { ...file, ...change }, now);
}

/** Queues the transcription. The file stays ready if there is not enough credit. */
async function transcribeIfCredit(deps: FileDeps, tx: Db, file: FileRow, now: Date): Promise<void> {
  await tx.query(sql`savepoint before_transcription`);
  try {
    await deps.startTranscription(tx, file, file.transcribe ?? {}, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await tx.query(sql`rollback to savepoint before_transcription`);
    const { code, message } = error;
    await updateFile(tx, file.id, { transcription_status: 'failed', error: { code, message } });
  }
}

/** A requested transcription that cannot start counts as failed. */
const withoutTranscription = ({ transcription_status }: FileRow) =>
  transcription_status === 'requested' ? { transcription_status: 'failed' as const } : {};
