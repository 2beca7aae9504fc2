import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { meQuery } from '../data/me.ts';
import { filterOf, type ProjectsView, projectsQuery } from '../data/projects.ts';
import { waitForData } from '../lib/wait-for-data.ts';
import { signedInRoute } from './signed-in.tsx';

const ProjectsPage = lazyRouteComponent(
  () => import('../features/projects/projects-page.tsx'),
  'ProjectsPage',
);

const parseView = (search: Record<string, unknown>): ProjectsView => ({
  ...(typeof search.q === 'string' && search.q ? { q: search.q.slice(0, 200) } : {}),
  ...(search.status === 'archived' ? { status: 'archived' } : {}),
  ...(search.owner === 'me' ? { owner: 'me' } : {}),
  ...(search.new === true ? { new: true } : {}),
});

export const projectsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects',
  validateSearch: parseView,
  loader: async ({ context: { queryClient }, location }) => {
    const { id: userId } = await queryClient.ensureQueryData(meQuery);
    const filter = filterOf(parseView(location.search), userId);
    await Promise.all([
      ProjectsPage.preload?.(),
      waitForData(queryClient.ensureInfiniteQueryData(projectsQuery(filter))),
    ]);
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
