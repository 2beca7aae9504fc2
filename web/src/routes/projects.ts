import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { loadProjects, type ProjectsView, parseProjectsView } from '../features/projects/projects-view.ts';
import { signedInRoute } from './signed-in.tsx';

const ProjectsPage = lazyRouteComponent(
  () => import('../features/projects/projects-page.tsx'),
  'ProjectsPage',
);

export const projectsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects',
  validateSearch: parseProjectsView,
  loader: async ({ context: { queryClient }, location }) => {
    const view = parseProjectsView(location.search);
    await Promise.all([ProjectsPage.preload?.(), loadProjects(queryClient, view)]);
  },
  component: function ProjectsRoute() {
    const navigate = projectsRoute.useNavigate();
    return createElement(ProjectsPage, {
      view: projectsRoute.useSearch(),
      onView: (change: ProjectsView) =>
        void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true }),
    });
  },
});
