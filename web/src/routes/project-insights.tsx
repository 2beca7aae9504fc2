import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readInsightsSearch } from '../features/insights/insights-search.ts';
import { projectRoute } from './project.tsx';

const InsightsPage = lazyRouteComponent(
  () => import('../features/insights/insights-page.tsx'),
  'InsightsPage',
);

export const insightsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/insights',
  validateSearch: readInsightsSearch,
  loader: () => InsightsPage.preload?.(),
  component: function InsightsRoute() {
    return (
      <InsightsPage projectId={insightsRoute.useParams().projectId} search={insightsRoute.useSearch()} />
    );
  },
});
