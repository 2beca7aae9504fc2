import { type Route, route } from '../../http/route.ts';
import { Job, JobQuery, JobsQuery, toJob } from './schema.ts';
import { cancelJob, type JobQueue, waitForJob } from './service.ts';
import { listJobs } from './store.ts';

export function jobRoutes(deps: JobQueue): Route[] {
  return [
    route({
      method: 'GET',
      path: '/jobs',
      operationId: 'listJobs',
      tag: 'Jobs',
      summary: 'List jobs',
      description: 'The jobs of every project that you can read.',
      status: 200,
      query: JobsQuery,
      data: Job,
      list: true,
      handler: async (call) => {
        const page = await listJobs(call.db, call.principal, call.query);
        return { data: page.rows.map(toJob), next_cursor: page.next_cursor };
      },
    }),
    route({
      method: 'GET',
      path: '/jobs/{jobId}',
      operationId: 'getJob',
      tag: 'Jobs',
      summary: 'Get a job',
      description:
        'Poll until `status` is `succeeded` or `failed`. With `wait_seconds` the response is sent as soon as the job has ended. Everyone who can read the project can read its jobs.',
      status: 200,
      ids: { jobId: 'job' },
      query: JobQuery,
      data: Job,
      handler: async (call) => {
        const seconds = call.query.wait_seconds ?? 0;
        const job = await waitForJob(deps, call, call.params.jobId, { seconds, signal: call.signal });
        return { data: toJob(job) };
      },
    }),
    route({
      method: 'POST',
      path: '/jobs/{jobId}/cancel',
      operationId: 'cancelJob',
      tag: 'Jobs',
      summary: 'Cancel a job',
      description:
        'The job ends as `failed` with `error.code: "canceled"`, and its credit is refunded. Only the creator of the job and the owner of the project can do this.',
      status: 200,
      ids: { jobId: 'job' },
      data: Job,
      handler: async (call) => ({ data: toJob(await cancelJob(deps, call, call.params.jobId)) }),
    }),
  ];
}
