import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './project.tsx';

const ProjectPage = lazyRouteComponent(() => import('../features/projects/project-page.tsx'), 'ProjectPage');

export const projectOverviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  loader: () => ProjectPage.preload?.(),
  component: function ProjectRoute() {
    return <ProjectPage projectId={projectOverviewRoute.useParams().projectId} />;
  },
});
