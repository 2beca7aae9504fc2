import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { AccountPage } from '../features/account/account-page.tsx';
import { ApiKeysPage } from '../features/api-keys/api-keys-page.tsx';
import { ProjectPage } from '../features/projects/project-page.tsx';
import { ProjectsPage } from '../features/projects/projects-page.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { WorkspacePage } from '../features/workspace/workspace-page.tsx';
import { meQuery, signInQuery } from '../lib/identity.ts';
import { Waiting } from '../ui/states.tsx';
import { Refused, Unknown } from './refused.tsx';
import { SettingsLayout } from './settings-layout.tsx';
import { Shell } from './shell.tsx';

interface RouterContext {
  queries: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } => ({ next: ownPath(search.next) }),
  component: function SignInRoute() {
    return <SignInPage next={signIn.useSearch().next ?? '/projects'} />;
  },
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context: { queries }, location }) => {
    const who = await queries.ensureQueryData(signInQuery);
    if (!who) throw redirect({ to: '/sign-in', search: { next: location.href } });
    await queries.ensureQueryData(meQuery);
  },
  component: Shell,
  errorComponent: Refused,
  pendingComponent: () => (
    <div className="mx-auto max-w-4xl px-5 py-24">
      <Waiting />
    </div>
  ),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects' });
  },
});

const projects = createRoute({ getParentRoute: () => signedIn, path: '/projects', component: ProjectsPage });

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId',
  component: function ProjectRoute() {
    return <ProjectPage projectId={project.useParams().projectId} />;
  },
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: SettingsLayout,
});
const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/api-keys' });
  },
});
const apiKeys = createRoute({ getParentRoute: () => settings, path: '/api-keys', component: ApiKeysPage });
const workspace = createRoute({
  getParentRoute: () => settings,
  path: '/workspace',
  component: WorkspacePage,
});
const account = createRoute({ getParentRoute: () => settings, path: '/account', component: AccountPage });

/** Every other address. */
const unknown = createRoute({ getParentRoute: () => signedIn, path: '$', component: Unknown });

const tree = root.addChildren([
  home,
  signIn,
  signedIn.addChildren([
    projects,
    project,
    settings.addChildren([settingsHome, apiKeys, workspace, account]),
    unknown,
  ]),
]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({ routeTree: tree, context: { queries }, defaultPreload: false, scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/** A path of this application and nothing else: `next` comes from the address bar. */
function ownPath(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in')
    ? next
    : undefined;
}
