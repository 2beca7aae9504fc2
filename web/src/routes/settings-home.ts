import { createRoute, redirect } from '@tanstack/react-router';
import { settingsRoute } from './settings.ts';

export const settingsHomeRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/account' });
  },
});
