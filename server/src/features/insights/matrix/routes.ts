import { type Route, route } from '../../../http/route.ts';
import {
  Matrix,
  MatrixExport,
  MatrixExportQuery,
  MatrixMoment,
  MatrixQuery,
  MomentsQuery,
} from './schema.ts';
import { exportMatrix, readMatrix, readMoments } from './service.ts';

export function matrixRoutes(): Route[] {
  const ofProject = { method: 'GET', tag: 'Matrix', ids: { projectId: 'project' }, status: 200 } as const;
  return [
    route({
      ...ofProject,
      path: '/projects/{projectId}/matrix',
      operationId: 'getMatrix',
      summary: 'Get the insight matrix of a project',
      description:
        'Counts highlights by who said them and by tag, or answers by participant and question. Suggested taggings do not count. 422 for more than 500 rows or 200 columns.',
      query: MatrixQuery,
      data: Matrix,
      handler: async (call) => ({ data: await readMatrix(call, call.params.projectId, call.query) }),
    }),
    route({
      ...ofProject,
      path: '/projects/{projectId}/matrix/moments',
      operationId: 'listMatrixMoments',
      summary: 'List the moments of a cell of the matrix',
      description: 'The highlights or answers that the cell counts. Use the filters of the matrix.',
      query: MomentsQuery,
      data: MatrixMoment,
      list: true,
      handler: async (call) => readMoments(call, call.params.projectId, call.query),
    }),
    route({
      ...ofProject,
      path: '/projects/{projectId}/matrix/export',
      operationId: 'exportMatrix',
      summary: 'Export the matrix',
      description: 'The counts as a table for a spreadsheet.',
      query: MatrixExportQuery,
      data: MatrixExport,
      handler: async (call) => {
        const { format: _format, ...query } = call.query;
        return { data: await exportMatrix(call, call.params.projectId, query) };
      },
    }),
  ];
}
