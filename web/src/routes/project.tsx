import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

const ProjectPage = lazyRouteComponent(() => import('../features/projects/project-page.tsx'), 'ProjectPage');

export const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects/$projectId',
  loader: () => ProjectPage.preload?.(),
  component: function ProjectRoute() {
    return <ProjectPage projectId={projectRoute.useParams().projectId} />;
  },
});
