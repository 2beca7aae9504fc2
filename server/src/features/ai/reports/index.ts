import type { Feature } from '../../feature.ts';
import type { ReportDeps } from './deps.ts';
import { reportInEvent, reportTexts, revisionTexts } from './redact.ts';
import { reportRoutes } from './routes.ts';
import { GeneratedReport } from './schema.ts';
import { mountSharedReports } from './share-page.ts';
import { reportRecords, reportUses } from './store.ts';
import { reportJob } from './tasks.ts';
import { createReportThreads } from './threads/report-threads.ts';

export { titleFrom } from './title.ts';

export function createReports(input: Omit<ReportDeps, 'threads'>): Feature {
  const deps = { ...input, threads: createReportThreads() };
  const { threads } = deps;
  return {
    routes: reportRoutes(deps),
    mount: (app) => mountSharedReports(app, deps),
    jobKinds: { report: reportJob(deps) },
    records: [reportRecords],
    texts: [reportTexts, revisionTexts],
    recordsInEvents: { 'report.generated': reportInEvent },
    usesOfFile: [reportUses],
    eventPayloads: { 'report.generated': GeneratedReport },
    close: threads.close,
  };
}
