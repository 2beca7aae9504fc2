import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadProject } from '../features/projects/load-project.ts';
import { signedInRoute } from './signed-in.tsx';

const ProjectLayout = lazyRouteComponent(
  () => import('../features/projects/project-layout.tsx'),
  'ProjectLayout',
);

/** The parent of every page of a project. It renders them once the project is loaded. */
export const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects/$projectId',
  loader: async ({ context: { queryClient }, params: { projectId } }) => {
    await Promise.all([ProjectLayout.preload?.(), loadProject(queryClient, projectId)]);
  },
  component: function ProjectRoute() {
    const { projectId } = projectRoute.useParams();
    return <ProjectLayout key={projectId} projectId={projectId} />;
  },
});
