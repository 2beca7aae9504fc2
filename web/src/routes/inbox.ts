import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { type InboxView, parseInboxView } from '../features/inbox/inbox-view.ts';
import { signedInRoute } from './signed-in.tsx';

const InboxPage = lazyRouteComponent(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage');

export const inboxRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/inbox',
  validateSearch: parseInboxView,
  loader: () => InboxPage.preload?.(),
  component: function InboxRoute() {
    const navigate = inboxRoute.useNavigate();
    return createElement(InboxPage, {
      view: inboxRoute.useSearch(),
      onView: (view: InboxView) => void navigate({ search: view, replace: true }),
    });
  },
});
