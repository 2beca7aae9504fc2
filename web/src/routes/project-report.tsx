import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

const ReportPage = lazyRouteComponent(() => import('../features/reports/report-page.tsx'), 'ReportPage');

export const reportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/reports/$reportId',
  /** A comment about the report or one of its quotations. */
  validateSearch: ({ comment }: Record<string, unknown>): { comment?: string | undefined } => ({
    comment: typeof comment === 'string' && comment !== '' ? comment : undefined,
  }),
  loader: () => ReportPage.preload?.(),
  component: function ReportRoute() {
    const { projectId, reportId } = reportRoute.useParams();
    const { comment } = reportRoute.useSearch();
    return <ReportPage key={reportId} projectId={projectId} reportId={reportId} comment={comment} />;
  },
});
