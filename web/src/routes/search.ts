import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { readSearchView, type SearchView } from '../features/search/search-view.ts';
import { signedInRoute } from './signed-in.tsx';

const SearchPage = lazyRouteComponent(() => import('../features/search/search-page.tsx'), 'SearchPage');

export const searchRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/search',
  validateSearch: readSearchView,
  loader: () => SearchPage.preload?.(),
  component: function SearchRoute() {
    const navigate = searchRoute.useNavigate();
    return createElement(SearchPage, {
      view: searchRoute.useSearch(),
      onView: (change: SearchView) =>
        void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true }),
    });
  },
});
