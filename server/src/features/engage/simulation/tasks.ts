import type { Clock } from '../../../foundation/clock.ts';
import { TaskFailure } from '../../../platform/tasks/index.ts';
import type { JobKind } from '../../jobs/index.ts';
import { findCurrentContent } from '../tests/index.ts';
import { type SimulationRunDeps, simulateParticipant } from './participants.ts';
import { type SimulationInput, SimulationResult } from './schema.ts';

/** The job `simulation`: one transaction for each participant, so that real participants hardly wait for it. */
export function simulationJob(deps: SimulationRunDeps & { clock: Clock }): JobKind {
  return {
    result: SimulationResult,
    concurrency: 2,
    async run(job, { signal, progress }) {
      const input = job.input as SimulationInput;
      const current = await findCurrentContent(deps.db, input.test_id);
      if (!current) throw new TaskFailure('test_deleted', 'The test was deleted.');
      const response_ids: string[] = [];
      const session_ids: string[] = [];
      for (let index = 0; index < input.participants; index++) {
        signal.throwIfAborted();
        const done = await simulateParticipant(deps, { job, input, ...current }, index, deps.clock.now());
        if (done.response_id) response_ids.push(done.response_id);
        if (done.session_id) session_ids.push(done.session_id);
        progress((100 * (index + 1)) / input.participants);
      }
      return async () => ({ response_ids, session_ids, seed: input.seed });
    },
  };
}
