import { type Route, route } from '../../../../http/route.ts';
import type { ReportDeps } from '../deps.ts';
import { Report, toReport } from '../schema.ts';
import { getReport } from '../service.ts';
import { ReportRevert, ReportRevision, RevisionsQuery, toRevision } from './schema.ts';
import { revertReport } from './service.ts';
import { listRevisions, revisionsMax } from './store.ts';

export function revisionRoutes(deps: Pick<ReportDeps, 'links' | 'threads' | 'registered'>): Route[] {
  const ofReport = { tag: 'Reports', ids: { reportId: 'report' }, status: 200 } as const;
  return [
    route({
      ...ofReport,
      path: '/reports/{reportId}/revisions',
      method: 'GET',
      operationId: 'listReportRevisions',
      summary: 'List the revisions of a report',
      description: `The newest ${revisionsMax} are retained, or fewer of very long texts. Get the report with \`revision\` for the text of one.`,
      query: RevisionsQuery,
      data: ReportRevision,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        const [, page] = await Promise.all([
          getReport(db, principal, params.reportId),
          listRevisions(db, params.reportId, query),
        ]);
        return { data: page.rows.map(toRevision), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...ofReport,
      path: '/reports/{reportId}/revert',
      method: 'POST',
      operationId: 'revertReport',
      summary: 'Revert a report to a revision',
      description:
        'The old title and text become a new revision, and the revisions in between remain. Quotations are verified again. 404 if there is no such revision, 422 on `expected_version` if the report was changed since.',
      body: ReportRevert,
      data: Report,
      example: { body: { revision: 1 } },
      handler: async (call) => ({
        data: toReport(await revertReport(deps, call, call.params.reportId, call.body), deps.links),
      }),
    }),
  ];
}
