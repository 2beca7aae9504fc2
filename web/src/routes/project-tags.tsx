import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readTagsSearch } from '../features/tags/tags-search.ts';
import { projectRoute } from './project.tsx';

const TagsPage = lazyRouteComponent(() => import('../features/tags/tags-page.tsx'), 'TagsPage');

export const tagsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/tags',
  validateSearch: readTagsSearch,
  loader: () => TagsPage.preload?.(),
  component: function TagsRoute() {
    return <TagsPage projectId={tagsRoute.useParams().projectId} search={tagsRoute.useSearch()} />;
  },
});
