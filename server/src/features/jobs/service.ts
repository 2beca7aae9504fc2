import { forbidden, invalidField, notFound } from '../../foundation/errors.ts';
import { newId } from '../../foundation/ids.ts';
import type { CreditName, PlanName } from '../../foundation/plans.ts';
import type { Caller } from '../../http/route.ts';
import { type Db, type Sql, sql } from '../../platform/database/index.ts';
import type { TaskQueue } from '../../platform/tasks/index.ts';
import { requireActiveCaller } from '../identity/accounts/index.ts';
import { refundCredit, spendCredit } from '../identity/usage/index.ts';
import { requireAccess } from '../projects/index.ts';
import type { JobKinds, JobRow, JobType } from './job-kind.ts';
import { failJobs, findJob, findOpenJobs, insertJob, isFinal, type JobWithAccess } from './store.ts';
import type { JobWaits } from './waits.ts';

export interface JobQueue {
  tasks: TaskQueue;
  waits: JobWaits;
  kinds: JobKinds;
}

export interface NewJob {
  type: JobType;
  workspace_id: string;
  plan: PlanName;
  project_id: string;
  file_id?: string;
  input: Record<string, unknown>;
  credit?: { name: CreditName; amount: number };
  /** Takes seconds where other jobs of its type take minutes, so it does not wait behind them. */
  isBrief?: boolean;
  created_by: string | null;
}

export const taskKind = (type: JobType, { isBrief = false } = {}) => `job.${type}${isBrief ? '.brief' : ''}`;

/** Queues a job and spends its credit in the caller's transaction. */
export async function createJob(deps: JobQueue, tx: Db, input: NewJob, now: Date): Promise<JobRow> {
  const job: JobRow = {
    id: newId('job', now.getTime()),
    workspace_id: input.workspace_id,
    project_id: input.project_id,
    file_id: input.file_id ?? null,
    type: input.type,
    status: 'queued',
    progress: 0,
    input: input.input,
    result: null,
    error_code: null,
    error_message: null,
    attempts: 0,
    retry_code: null,
    retry_message: null,
    retry_at: null,
    usage: null,
    credit: input.credit?.name ?? null,
    credits_used: input.credit?.amount ?? 0,
    created_by: input.created_by,
    started_at: null,
    finished_at: null,
    created_at: now,
    updated_at: now,
  };
  if (input.credit) await spendCredit(tx, input, input.credit.name, input.credit.amount, now);
  await insertJob(tx, job);
  await deps.tasks.add(tx, {
    kind: taskKind(job.type, input),
    workspace_id: job.workspace_id,
    subject: job.id,
  });
  return job;
}

/**
 * Everyone who can read the project can read its jobs (spec §6.2). When the project is deleted its jobs end, and their
 * creator can still read them.
 */
export async function getJob({ db, principal }: Caller, jobId: string): Promise<JobWithAccess> {
  const job = await findJob(db, principal.workspace_id, jobId);
  if (!job || (job.project_deleted_at && job.created_by !== principal.user_id)) throw notFound('Job');
  if (!job.project_deleted_at) requireAccess(job, principal, 'read');
  return job;
}

/** Like `getJob`, but waits until the job has ended or the time is over. Uses no database connection while it waits. */
export async function waitForJob(
  { waits }: JobQueue,
  caller: Caller,
  jobId: string,
  wait: { seconds: number; signal: AbortSignal },
): Promise<JobRow> {
  const job = await getJob(caller, jobId);
  if (wait.seconds === 0 || isFinal(job)) return job;
  await waits.untilEnded({
    jobId,
    userId: caller.principal.user_id,
    timeoutMs: wait.seconds * 1_000,
    signal: wait.signal,
  });
  await requireActiveCaller(caller.db, caller.principal, caller.now);
  return getJob(caller, jobId);
}

/** Only the creator of a job and the owner of its project can cancel it (spec §6.2). */
export async function cancelJob(
  deps: JobQueue,
  { db, principal, now }: Caller,
  jobId: string,
): Promise<JobRow> {
  return db.transaction(async (tx) => {
    const job = await getJob({ db: tx, principal, now }, jobId);
    if (job.created_by !== principal.user_id && job.owner_id !== principal.user_id)
      throw forbidden('Only the creator of a job and the owner of its project can cancel it.');
    const [ended] = await endJobs(deps, tx, sql`id = ${jobId}`, canceled('The job was canceled.'), now);
    if (!ended) throw invalidField('job_id', 'This job has already ended.');
    return ended;
  });
}

const canceled = (message: string) => ({ code: 'canceled', message });

export const endJobsOfProject = (deps: JobQueue, tx: Db, projectId: string, now: Date) =>
  endJobs(deps, tx, sql`project_id = ${projectId}`, canceled('The project was deleted.'), now);

export const endJobsOfFile = (deps: JobQueue, tx: Db, fileId: string, now: Date) =>
  endJobs(deps, tx, sql`file_id = ${fileId}`, canceled('The file was deleted.'), now);

export const endJobsById = (deps: JobQueue, tx: Db, jobIds: string[], message: string, now: Date) =>
  endJobs(deps, tx, sql`id = any(${jobIds}::text[])`, canceled(message), now);

/** Fails unfinished jobs: removes their tasks, stores the error and refunds the credit, in the caller's transaction. */
export async function endJobs(
  deps: JobQueue,
  tx: Db,
  which: Sql,
  error: { code: string; message: string },
  now: Date,
): Promise<JobRow[]> {
  // The task is locked before the job, in the same order as by a worker that finishes a job.
  const open = await findOpenJobs(tx, which);
  if (open.length === 0) return [];
  await deps.tasks.remove(tx, open);
  const ended = await failJobs(tx, sql`id = any(${open})`, error, now);
  for (const job of ended) {
    if (job.credit && job.refund > 0)
      await refundCredit(tx, job.workspace_id, job.credit, job.refund, job.created_at);
    await deps.kinds[job.type]?.onFailure?.(tx, job, now);
    tx.afterCommit(() => deps.waits.ended(job.id));
  }
  return ended;
}
