import { randomInt } from 'node:crypto';
import { invalidField } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { createJob, type JobQueue, type JobRow } from '../../jobs/index.ts';
import { getProjectForWrite } from '../../projects/index.ts';
import { getTest } from '../tests/index.ts';
import type { NewSimulation, SimulationInput } from './schema.ts';

export interface SimulationDeps {
  jobs: JobQueue;
}

/** `POST /v1/engage/tests/{id}/simulate`. Costs no credit. */
export async function requestSimulation(
  { jobs }: SimulationDeps,
  caller: Caller,
  testId: string,
  { participants, seed }: NewSimulation,
): Promise<JobRow> {
  const { principal, now } = caller;
  return caller.db.transaction(async (tx) => {
    const test = await getTest({ ...caller, db: tx }, testId, 'write');
    await getProjectForWrite(tx, principal, test.project_id);
    if (test.questions.length === 0) throw invalidField('test_id', 'This test has no questions to answer.');
    const input: SimulationInput = { test_id: testId, participants, seed: seed ?? randomInt(2 ** 31 - 1) };
    const { workspace_id, plan, user_id } = principal;
    const { project_id } = test;
    return createJob(
      jobs,
      tx,
      { type: 'simulation', workspace_id, plan, project_id, input, created_by: user_id },
      now,
    );
  });
}
