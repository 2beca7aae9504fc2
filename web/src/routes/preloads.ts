/**
 * What the browser loads together with the scripts when a page is the first one of a visit. The build adds the names of the
 * chunks, and the server writes it into the HTML (web/build/preloads.ts, server/src/http/page-preloads.ts, ADR 34).
 * e2e/browser/preloads.test.ts verifies that the pages use exactly these requests.
 */
export interface PagePreload {
  /** As in the address, with `:name` for an id. */
  path: string;
  /** The modules that the route imports dynamically, below web/src. */
  modules: string[];
  /** The first requests of the page, if a browser is signed in. */
  requests: string[];
  /** Requests that depend on the search part of the address: only for an address without one. */
  requestsWithoutSearch?: string[];
}

const session = ['/app/sign-in', '/app/v1/me'];
const project = [...session, '/app/v1/projects/:projectId'];
const shell = 'features/shell/shell.tsx';
const layout = 'features/projects/project-layout.tsx';
const settings = 'features/settings/settings-layout.tsx';

export const pagePreloads: PagePreload[] = [
  { path: '/sign-in', modules: ['features/sign-in/sign-in-page.tsx'], requests: [] },
  { path: '/', modules: [shell, 'features/home/home-page.tsx'], requests: session },
  {
    path: '/projects',
    modules: [shell, 'features/projects/projects-page.tsx'],
    requests: session,
    requestsWithoutSearch: ['/app/v1/projects?status=active&sort=-updated_at&limit=25'],
  },
  {
    path: '/projects/:projectId',
    modules: [shell, layout, 'features/projects/project-page.tsx'],
    requests: [...project, '/app/v1/projects/:projectId/overview'],
  },
  {
    path: '/projects/:projectId/files',
    modules: [shell, layout, 'features/files/files-page.tsx'],
    requests: project,
  },
  {
    path: '/projects/:projectId/files/:fileId',
    modules: [shell, layout, 'features/file-page/load-file.ts', 'features/file-page/file-page.tsx'],
    requests: [...project, '/app/v1/files/:fileId', '/app/v1/files/:fileId/material'],
  },
  {
    path: '/projects/:projectId/highlights',
    modules: [shell, layout, 'features/highlights/highlights-page.tsx'],
    requests: project,
  },
  {
    path: '/projects/:projectId/tags',
    modules: [shell, layout, 'features/tags/tags-page.tsx'],
    requests: project,
  },
  {
    path: '/projects/:projectId/notes',
    modules: [shell, layout, 'features/notes/notes-page.tsx'],
    requests: project,
  },
  {
    path: '/projects/:projectId/board',
    modules: [shell, layout, 'features/board/board-page.tsx'],
    requests: project,
  },
  {
    path: '/projects/:projectId/clips',
    modules: [shell, layout, 'features/clips/clips-page.tsx'],
    requests: project,
  },
  {
    path: '/projects/:projectId/reports',
    modules: [shell, layout, 'features/reports/reports-page.tsx'],
    requests: project,
  },
  {
    path: '/projects/:projectId/ask',
    modules: [shell, layout, 'features/ask/ask-page.tsx'],
    requests: project,
  },
  {
    path: '/inbox',
    modules: [shell, 'features/inbox/inbox-page.tsx'],
    requests: session,
    requestsWithoutSearch: ['/app/v1/inbox?limit=50'],
  },
  {
    path: '/projects/:projectId/insights',
    modules: [shell, layout, 'features/insights/insights-page.tsx'],
    requests: project,
  },
  { path: '/search', modules: [shell, 'features/search/search-page.tsx'], requests: session },
  {
    path: '/settings/account',
    modules: [shell, settings, 'features/account/account-page.tsx'],
    requests: session,
  },
  {
    path: '/settings/members',
    modules: [shell, settings, 'features/members/members-page.tsx'],
    requests: session,
  },
];
