import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { Job, toJob } from '../../jobs/index.ts';
import { getProjectForRead } from '../../projects/index.ts';
import type { ReportDeps } from './deps.ts';
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

export function reportRoutes({
  jobs,
  links,
  threads,
}: Pick<ReportDeps, 'jobs' | 'links' | 'threads'>): Route[] {
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
        'Without their text: `body_markdown`, `sections` and `citations` are empty here. Get a report for them.',
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
        'Starts a job of type `report` about the transcripts of the project; its result is `{ report_id, skipped }`. Emits `report.generated`. 422 if there is nothing to read. Every quotation is verified against the transcript word for word.',
      status: 202,
      body: NewReport,
      data: Job,
      example: {
        body: { prompt: 'What stops people from finishing the purchase?', template: 'usability' },
      },
      handler: async (call) => ({
        data: toJob(await requestReport(jobs, call, call.params.projectId, call.body)),
      }),
    }),
    route({
      ...one,
      method: 'GET',
      operationId: 'getReport',
      summary: 'Get a report',
      handler: async ({ db, principal, params }) => ({
        data: toReport(await getReport(db, principal, params.reportId), links),
      }),
    }),
    route({
      ...one,
      method: 'PATCH',
      operationId: 'updateReport',
      summary: 'Edit a report',
      description:
        'The status becomes `edited`. Quotations (blocks that begin with `>`, and words in quotation marks) are verified again. A quotation that is not in the transcript word for word loses its marks. 422 for more than 2,000 quotations.',
      body: ReportChange,
      example: { body: { title: 'What stops people at checkout' } },
      handler: async (call) => ({
        data: toReport(await changeReport(threads, call, call.params.reportId, call.body), links),
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
  ];
}
