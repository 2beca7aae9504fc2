import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

const TagPage = lazyRouteComponent(() => import('../features/tags/tag-page.tsx'), 'TagPage');

export const tagRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/tags/$tagId',
  loader: () => TagPage.preload?.(),
  component: function TagRoute() {
    const { projectId, tagId } = tagRoute.useParams();
    return <TagPage key={tagId} projectId={projectId} tagId={tagId} />;
  },
});
