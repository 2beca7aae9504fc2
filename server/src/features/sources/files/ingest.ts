import { AppError } from '../../../foundation/errors.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { MediaError } from '../../../platform/media/media-error.ts';
import { reserveBlobKey } from '../../../platform/storage/deletions.ts';
import { StorageError } from '../../../platform/storage/storage.ts';
import { TaskFailure, type TaskHandler } from '../../../platform/tasks/index.ts';
import { refundCredit } from '../../identity/usage/index.ts';
import type { FileDeps } from './deps.ts';
import { fetchSource } from './fetch-source.ts';
import { type Inspection, inspect } from './inspect.ts';
import { nameBlob } from './name-blob.ts';
import { fileFolder } from './receive.ts';
import { type FileRow, findFileById, updateFile } from './store.ts';

/** Turns bytes that arrived into a file that is `ready`, or `failed` with its reason. */
export function ingestHandler(deps: FileDeps): TaskHandler {
  return {
    concurrency: 3,
    async run(task, { signal, finish }) {
      let file = await findFileById(deps.db, task.subject);
      if (file?.status !== 'processing') return;
      // Queued by a version that downloaded here.
      if (!file.blob_key && file.source === 'url')
        return finish((tx) => deps.tasks.add(tx, fetchTask(file as FileRow)));
      try {
        if (!file.blob_key) file = await adoptUpload(deps, file);
        const inspection = await inspect(deps, file, signal);
        await finish((tx) => settle(deps, tx, (file as FileRow).id, inspection));
      } catch (error) {
        signal.throwIfAborted();
        throw asFailure(error);
      }
    },
    onExhausted: (tx, task, failure) => failFile(deps, tx, task.subject, failure),
  };
}

/**
 * Downloads the bytes of a file by its address. A kind of its own: a download waits for another server and needs
 * almost nothing of this machine, so slow ones must not hold the slots of `file.ingest`.
 */
export function fetchHandler(deps: FileDeps): TaskHandler {
  return {
    concurrency: 12,
    concurrencyPerWorkspace: 3,
    async run(task, { signal, finish }) {
      const file = await findFileById(deps.db, task.subject);
      if (file?.status !== 'processing') return;
      try {
        // With a blob, an earlier run ended between its two commits.
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

const ingestTask = ({ id, workspace_id }: FileRow) => ({ kind: 'file.ingest', workspace_id, subject: id });
const fetchTask = ({ id, workspace_id }: FileRow) => ({ kind: 'file.fetch', workspace_id, subject: id });

async function failFile(
  deps: FileDeps,
  tx: Db,
  fileId: string,
  { code, message }: TaskFailure,
): Promise<void> {
  const file = await findFileById(tx, fileId, sql`for update`);
  if (file?.status !== 'processing') return;
  // Bytes that never became a blob hold no credit.
  const held = file.blob_key ? file.charged_bytes : 0;
  if (file.charged_bytes > held)
    await refundCredit(tx, file.workspace_id, 'storage_bytes', file.charged_bytes - held, file.created_at);
  await updateFile(tx, file.id, {
    status: 'failed',
    error: { code, message },
    ...withoutTranscription(file),
    charged_bytes: held,
    updated_at: deps.clock.now(),
  });
  if (!file.blob_key) tx.afterCommit(() => void deps.uploads.remove(file.id).catch(() => {}));
}

/** What is wrong with the file stays wrong; all else is tried again. */
function asFailure(error: unknown): unknown {
  if (error instanceof MediaError && error.fault !== 'cancelled')
    return new TaskFailure(error.fault, error.message);
  if (
    error instanceof StorageError &&
    ['size_mismatch', 'checksum_mismatch', 'too_large'].includes(error.fault)
  )
    return new TaskFailure(error.fault, error.message);
  if (error instanceof AppError) return new TaskFailure(error.code, error.message);
  return error;
}

/** The bytes of a resumable upload become a blob, once their checksum is right. */
async function adoptUpload(deps: FileDeps, file: FileRow): Promise<FileRow> {
  const key = `${fileFolder(file.id)}/upload`;
  await reserveBlobKey(deps.db, key);
  const blob = await deps.uploads.finish(file.id, key, {
    expectedBytes: file.size_bytes as number,
    expectedSha256: file.checksum_sha256 ?? undefined,
  });
  return deps.db.transaction((tx) => nameBlob(deps, tx, file, key, blob));
}

async function settle(deps: FileDeps, tx: Db, fileId: string, { facts, derived }: Inspection): Promise<void> {
  const file = await findFileById(tx, fileId, sql`for update`);
  if (!file) return;
  const now = deps.clock.now();
  for (const blob of derived) await blob.claim(tx);
  const { fault, ...known } = facts;
  const change = {
    ...known,
    status: fault ? ('failed' as const) : ('ready' as const),
    error: fault ?? null,
    // Until the job is queued below, which not every kind of file can have.
    ...withoutTranscription(file),
    updated_at: now,
  };
  await updateFile(tx, fileId, change);
  if (!fault && file.transcribe) await transcribeIfPaid(deps, tx, { ...file, ...change }, now);
}

/** The file is ready whether or not there is credit left to transcribe it. */
async function transcribeIfPaid(deps: FileDeps, tx: Db, file: FileRow, now: Date): Promise<void> {
  await tx.query(sql`savepoint before_transcription`);
  try {
    await deps.startTranscription(tx, file, file.transcribe ?? {}, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await tx.query(sql`rollback to savepoint before_transcription`);
    await updateFile(tx, file.id, { transcription_status: 'failed' });
  }
}

/** A transcription that was requested and that can't begin has failed. */
const withoutTranscription = ({ transcription_status }: FileRow) =>
  transcription_status === 'requested' ? { transcription_status: 'failed' as const } : {};
