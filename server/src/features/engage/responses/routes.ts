import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { getTest } from '../tests/index.ts';
import { listResponsesOfProject, listResponsesOfTest, readResponse } from './read-responses.ts';
import { readResults } from './results.ts';
import { TestResults } from './results-schema.ts';
import { Response, ResponseChange, ResponsesQuery, toResponse } from './schema.ts';
import { changeResponse, type DeletionDeps, deleteResponse } from './service.ts';

export function responseRoutes(deps: DeletionDeps): Route[] {
  const tag = 'Responses';
  const one = { tag, ids: { responseId: 'response' }, data: Response, status: 200 } as const;
  return [
    route({
      tag,
      method: 'GET',
      path: '/projects/{projectId}/responses',
      operationId: 'listResponsesOfProject',
      summary: 'List the responses of a project',
      ids: { projectId: 'project' },
      status: 200,
      query: ResponsesQuery,
      data: Response,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getProjectForRead(db, principal, params.projectId),
          listResponsesOfProject(db, params.projectId, query),
        ]);
        return page;
      },
    }),
    route({
      tag,
      method: 'GET',
      path: '/tests/{testId}/responses',
      operationId: 'listResponses',
      summary: 'List the responses to a test',
      ids: { testId: 'test' },
      status: 200,
      query: ResponsesQuery,
      data: Response,
      list: true,
      handler: async (call) => {
        const [, page] = await Promise.all([
          getTest(call, call.params.testId),
          listResponsesOfTest(call.db, call.params.testId, call.query),
        ]);
        return page;
      },
    }),
    route({
      tag,
      method: 'GET',
      path: '/tests/{testId}/results',
      operationId: 'getTestResults',
      summary: 'Get the results of a test, question by question',
      ids: { testId: 'test' },
      status: 200,
      data: TestResults,
      handler: async (call) => ({
        data: await readResults(call.db, await getTest(call, call.params.testId)),
      }),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/responses/{responseId}',
      operationId: 'getResponse',
      summary: 'Get a response with its answers',
      handler: async (call) => ({ data: await readResponse(call, call.params.responseId) }),
    }),
    route({
      ...one,
      method: 'PATCH',
      path: '/responses/{responseId}',
      operationId: 'updateResponse',
      summary: 'Change the tags or the metadata of a response',
      description: 'What the participant answered cannot be changed.',
      body: ResponseChange,
      example: { body: { metadata: { reviewed: 'yes' } } },
      handler: async (call) => ({
        data: toResponse(await changeResponse(call, call.params.responseId, call.body)),
      }),
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/responses/{responseId}',
      operationId: 'deleteResponse',
      summary: 'Delete a response',
      description:
        'Deletes its answers and recordings too, with the transcripts and clips of the recordings. If it was not submitted yet, its AI interview ends (`abandoned`) and its booked calls are canceled.',
      data: Deleted('response'),
      handler: async (call) => {
        await deleteResponse(deps, call, call.params.responseId);
        return { data: { id: call.params.responseId, deleted: true } };
      },
    }),
  ];
}
