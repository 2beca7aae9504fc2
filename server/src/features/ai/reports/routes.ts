import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { JobOf, toJob } from '../../jobs/index.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { createReportByHand } from './by-hand/create.ts';
import { kindOf } from './by-hand/new-report.ts';
import type { ReportDeps } from './deps.ts';
import { quotationRoutes } from './quotations/routes.ts';
import { revisionRoutes } from './revisions/routes.ts';
import { ReportQuery } from './revisions/schema.ts';
import { getReportAt } from './revisions/service.ts';
import {
  ExportQuery,
  ListedReport,
  NewReport,
  Report,
  ReportChange,
  ReportExport,
  ReportsQuery,
  toListedReport,
  toReport,
} from './schema.ts';
import {
  changeReport,
  exportOf,
  getReport,
  removeReport,
  requestReport,
  shareReport,
  unshareReport,
} from './service.ts';
import { listReports } from './store.ts';

export function reportRoutes(deps: Pick<ReportDeps, 'jobs' | 'links' | 'threads' | 'registered'>): Route[] {
  const { links, threads } = deps;
  const one = {
    path: '/reports/{reportId}',
    tag: 'Reports',
    ids: { reportId: 'report' },
    data: Report,
    status: 200,
  } as const;
  const ofProject = {
    path: '/projects/{projectId}/reports',
    tag: 'Reports',
    ids: { projectId: 'project' },
  } as const;
  return [
    route({
      ...ofProject,
      method: 'GET',
      operationId: 'listReports',
      summary: 'List the reports of a project',
      description:
        'Without their text: `body_markdown`, `sections` and `citations` are null here. Get a report for them.',
      status: 200,
      query: ReportsQuery,
      data: ListedReport,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        await getProjectForRead(db, principal, params.projectId);
        const page = await listReports(db, params.projectId, query);
        return {
          data: page.rows.map((row) => toListedReport(row, links)),
          next_cursor: page.next_cursor,
        };
      },
    }),
    route({
      ...ofProject,
      method: 'POST',
      operationId: 'createReport',
      summary: 'Write a report',
      description:
        'With `body_markdown`, creates the report by hand: 201 with the report. With `prompt`, starts a job of type `report` about the transcripts of the project; its result is `{ report_id, skipped }`. Emits `report.generated`. 422 if there is nothing to read. Every quotation is verified against the transcript word for word.',
      status: 202,
      body: NewReport,
      data: JobOf('report'),
      created: Report,
      example: {
        body: { prompt: 'What stops people from finishing the purchase?', template: 'usability' },
      },
      handler: async (call) => {
        const { projectId } = call.params;
        const kind = kindOf(call.body);
        if ('request' in kind)
          return { data: toJob(await requestReport(deps, call, projectId, kind.request)) };
        const report = await createReportByHand(deps, call, projectId, kind.byHand);
        return { status: 201, data: toReport(report, links) };
      },
    }),
    route({
      ...one,
      method: 'GET',
      operationId: 'getReport',
      summary: 'Get a report',
      description: 'With `revision`, the title and the text of that revision.',
      query: ReportQuery,
      handler: async (call) => {
        const { reportId } = call.params;
        const { revision } = call.query;
        const report =
          revision === undefined
            ? await getReport(call.db, call.principal, reportId)
            : await getReportAt(deps, call, reportId, revision);
        return { data: toReport(report, links) };
      },
    }),
    route({
      ...one,
      method: 'PATCH',
      operationId: 'updateReport',
      summary: 'Edit a report',
      description:
        'The status becomes `edited`. Quotations (blocks that begin with `>`, and words in quotation marks) are verified again. A quotation that is not in the transcript word for word loses its marks. 422 for more than 2,000 quotations, and on `expected_version` if the report was changed since.',
      body: ReportChange,
      example: { body: { title: 'What stops people at checkout' } },
      handler: async (call) => ({
        data: toReport(await changeReport(deps, call, call.params.reportId, call.body), links),
      }),
    }),
    route({
      ...one,
      method: 'DELETE',
      operationId: 'deleteReport',
      summary: 'Delete a report',
      description: 'Its shared link stops working.',
      data: Deleted('report'),
      handler: async (call) => {
        await removeReport(call, call.params.reportId);
        return { data: { id: call.params.reportId, deleted: true } };
      },
    }),
    route({
      ...one,
      path: '/reports/{reportId}/share',
      method: 'POST',
      operationId: 'shareReport',
      summary: 'Share a report',
      description:
        'Creates a public link (`share_url`): anyone who has it can read the report until you revoke it.',
      handler: async (call) => ({
        data: toReport(await shareReport(links, call, call.params.reportId), links),
      }),
    }),
    route({
      ...one,
      path: '/reports/{reportId}/share',
      method: 'DELETE',
      operationId: 'unshareReport',
      summary: 'Revoke the link of a report',
      description: 'The link stops working at once. Sharing again creates a new link.',
      handler: async (call) => ({
        data: toReport(await unshareReport(call, call.params.reportId), links),
      }),
    }),
    route({
      ...one,
      path: '/reports/{reportId}/export',
      method: 'GET',
      operationId: 'exportReport',
      summary: 'Export a report',
      description:
        'As Markdown, HTML, or a Word document in base64. 422 if the report is too large for the format.',
      query: ExportQuery,
      data: ReportExport,
      handler: async ({ db, principal, params, query }) => ({
        data: await exportOf(threads, await getReport(db, principal, params.reportId), query.format),
      }),
    }),
    ...quotationRoutes(),
    ...revisionRoutes(deps),
  ];
}
