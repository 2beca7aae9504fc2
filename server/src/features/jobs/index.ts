export { jobRoutes } from './routes.ts';
export { Job, toJob } from './schema.ts';
export {
  createJob,
  endJobsOfFile,
  endJobsOfProject,
  type JobDeps,
  type JobFailed,
  type NewJob,
} from './service.ts';
export type { JobRow, JobType } from './store.ts';
export { type JobRun, type JobWork, jobHandlers } from './tasks.ts';
export { createJobWaits } from './waits.ts';
