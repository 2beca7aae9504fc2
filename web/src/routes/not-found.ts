import { createRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../features/shell/not-found-page.tsx';
import { signedInRoute } from './signed-in.tsx';

/** Every URL without a route. */
export const notFoundRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  component: NotFoundPage,
});
