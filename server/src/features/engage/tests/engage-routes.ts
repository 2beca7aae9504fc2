import { type Route, route } from '../../../http/route.ts';
import { changeStatus, type PublishingDeps, publishTest, transitions } from './publishing.ts';
import { Test, toTest } from './schema.ts';
import { getTest } from './service.ts';

const summaries = {
  pause: 'Pause a test: participants cannot answer until it is resumed',
  resume: 'Resume a paused test',
  close: 'Close a test for good',
};

/** The tests as something that participants are recruited for. The same records as under /tests. */
export function engageRoutes(deps: PublishingDeps): Route[] {
  const one = { tag: 'Engage', ids: { testId: 'test' }, data: Test, status: 200 } as const;
  const { urlOf } = deps.links;
  return [
    route({
      ...one,
      method: 'GET',
      path: '/engage/tests/{testId}',
      operationId: 'getEngageTest',
      summary: 'Get a test',
      handler: async (call) => ({ data: toTest(await getTest(call, call.params.testId), urlOf) }),
    }),
    route({
      ...one,
      method: 'POST',
      path: '/engage/tests/{testId}/publish',
      operationId: 'publishTest',
      summary: 'Publish a draft, so that participants can take it',
      handler: async (call) => ({ data: toTest(await publishTest(deps, call, call.params.testId), urlOf) }),
    }),
    ...(Object.keys(transitions) as (keyof typeof transitions)[]).map((action) =>
      route({
        ...one,
        method: 'POST',
        path: `/engage/tests/{testId}/${action}`,
        operationId: `${action}Test`,
        summary: summaries[action],
        handler: async (call) => ({
          data: toTest(await changeStatus(call, call.params.testId, action), urlOf),
        }),
      }),
    ),
  ];
}
