import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.ts';

const InvitePage = lazyRouteComponent(() => import('../features/sign-in/invite-page.tsx'), 'InvitePage');

export const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$token',
  loader: () => InvitePage.preload?.(),
  component: function InviteRoute() {
    return <InvitePage token={inviteRoute.useParams().token} />;
  },
});
