import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from './root.ts';

const InvitePage = lazyRouteComponent(() => import('../features/sign-in/invite-page.tsx'), 'InvitePage');

/** The token is in the fragment, which browsers do not send: it is in no log of a proxy. */
export const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite',
  // Read once: the address loses its fragment a moment before the page is left.
  loader: async ({ location }) => {
    await InvitePage.preload?.();
    return location.hash;
  },
  component: function InviteRoute() {
    const token = inviteRoute.useLoaderData();
    return <InvitePage key={token} token={token} />;
  },
});

/** Mails that were sent earlier have the token in the path. */
export const earlierInviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$token',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/invite', hash: params.token, replace: true });
  },
});
