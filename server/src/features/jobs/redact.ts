import { type Db, sql } from '../../platform/database/index.ts';
import { rewriteRows } from '../../platform/word-removal/index.ts';
import type { JobRow } from './job-kind.ts';

const pageSize = 100;

type JobContent = Pick<JobRow, 'id' | 'input' | 'result'>;

/** Rewrites inputs and results of the jobs of a project. `redact` returns the same object if nothing in it changes. */
export async function redactJobs(
  db: Db,
  project_id: string,
  redact: (value: Record<string, unknown>) => Record<string, unknown>,
  now: Date,
  changed: (tx: Db, count: number) => Promise<void>,
): Promise<void> {
  await rewriteRows<JobContent>(db, {
    readPage: (after) =>
      db.query(sql`
        select id, input, result from jobs
         where project_id = ${project_id} and id > ${after} order by id limit ${pageSize}`),
    lock: (tx, ids) =>
      tx.query(sql`
        select id, input, result from jobs where id = any(${ids}::text[]) order by id for no key update`),
    rewrite(job) {
      const input = redact(job.input);
      const result = job.result && redact(job.result);
      return input === job.input && result === job.result ? undefined : { ...job, input, result };
    },
    save: async (tx, { id, input, result }) => {
      await tx.query(sql`
        update jobs set input = ${input}, result = ${result}, updated_at = greatest(updated_at, ${now}::timestamptz)
         where id = ${id}`);
    },
    changed,
  });
}
