import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { callRoute } from './call.tsx';
import { homeRoute } from './home.ts';
import { notFoundRoute } from './not-found.ts';
import { projectRoute } from './project.tsx';
import { projectsRoute } from './projects.ts';
import { rootRoute } from './root.ts';
import { settingsRoute } from './settings.ts';
import { accountRoute } from './settings-account.ts';
import { apiKeysRoute } from './settings-api-keys.ts';
import { settingsHomeRoute } from './settings-home.ts';
import { workspaceRoute } from './settings-workspace.ts';
import { signInRoute } from './sign-in.tsx';
import { signedInRoute } from './signed-in.tsx';

const routeTree = rootRoute.addChildren([
  homeRoute,
  signInRoute,
  signedInRoute.addChildren([
    projectsRoute,
    projectRoute,
    callRoute,
    settingsRoute.addChildren([settingsHomeRoute, apiKeysRoute, workspaceRoute, accountRoute]),
    notFoundRoute,
  ]),
]);

/** The script of a page loads when the pointer is over a link to it. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({ routeTree, context: { queryClient }, defaultPreload: 'intent', scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
