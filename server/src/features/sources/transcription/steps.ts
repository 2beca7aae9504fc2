import type { FinishedStep } from '@parley/speech';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { JobRow } from '../../jobs/index.ts';

/** The steps that earlier attempts of a job finished, in order. */
export async function findSteps(db: Db, jobId: string): Promise<FinishedStep[]> {
  const rows = await db.query<{ step: FinishedStep }>(sql`
    select step from transcription_steps where job_id = ${jobId} order by number`);
  return rows.map(({ step }) => step);
}

/**
 * Returns a function that stores the steps of one attempt. After a write that fails it stores no more, so that no step is
 * missing between two others.
 */
export function stepWriter(db: Db, job: JobRow, firstNumber: number): (step: FinishedStep) => void {
  let number = firstNumber;
  let written = Promise.resolve();
  return (step) => {
    const next = number++;
    written = written.then(() => addStep(db, job, next, step));
    written.catch(() => {});
  };
}

/** The job is locked, so that a worker that lost its lease adds no step to a job that has ended or is attempted again. */
async function addStep(db: Db, { id, attempts }: JobRow, number: number, step: FinishedStep): Promise<void> {
  await db.query(sql`
    insert into transcription_steps (job_id, number, step)
    select id, ${number}, ${JSON.stringify(step)}::jsonb from jobs
     where id = ${id} and status = 'running' and attempts = ${attempts} for share
    on conflict do nothing`);
}

export async function removeSteps(tx: Db, jobId: string): Promise<void> {
  await tx.query(sql`delete from transcription_steps where job_id = ${jobId}`);
}
