export { extractiveModel } from './extractive/run.ts';
export { reportRoutes } from './routes.ts';
export { GeneratedReport } from './schema.ts';
export { mountSharedReports } from './share-page.ts';
export { sealSharedReports } from './store.ts';
export { reportWork } from './tasks.ts';
export { createReportThreads } from './threads/report-threads.ts';
