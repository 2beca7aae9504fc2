import { type ErrorDetail, invalid } from '../../../foundation/errors.ts';
import type { PlanName } from '../../../foundation/plans.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { findPlan } from '../../identity/accounts/index.ts';
import { createJob, type JobQueue, type JobRow } from '../../jobs/index.ts';
import {
  type FileRow,
  findFileById,
  getFileForWrite,
  type TranscribeOptions,
  updateFile,
} from '../files/index.ts';
import { findTranscript } from '../transcripts/index.ts';

const transcribable = new Set(['video', 'audio', 'pdf', 'document']);

/** `POST /v1/files/{id}/transcribe`. */
export async function requestTranscription(
  jobs: JobQueue,
  { db, principal, now }: Caller,
  fileId: string,
  options: TranscribeOptions,
): Promise<JobRow> {
  return db.transaction(async (tx) => {
    const file = await getFileForWrite(tx, principal, fileId);
    const fault =
      findObstacle(file) ??
      (!options.overwrite && (await findTranscript(tx, fileId))
        ? { field: 'overwrite', message: 'The file has a transcript: send true to replace it.' }
        : undefined);
    if (fault) throw invalid([fault]);
    return queue(jobs, tx, file, options, { plan: principal.plan, by: principal.user_id }, now);
  });
}

/** Why the file can't be transcribed now, whatever the options. */
function findObstacle({ status, kind, transcription_status }: FileRow): ErrorDetail | undefined {
  if (status !== 'ready')
    return { field: 'file_id', message: `This file is ${status}; only a ready file can be transcribed.` };
  if (!transcribable.has(kind))
    return { field: 'file_id', message: `A file of kind ${kind} holds nothing to transcribe.` };
  if (transcription_status === 'queued' || transcription_status === 'running')
    return { field: 'file_id', message: 'This file is being transcribed already.' };
  return undefined;
}

/** For a file that was created with `transcribe` and is ready now. */
export async function startTranscription(
  jobs: JobQueue,
  tx: Db,
  file: FileRow,
  options: TranscribeOptions,
  now: Date,
): Promise<void> {
  if (!transcribable.has(file.kind)) return;
  const plan = (await findPlan(tx, file.workspace_id)) ?? 'free';
  await queue(jobs, tx, file, options, { plan, by: file.created_by }, now);
}

async function queue(
  jobs: JobQueue,
  tx: Db,
  file: FileRow,
  options: TranscribeOptions,
  { plan, by }: { plan: PlanName; by: string | null },
  now: Date,
): Promise<JobRow> {
  // A begun minute counts; a document, read in a moment, counts as one.
  const minutes = Math.max(1, Math.ceil((file.duration_seconds ?? 0) / 60));
  const job = await createJob(
    jobs,
    tx,
    {
      type: 'transcription',
      workspace_id: file.workspace_id,
      plan,
      project_id: file.project_id,
      file_id: file.id,
      input: { ...options },
      credit: { name: 'transcription_minutes', amount: minutes },
      created_by: by,
    },
    now,
  );
  await updateFile(tx, file.id, {
    transcription_status: 'queued',
    transcription_job_id: job.id,
    updated_at: now,
  });
  return job;
}

/** A job that ends without a result leaves the transcript as it was; the file says that the attempt failed. */
export async function transcriptionFailed(tx: Db, job: JobRow, now: Date): Promise<void> {
  const file = job.file_id && (await findFileById(tx, job.file_id, sql`for update`));
  if (!file || file.transcription_job_id !== job.id) return;
  await updateFile(tx, file.id, { transcription_status: 'failed', updated_at: now });
}
