import type { Feature } from '../../feature.ts';
import type { ReportDeps } from './deps.ts';
import { reportRoutes } from './routes.ts';
import { GeneratedReport } from './schema.ts';
import { mountSharedReports } from './share-page.ts';
import { sealSharedReports } from './store.ts';
import { reportJob } from './tasks.ts';
import { createReportThreads } from './threads/report-threads.ts';

export { extractiveModel } from './extractive/run.ts';
export { redactReports } from './redact.ts';
export { titleFrom } from './title.ts';

export function createReports(input: Omit<ReportDeps, 'threads'>): Feature {
  const deps = { ...input, threads: createReportThreads() };
  const { db, links, threads } = deps;
  return {
    routes: reportRoutes(deps),
    mount: (app) => mountSharedReports(app, deps),
    jobKinds: { report: reportJob(deps) },
    periodic: [
      { name: 'share tokens of reports', everyMs: 3_600_000, run: () => sealSharedReports(db, links) },
    ],
    eventPayloads: { 'report.generated': GeneratedReport },
    close: threads.close,
  };
}
