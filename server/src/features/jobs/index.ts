import type { Clock } from '../../foundation/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/log.ts';
import type { TaskQueue } from '../../platform/tasks/index.ts';
import type { Feature } from '../feature.ts';
import type { JobKinds } from './job-kind.ts';
import { jobTexts } from './redact.ts';
import { jobRoutes } from './routes.ts';
import { endJobsOfProject, type JobQueue } from './service.ts';
import { jobUses } from './store.ts';
import { jobTaskKinds } from './tasks.ts';
import { createJobWaits } from './waits.ts';

export { type JobKind, type JobKinds, type JobRow, type JobRun, jobTypes } from './job-kind.ts';
export { JobOf, toJob } from './schema.ts';
export {
  createJob,
  endJobsById,
  endJobsOfFile,
  type JobQueue,
  type NewJob,
} from './service.ts';

/** Features that start jobs need the queue before `createJobs` registers their kinds of jobs in it. */
export const createJobQueue = (deps: { db: Db; log: Log; tasks: TaskQueue }): JobQueue => ({
  tasks: deps.tasks,
  waits: createJobWaits(deps),
  kinds: {},
});

export function createJobs(deps: { db: Db; clock: Clock; queue: JobQueue; kinds: JobKinds }): Feature {
  const { queue, kinds } = deps;
  Object.assign(queue.kinds, kinds);
  return {
    routes: jobRoutes(queue),
    usesOfFile: [jobUses],
    hooks: { endJobsOfProject: (tx, projectId, now) => endJobsOfProject(queue, tx, projectId, now) },
    texts: [jobTexts],
    taskKinds: jobTaskKinds({ ...deps, ...queue }),
    mount(app) {
      // Ends the waits of requests before the server waits for its open requests.
      app.addHook('preClose', async () => queue.waits.stop());
    },
  };
}
