import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

const ProjectLayout = lazyRouteComponent(
  () => import('../features/projects/project-layout.tsx'),
  'ProjectLayout',
);

/** The parent of every page of a project. It renders them once the project is loaded. */
export const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects/$projectId',
  loader: () => ProjectLayout.preload?.(),
  component: function ProjectRoute() {
    const { projectId } = projectRoute.useParams();
    return <ProjectLayout key={projectId} projectId={projectId} />;
  },
});
