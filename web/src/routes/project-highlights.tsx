import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { HighlightsSearch } from '../features/highlights/highlights-search.ts';
import { projectRoute } from './project.tsx';

const HighlightsPage = lazyRouteComponent(
  () => import('../features/highlights/highlights-page.tsx'),
  'HighlightsPage',
);

export const highlightsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/highlights',
  // The page reads it: what is here is part of the first script of every page.
  validateSearch: (search: Record<string, unknown>) => search as HighlightsSearch,
  loader: () => HighlightsPage.preload?.(),
  component: function HighlightsRoute() {
    const { projectId } = highlightsRoute.useParams();
    return <HighlightsPage key={projectId} projectId={projectId} search={highlightsRoute.useSearch()} />;
  },
});
