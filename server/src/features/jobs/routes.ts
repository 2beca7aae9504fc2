import { type Route, route } from '../../http/route.ts';
import { Job, JobsQuery, toJob } from './schema.ts';
import { cancelJob, getJob, type JobDeps } from './service.ts';
import { listJobs } from './store.ts';

export function jobRoutes(deps: JobDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/jobs',
      operationId: 'listJobs',
      tag: 'Jobs',
      summary: 'List jobs',
      description: 'Your jobs, and those of the projects that you can read.',
      status: 200,
      query: JobsQuery,
      data: Job,
      list: true,
      handler: async ({ db, principal, query }) => {
        const page = await listJobs(db, principal, query);
        return { data: page.rows.map(toJob), next_cursor: page.next_cursor };
      },
    }),
    route({
      method: 'GET',
      path: '/jobs/{jobId}',
      operationId: 'getJob',
      tag: 'Jobs',
      summary: 'Get a job',
      description: 'Poll it until `status` is `succeeded` or `failed`.',
      status: 200,
      ids: { jobId: 'job' },
      data: Job,
      handler: async (call) => ({ data: toJob(await getJob(call, call.params.jobId)) }),
    }),
    route({
      method: 'POST',
      path: '/jobs/{jobId}/cancel',
      operationId: 'cancelJob',
      tag: 'Jobs',
      summary: 'Cancel a job',
      description: 'It ends `failed` with `error.code: "canceled"`, and its credit comes back.',
      status: 200,
      ids: { jobId: 'job' },
      data: Job,
      handler: async (call) => ({ data: toJob(await cancelJob(deps, call, call.params.jobId)) }),
    }),
  ];
}
