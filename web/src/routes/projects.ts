import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { projectsQuery } from '../data/projects.ts';
import { waitForData } from '../lib/wait-for-data.ts';
import { signedInRoute } from './signed-in.tsx';

const ProjectsPage = lazyRouteComponent(
  () => import('../features/projects/projects-page.tsx'),
  'ProjectsPage',
);

interface ProjectsSearch {
  q?: string;
  status?: 'archived';
  owner?: 'me';
  /** Opens the form for a new project. */
  new?: true;
}

export const projectsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/projects',
  validateSearch: (search: Record<string, unknown>): ProjectsSearch => ({
    ...(typeof search.q === 'string' && search.q ? { q: search.q.slice(0, 200) } : {}),
    ...(search.status === 'archived' ? { status: 'archived' } : {}),
    ...(search.owner === 'me' ? { owner: 'me' } : {}),
    ...(search.new === true ? { new: true } : {}),
  }),
  loader: async ({ context: { queryClient }, location }) => {
    // Only the list that the page shows without a search.
    const isDefault = location.searchStr === '';
    const list = isDefault && queryClient.ensureInfiniteQueryData(projectsQuery({ q: '', status: 'active' }));
    await Promise.all([ProjectsPage.preload?.(), list && waitForData(list)]);
  },
  component: function ProjectsRoute() {
    const navigate = projectsRoute.useNavigate();
    return createElement(ProjectsPage, {
      view: projectsRoute.useSearch(),
      onView: (change: ProjectsSearch) =>
        void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true }),
    });
  },
});
