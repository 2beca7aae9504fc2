import { type ErrorDetail, invalid } from '../../../foundation/errors.ts';
import type { PlanName } from '../../../foundation/plans.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { findPlan } from '../../identity/accounts/index.ts';
import { createJob, type JobQueue, type JobRow, type NewJob } from '../../jobs/index.ts';
import {
  type FileRow,
  findFileById,
  getFileForWrite,
  type TranscribeOptions,
  updateFile,
} from '../files/index.ts';
import { findTranscript } from '../transcripts/index.ts';
import { removeSteps } from './steps.ts';

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
      findRefusal(file) ??
      (!options.overwrite && (await findTranscript(tx, fileId))
        ? { field: 'overwrite', message: 'This file already has a transcript: send true to replace it.' }
        : undefined);
    if (fault) throw invalid([fault]);
    return queueJob(jobs, tx, file, options, { plan: principal.plan, by: principal.user_id }, now);
  });
}

/** Returns why the file cannot be transcribed now, independent of the options. */
function findRefusal({ status, kind, transcription_status }: FileRow): ErrorDetail | undefined {
  if (status !== 'ready')
    return { field: 'file_id', message: `This file is ${status}; only a ready file can be transcribed.` };
  if (!transcribable.has(kind))
    return { field: 'file_id', message: `A file of kind ${kind} cannot be transcribed.` };
  if (transcription_status === 'queued' || transcription_status === 'running')
    return { field: 'file_id', message: 'This file is already being transcribed.' };
  return undefined;
}

/** Queues the transcription of a ready file that was created with `transcribe`. */
export async function startTranscription(
  jobs: JobQueue,
  tx: Db,
  file: FileRow,
  options: TranscribeOptions,
  now: Date,
): Promise<void> {
  if (!transcribable.has(file.kind)) return;
  const plan = (await findPlan(tx, file.workspace_id)) ?? 'free';
  await queueJob(jobs, tx, file, options, { plan, by: file.created_by }, now);
}

/** Every started minute of a recording counts. Reading a document costs nothing, and takes little time. */
const costOf = ({ kind, duration_seconds }: FileRow): Pick<NewJob, 'credit' | 'isBrief'> =>
  kind === 'audio' || kind === 'video'
    ? {
        credit: {
          name: 'transcription_minutes',
          amount: Math.max(1, Math.ceil((duration_seconds ?? 0) / 60)),
        },
      }
    : { isBrief: true };

async function queueJob(
  jobs: JobQueue,
  tx: Db,
  file: FileRow,
  options: TranscribeOptions,
  { plan, by }: { plan: PlanName; by: string | null },
  now: Date,
): Promise<JobRow> {
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
      ...costOf(file),
      created_by: by,
    },
    now,
  );
  await updateFile(tx, file.id, {
    transcription_status: 'queued',
    transcription_job_id: job.id,
    // An earlier request may have been refused.
    error: null,
    updated_at: now,
  });
  return job;
}

/** Marks the file when its job ends without a result. An existing transcript does not change. */
export async function transcriptionFailed(tx: Db, job: JobRow, now: Date): Promise<void> {
  await removeSteps(tx, job.id);
  const file = job.file_id && (await findFileById(tx, job.file_id, sql`for update`));
  if (!file || file.transcription_job_id !== job.id) return;
  await updateFile(tx, file.id, { transcription_status: 'failed', updated_at: now });
}
