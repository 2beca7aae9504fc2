import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

const CallPage = lazyRouteComponent(() => import('../features/calls/call-page.tsx'), 'CallPage');

export const callRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/call/$sessionId',
  loader: () => CallPage.preload?.(),
  component: function CallRoute() {
    return <CallPage sessionId={callRoute.useParams().sessionId} />;
  },
});
