import { type Route, route } from '../../../http/route.ts';
import { changeStatus, type PublishingDeps, publishTest, transitions } from './publishing.ts';
import { EngageTestsQuery, Test, toTest } from './schema.ts';
import { getTest } from './service.ts';
import { listVisibleTests } from './store.ts';

const summaries = {
  pause: 'Pause a test: participants cannot answer until it is resumed',
  resume: 'Resume a paused test',
  close: 'Close a test for good',
};

/** The tests as something that participants are recruited for. The same records as under /tests. */
export function engageRoutes(deps: PublishingDeps): Route[] {
  const one = { tag: 'Engage', ids: { testId: 'test' }, data: Test, status: 200 } as const;
  const { urlOf } = deps.participantLinks;
  return [
    route({
      tag: 'Engage',
      method: 'GET',
      path: '/engage/tests',
      operationId: 'listEngageTests',
      summary: 'List the tests of all projects that you can see',
      status: 200,
      query: EngageTestsQuery,
      data: Test,
      list: true,
      handler: async ({ db, principal, query }) => {
        const page = await listVisibleTests(db, principal, query);
        return { data: page.rows.map((row) => toTest(row, urlOf)), next_cursor: page.next_cursor };
      },
    }),
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
