import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { NotFoundPage } from '../features/shell/not-found-page.tsx';
import { PageError } from '../features/shell/page-error.tsx';
import { clipLinkRoute, noteLinkRoute } from './api-links.ts';
import { callRoute } from './call.tsx';
import { commentLinkRoute } from './comment-link.ts';
import { homeRoute } from './home.ts';
import { inboxRoute } from './inbox.ts';
import { earlierInviteRoute, inviteRoute } from './invite.tsx';
import { notFoundRoute } from './not-found.ts';
import { projectRoute } from './project.tsx';
import { askRoute, chatRoute } from './project-ask.tsx';
import { boardRoute } from './project-board.tsx';
import { clipsRoute } from './project-clips.tsx';
import { fileRoute } from './project-file.tsx';
import { filesRoute } from './project-files.tsx';
import { highlightsRoute } from './project-highlights.tsx';
import { insightsRoute } from './project-insights.tsx';
import { notesRoute } from './project-notes.tsx';
import { projectOverviewRoute } from './project-overview.tsx';
import { reportRoute } from './project-report.tsx';
import { reportsRoute } from './project-reports.tsx';
import { projectSettingsRoute } from './project-settings.tsx';
import { tagRoute } from './project-tag.tsx';
import { tagsRoute } from './project-tags.tsx';
import { projectsRoute } from './projects.ts';
import { resetRoute } from './reset.ts';
import { rootRoute } from './root.ts';
import { searchRoute } from './search.ts';
import { settingsRoute } from './settings.ts';
import { accountRoute } from './settings-account.ts';
import { apiKeysRoute } from './settings-api-keys.ts';
import { settingsHomeRoute } from './settings-home.ts';
import { membersRoute } from './settings-members.ts';
import { usageRoute } from './settings-usage.ts';
import { workspaceRoute } from './settings-workspace.ts';
import { signInRoute } from './sign-in.tsx';
import { signedInRoute } from './signed-in.tsx';

const routeTree = rootRoute.addChildren([
  signInRoute,
  resetRoute,
  inviteRoute,
  earlierInviteRoute,
  signedInRoute.addChildren([
    homeRoute,
    inboxRoute,
    searchRoute,
    projectsRoute,
    projectRoute.addChildren([
      projectOverviewRoute,
      filesRoute,
      fileRoute,
      highlightsRoute,
      tagsRoute,
      tagRoute,
      notesRoute,
      boardRoute,
      clipsRoute,
      askRoute,
      chatRoute,
      reportsRoute,
      insightsRoute,
      reportRoute,
      noteLinkRoute,
      clipLinkRoute,
      commentLinkRoute,
      projectSettingsRoute,
    ]),
    callRoute,
    settingsRoute.addChildren([
      settingsHomeRoute,
      accountRoute,
      workspaceRoute,
      membersRoute,
      apiKeysRoute,
      usageRoute,
    ]),
    notFoundRoute,
  ]),
]);

/** The script of a page loads when the pointer is over a link to it. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
