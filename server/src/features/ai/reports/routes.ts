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
        'A job of type `report` over the transcripts of the project; its result is `{ report_id, skipped }`. Emits `report.generated`. 422 when there is nothing to read. Every quotation in it is looked up in the transcript word for word.',
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
        'It becomes `edited`. Quotations, that is blocks that begin with `>` and what stands between quotation marks, are looked up again; one that is not in the transcript word for word loses its marks. 422 for more than 2,000 quotations.',
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
      description: 'Its shared link ends.',
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
      description: 'Gives it a `share_url` that is open to whoever has it, until it is withdrawn.',
      handler: async (call) => ({
        data: toReport(await shareReport(links, call, call.params.reportId), links),
      }),
    }),
    route({
      ...one,
      path: '/reports/{reportId}/share',
      method: 'DELETE',
      operationId: 'unshareReport',
      summary: 'Withdraw the link of a report',
      description: 'It is dead at once; sharing again makes a new one.',
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
        'As Markdown, as a page, or as a Word document, whose bytes come in base64. 422 when the report is too large for the format.',
      query: ExportQuery,
      data: ReportExport,
      handler: async ({ db, principal, params, query }) => ({
        data: await exportOf(threads, await getReport(db, principal, params.reportId), query.format),
      }),
    }),
  ];
}
