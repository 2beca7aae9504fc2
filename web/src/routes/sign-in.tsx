import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { redirectPath } from '../lib/redirect-path.ts';
import { rootRoute } from './root.ts';

const SignInPage = lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage');

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } => ({
    next: redirectPath(search.next),
  }),
  loader: () => SignInPage.preload?.(),
  component: function SignInRoute() {
    return <SignInPage next={signInRoute.useSearch().next ?? '/'} />;
  },
});
