import type { FastifyInstance } from 'fastify';
import type { TaskQueue } from '../../platform/tasks/index.ts';
import type { Feature } from '../feature.ts';
import { sampleRoutes } from './routes.ts';
import { addSampleTask, type SampleDeps, sampleTaskKind } from './tasks.ts';

export { addSampleProjects } from './add-sample-projects.ts';
export { createSampleClient } from './client.ts';

/** Sample data: for developers with `npm run seed`, and one project that a user adds from the home page. */
export function createSample(deps: SampleDeps & { tasks: TaskQueue }): Feature {
  let server: FastifyInstance | undefined;
  const app = () => {
    if (!server) throw new Error('The sample project was requested before the server was built.');
    return server;
  };
  return {
    routes: sampleRoutes(deps),
    mount: (mounted) => {
      server = mounted;
    },
    taskKinds: { [sampleTaskKind]: addSampleTask(deps, app) },
  };
}
