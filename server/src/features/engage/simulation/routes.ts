import { type Route, route } from '../../../http/route.ts';
import { JobOf, toJob } from '../../jobs/index.ts';
import { NewSimulation } from './schema.ts';
import { requestSimulation, type SimulationDeps } from './service.ts';

export const simulationRoutes = (deps: SimulationDeps): Route[] => [
  route({
    method: 'POST',
    path: '/engage/tests/{testId}/simulate',
    operationId: 'simulateTest',
    tag: 'Engage',
    summary: 'Run a test with simulated participants',
    description:
      'Starts a job of type `simulation`. Its result is `{ response_ids, session_ids, seed }`. The responses and sessions are real records with real events, marked `simulated`: results, counts and credits leave them out, and no mail is sent. Works with drafts too.',
    status: 202,
    ids: { testId: 'test' },
    body: NewSimulation,
    data: JobOf('simulation'),
    example: { body: { participants: 5, seed: 42 } },
    handler: async (call) => ({
      data: toJob(await requestSimulation(deps, call, call.params.testId, call.body)),
    }),
  }),
];
