import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type ReportsView, starts } from '../features/reports/reports-view.ts';
import { projectRoute } from './project.tsx';

const ReportsPage = lazyRouteComponent(() => import('../features/reports/reports-page.tsx'), 'ReportsPage');

export const reportsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/reports',
  validateSearch: (search: Record<string, unknown>): ReportsView => ({
    q: typeof search.q === 'string' && search.q !== '' ? search.q.slice(0, 200) : undefined,
    sort: (['-created_at', 'created_at'] as const).find((sort) => sort === search.sort),
    status: (['ready', 'edited'] as const).find((status) => status === search.status),
    new: starts.find((start) => start === search.new),
  }),
  loader: () => ReportsPage.preload?.(),
  component: function ReportsRoute() {
    const { projectId } = reportsRoute.useParams();
    const navigate = reportsRoute.useNavigate();
    return (
      <ReportsPage
        key={projectId}
        projectId={projectId}
        view={reportsRoute.useSearch()}
        onChangeView={(change, { replace }) =>
          void navigate({ search: (current) => ({ ...current, ...change }), replace, resetScroll: false })
        }
      />
    );
  },
});
