import { type Route, route } from '../../../../http/route.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { getReport } from '../service.ts';
import type { ReportRow } from '../store.ts';
import { KeepQuotations, ReportQuotations } from './schema.ts';
import { keepQuotations, readQuotations } from './service.ts';

export function quotationRoutes(): Route[] {
  const ofReport = {
    tag: 'Reports',
    ids: { reportId: 'report' },
    data: ReportQuotations,
    status: 200,
  } as const;
  return [
    route({
      ...ofReport,
      path: '/reports/{reportId}/quotations',
      method: 'GET',
      operationId: 'getReportQuotations',
      summary: 'Compare the quotations of a report with the transcripts',
      description:
        'A quotation was verified when the text was saved, and a transcript can be corrected later. This says which quotations have other words now.',
      handler: async ({ db, principal, params }) => ({
        data: await stateOf(db, await getReport(db, principal, params.reportId)),
      }),
    }),
    route({
      ...ofReport,
      path: '/reports/{reportId}/quotations/keep',
      method: 'POST',
      operationId: 'keepReportQuotations',
      summary: 'Keep quotations as they are',
      description:
        'Their state becomes `kept` until the transcript changes there again. Quotations that are not `changed` are left as they are. To use the new words, change `body_markdown`.',
      body: KeepQuotations,
      example: { body: { citation_ids: ['cit_1'] } },
      handler: async (call) => ({
        data: await stateOf(
          call.db,
          await keepQuotations(call, call.params.reportId, call.body.citation_ids),
        ),
      }),
    }),
  ];
}

const stateOf = async (db: Db, report: ReportRow) => ({
  report_id: report.id,
  version: report.version,
  quotations: await readQuotations(db, report),
});
