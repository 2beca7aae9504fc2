import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { meQuery } from '../data/me.ts';
import { signInQuery } from '../data/sign-in.ts';
import { AccessDeniedPage } from '../features/shell/access-denied-page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { rootRoute } from './root.ts';

/** The parent of every route that requires a signed-in user. It has no URL of its own. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const signIn = await queryClient.ensureQueryData(signInQuery);
    if (!signIn) throw redirect({ to: '/sign-in', search: { next: location.href } });
    await queryClient.ensureQueryData(meQuery);
  },
  component: lazyRouteComponent(() => import('../features/shell/shell.tsx'), 'Shell'),
  // Not lazy: it has to be available when the server is not.
  errorComponent: AccessDeniedPage,
  pendingComponent: () => (
    <div className="mx-auto max-w-4xl px-5 py-24">
      <Skeleton />
    </div>
  ),
});
