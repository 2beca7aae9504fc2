import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { duplicateTest } from './duplicate.ts';
import type { PublishingDeps } from './publishing.ts';
import { DuplicateInput, NewTest, Test, TestChange, TestsQuery, toTest } from './schema.ts';
import { changeTest, createTest, deleteTest, getTest } from './service.ts';
import { listTests, type TestRow } from './store.ts';
import { TestVersion, toVersion, VersionsQuery } from './version-schema.ts';
import { listVersions } from './versions.ts';

export function testRoutes({ participantLinks: links }: Pick<PublishingDeps, 'participantLinks'>): Route[] {
  const view = (row: TestRow) => toTest(row, links.urlOf);
  const one = { tag: 'Tests', ids: { testId: 'test' }, data: Test, status: 200 } as const;
  const inProject = { tag: 'Tests', ids: { projectId: 'project' }, data: Test } as const;
  return [
    route({
      ...inProject,
      method: 'GET',
      path: '/projects/{projectId}/tests',
      operationId: 'listTests',
      summary: 'List the tests of a project',
      status: 200,
      query: TestsQuery,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listTests(db, params.projectId, query),
        ]);
        return { data: page.rows.map(view), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...inProject,
      method: 'POST',
      path: '/projects/{projectId}/tests',
      operationId: 'createTest',
      summary: 'Draft a test',
      status: 201,
      body: NewTest,
      example: { body: newTest },
      handler: async (call) => ({ data: view(await createTest(call, call.params.projectId, call.body)) }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/tests/{testId}',
      operationId: 'getTest',
      summary: 'Get a test',
      handler: async (call) => ({ data: view(await getTest(call, call.params.testId)) }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/tests/{testId}',
      operationId: 'updateTest',
      summary: 'Change a test',
      body: TestChange,
      example: { body: { name: 'Checkout, second round' } },
      handler: async (call) => ({ data: view(await changeTest(call, call.params.testId, call.body)) }),
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/tests/{testId}',
      operationId: 'deleteTest',
      summary: 'Delete a test',
      data: Deleted('test'),
      handler: async (call) => {
        await deleteTest(call, call.params.testId);
        return { data: { id: call.params.testId, deleted: true } };
      },
    }),
    route({
      ...one,
      method: 'POST',
      path: '/tests/{testId}/duplicate',
      operationId: 'duplicateTest',
      summary: 'Copy a test as a new draft',
      status: 201,
      body: DuplicateInput,
      bodyOptional: true,
      example: { body: { name: 'Checkout, second round' } },
      handler: async (call) => ({ data: view(await duplicateTest(call, call.params.testId, call.body)) }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/tests/{testId}/versions',
      operationId: 'listTestVersions',
      summary: 'List what participants saw, version by version',
      query: VersionsQuery,
      data: TestVersion,
      list: true,
      handler: async (call) => {
        await getTest(call, call.params.testId);
        const page = await listVersions(call.db, call.params.testId, call.query);
        return { data: page.rows.map(toVersion), next_cursor: page.next_cursor };
      },
    }),
  ];
}

const newTest = {
  name: 'Checkout, first impressions',
  type: 'ai_survey',
  questions: [
    {
      type: 'yes_no',
      text: 'Have you paid here before?',
      required: true,
      logic: [{ operator: 'equals', value: false, action: 'go_to', question_id: 'why' }],
    },
    { type: 'single_choice', text: 'How did you pay?', options: ['By card', 'By invoice'] },
    { type: 'rating', text: 'How easy was it?', scale: { min: 1, max: 7, max_label: 'Very easy' } },
    { id: 'why', type: 'open', text: 'What keeps you from paying?', follow_up: 'light' },
  ],
};
