import { forbidden, invalidField, notFound } from '../../foundation/errors.ts';
import { newId } from '../../foundation/ids.ts';
import type { CreditName, PlanName } from '../../foundation/plans.ts';
import { type Db, type Sql, sql } from '../../platform/database/index.ts';
import type { TaskQueue } from '../../platform/tasks/index.ts';
import type { Caller } from '../projects/index.ts';
import { refundCredit, spendCredit } from '../usage/index.ts';
import { failJobs, findJob, findOpenJobs, insertJob, type JobRow, type JobType } from './store.ts';

/** What a kind of job undoes when a job of it ends without a result. */
export type JobFailed = (tx: Db, job: JobRow, now: Date) => Promise<void>;

export interface JobDeps {
  tasks: TaskQueue;
  onFailed: Partial<Record<JobType, JobFailed>>;
}

export interface NewJob {
  type: JobType;
  workspace_id: string;
  plan: PlanName;
  project_id: string;
  file_id?: string;
  input: Record<string, unknown>;
  credit?: { name: CreditName; amount: number };
  created_by: string | null;
}

export const taskKind = (type: JobType) => `job.${type}`;

/** Queues a job in the caller's transaction, and takes its credit. */
export async function createJob(deps: JobDeps, tx: Db, input: NewJob, now: Date): Promise<JobRow> {
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
  await deps.tasks.add(tx, { kind: taskKind(job.type), subject: job.id });
  return job;
}

export async function getJob({ db, principal }: Caller, jobId: string): Promise<JobRow> {
  const job = await findJob(db, principal.workspace_id, jobId);
  if (!job) throw notFound('Job');
  // A job belongs to its creator (contract §2); what it made follows the project.
  if (job.created_by !== principal.user_id) throw forbidden('This job is somebody else’s.');
  return job;
}

export async function cancelJob(
  deps: JobDeps,
  { db, principal, now }: Caller,
  jobId: string,
): Promise<JobRow> {
  return db.transaction(async (tx) => {
    await getJob({ db: tx, principal, now }, jobId);
    const [ended] = await endJobs(deps, tx, sql`id = ${jobId}`, canceled('The job was canceled.'), now);
    if (!ended) throw invalidField('jobId', 'This job has already ended.');
    return ended;
  });
}

const canceled = (message: string) => ({ code: 'canceled', message });

export const endJobsOfProject = (deps: JobDeps, tx: Db, projectId: string, now: Date) =>
  endJobs(deps, tx, sql`project_id = ${projectId}`, canceled('The project was deleted.'), now);

export const endJobsOfFile = (deps: JobDeps, tx: Db, fileId: string, now: Date) =>
  endJobs(deps, tx, sql`file_id = ${fileId}`, canceled('The file was deleted.'), now);

/** Final state, credit and the end of the work, in one transaction. */
export async function endJobs(
  deps: JobDeps,
  tx: Db,
  which: Sql,
  error: { code: string; message: string },
  now: Date,
): Promise<JobRow[]> {
  // The task first, then the job: in the order in which a worker that just finishes locks them.
  const open = await findOpenJobs(tx, which);
  if (open.length === 0) return [];
  await deps.tasks.remove(tx, open);
  const ended = await failJobs(tx, sql`id = any(${open})`, error, now);
  for (const job of ended) {
    if (job.credit && job.refund > 0)
      await refundCredit(tx, job.workspace_id, job.credit, job.refund, job.created_at);
    await deps.onFailed[job.type]?.(tx, job, now);
  }
  return ended;
}
