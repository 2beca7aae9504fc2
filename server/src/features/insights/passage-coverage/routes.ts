import { type Route, route } from '../../../http/route.ts';
import { Coverage, CoverageQuery, filesMax } from './schema.ts';
import { readCoverage } from './service.ts';

export const coverageRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: '/projects/{projectId}/coverage',
    operationId: 'getCoverage',
    tag: 'Coverage',
    summary: 'Get the coverage of a project',
    description: `Counts, for each file, the passages of participants that are highlighted, cited in a report or a card, or used by no finding. Suggested taggings do not count. 422 for more than ${filesMax} files.`,
    status: 200,
    ids: { projectId: 'project' },
    query: CoverageQuery,
    data: Coverage,
    handler: async (call) => ({ data: await readCoverage(call, call.params.projectId, call.query) }),
  }),
];
