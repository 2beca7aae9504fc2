import type { Researcher } from '../../foundation/principal.ts';
import type { AiUsage } from '../../platform/ai/usage.ts';
import { type Db, type Sql, sql } from '../../platform/database/index.ts';
import { among, type ListQuery, listPage } from '../../platform/database/keyset-page.ts';
import { type Access, accessColumns, visibleTo } from '../projects/index.ts';
import type { UseOfFile } from '../registrations.ts';
import type { JobRow } from './job-kind.ts';

/** `project_deleted_at`: when the project was deleted, or null. */
export type JobWithAccess = JobRow & Access & { project_deleted_at: Date | null };

export const isFinal = ({ status }: JobRow) => status === 'succeeded' || status === 'failed';

export async function insertJob(tx: Db, job: JobRow): Promise<void> {
  await tx.query(sql`
    insert into jobs (id, workspace_id, project_id, file_id, type, status, input, credit, credits_used, created_by,
      created_at, updated_at)
    values (${job.id}, ${job.workspace_id}, ${job.project_id}, ${job.file_id}, ${job.type}, ${job.status}, ${job.input},
      ${job.credit}, ${job.credits_used}, ${job.created_by}, ${job.created_at}, ${job.updated_at})`);
}

export async function findJob(
  db: Db,
  workspaceId: string,
  jobId: string,
): Promise<JobWithAccess | undefined> {
  const [row] = await db.query<JobWithAccess>(sql`
    select j.*, ${accessColumns}, p.deleted_at as project_deleted_at
      from jobs j join projects p on p.id = j.project_id
     where j.id = ${jobId} and j.workspace_id = ${workspaceId}`);
  return row;
}

interface JobFilters extends ListQuery {
  type?: string;
  status?: string;
  project_id?: string;
  file_id?: string;
}

/** The jobs of every project that the caller can read, and the caller's own in deleted projects. */
export async function listJobs(db: Db, principal: Researcher, query: JobFilters) {
  const own = sql`j.created_by = ${principal.user_id} and p.deleted_at is not null`;
  const where = [sql`j.workspace_id = ${principal.workspace_id} and ((${visibleTo(principal)}) or (${own}))`];
  if (query.type) where.push(among(sql`j.type`, query.type));
  if (query.status) where.push(among(sql`j.status`, query.status));
  if (query.project_id !== undefined) where.push(among(sql`j.project_id`, query.project_id));
  if (query.file_id !== undefined) where.push(among(sql`j.file_id`, query.file_id));
  return listPage<JobRow>(db, {
    name: 'jobs',
    query,
    select: sql`select j.*`,
    from: sql`from jobs j join projects p on p.id = j.project_id`,
    where,
    sorts: {
      created_at: { column: sql`j.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`j.updated_at`, type: 'timestamptz' },
    },
    defaultSort: '-created_at',
    id: sql`j.id`,
  });
}

/**
 * A request that ends a job has the time at which it arrived, and a worker may have started the job since. The clocks
 * of two servers may differ, too.
 */
const notBefore = (earlier: Sql, now: Date): Sql => sql`greatest(${earlier}, ${now}::timestamptz)`;

/** Marks the job as running. Returns undefined if it has already ended. */
export async function startAttempt(db: Db, jobId: string, attempts: number, now: Date) {
  const [row] = await db.query<JobRow>(sql`
    update jobs set status = 'running', attempts = ${attempts}, retry_code = null, retry_message = null, retry_at = null,
      started_at = coalesce(started_at, ${notBefore(sql`created_at`, now)}), updated_at = ${notBefore(sql`updated_at`, now)}
     where id = ${jobId} and status in ('queued', 'running') returning *`);
  return row;
}

/** Records why the last attempt failed and when the next one starts. */
export async function saveRetry(
  tx: Db,
  jobId: string,
  { code, message, delayMs }: { code: string; message: string; delayMs: number },
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update jobs set retry_code = ${code}, retry_message = ${message}, retry_at = ${new Date(now.getTime() + delayMs)},
      updated_at = ${notBefore(sql`updated_at`, now)}
     where id = ${jobId} and status = 'running'`);
}

export async function saveProgress(db: Db, jobId: string, attempt: number, percent: number, now: Date) {
  await db.query(sql`
    update jobs set progress = ${percent}, updated_at = ${now}
     where id = ${jobId} and status = 'running' and attempts = ${attempt} and progress < ${percent}`);
}

/** Adds to the sums of all attempts. Sums of unknown costs are unknown. */
export async function addUsage(db: Db, jobId: string, usage: AiUsage, now: Date): Promise<void> {
  const sum = (name: 'input_tokens' | 'output_tokens' | 'audio_seconds') =>
    sql`coalesce((usage ->> ${name})::numeric, 0) + ${usage[name]}::numeric`;
  await db.query(sql`
    update jobs set updated_at = ${now}, usage = jsonb_build_object(
        'provider', ${usage.provider}::text, 'model', ${usage.model}::text,
        'input_tokens', ${sum('input_tokens')}, 'output_tokens', ${sum('output_tokens')},
        'audio_seconds', round(${sum('audio_seconds')}, 3),
        'cost_usd', round(${usage.cost_usd}::numeric
          + case when usage is null then 0 else (usage ->> 'cost_usd')::numeric end, 6))
     where id = ${jobId}`);
}

export async function saveSuccess(tx: Db, jobId: string, result: object, now: Date): Promise<void> {
  await tx.query(sql`
    update jobs set status = 'succeeded', progress = 100, result = ${result},
      finished_at = ${notBefore(sql`started_at`, now)}, updated_at = ${notBefore(sql`updated_at`, now)}
     where id = ${jobId}`);
}

export async function findOpenJobs(tx: Db, which: Sql): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from jobs where status in ('queued', 'running') and ${which} order by id`);
  return rows.map((row) => row.id);
}

/** Fails the unfinished jobs among these and returns them. */
export async function failJobs(tx: Db, which: Sql, error: { code: string; message: string }, now: Date) {
  return tx.query<JobRow & { refund: number }>(sql`
    update jobs j set status = 'failed', error_code = ${error.code}, error_message = ${error.message},
      retry_code = null, retry_message = null, retry_at = null, credits_used = 0, finished_at = ${notBefore(sql`j.started_at`, now)}, updated_at = ${notBefore(sql`j.updated_at`, now)}
      from (select id, credits_used from jobs where status in ('queued', 'running') and ${which} for update) open
     where j.id = open.id returning j.*, open.credits_used as refund`);
}

export const jobUses: UseOfFile = {
  names: ['running job', 'running jobs'],
  count: ({ id }) => sql`
    select count(*)::integer from jobs where file_id = ${id} and status in ('queued', 'running')`,
};
