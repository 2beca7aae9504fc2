import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '../../data/me.ts';
import { projectQuery } from '../../data/projects.ts';
import { ApiError } from '../../lib/errors.ts';
import { removeRecent } from '../../lib/recents.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageCompany, PageHead, PageOrigin, PageToolsProvider } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AskBeside, AskButton } from '../ask/index.ts';
import { PeopleOnPage, useLeaveProject } from '../presence/index.ts';
import { NotSharedPage } from './not-shared-page.tsx';
import { texts } from './texts.ts';

/** Renders a page of the project once the project is loaded, so that the pages can rely on `useProject`. */
export function ProjectLayout({ projectId }: { projectId: string }) {
  const project = useQuery(projectQuery(projectId));
  useLeaveProject(projectId);
  // After a failed refetch the page stays: it has data, and a notice says that the server can’t be reached.
  if (project.data && !isGone(project.error))
    return (
      <PageOrigin
        value={
          <Link to="/projects/$projectId" params={{ projectId }} dir="auto" className="py-2">
            {project.data.name}
          </Link>
        }
      >
        <PageCompany value={<PeopleOnPage projectId={projectId} />}>
          <PageToolsProvider value={<AskButton projectId={projectId} />}>
            <div className="flex">
              <div className="min-w-0 flex-1">
                <Outlet />
              </div>
              <AskBeside projectId={projectId} />
            </div>
          </PageToolsProvider>
        </PageCompany>
      </PageOrigin>
    );
  if (project.isError)
    return <ProjectError projectId={projectId} error={project.error} retry={project.refetch} />;
  return (
    <Page>
      <Skeleton label={texts.loadingTheProject} rows={6} />
    </Page>
  );
}

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

interface ProjectErrorProps {
  projectId: string;
  error: unknown;
  retry(): Promise<unknown>;
}

function ProjectError({ projectId, error, retry }: ProjectErrorProps) {
  const { id: userId } = useMe();
  const gone = isGone(error);
  useEffect(() => {
    if (gone) removeRecent(userId, projectId);
  }, [gone, userId, projectId]);
  const status = error instanceof ApiError ? error.status : 0;
  usePageTitle(gone ? texts.projectNotFound : texts.thisProjectCantBeShown);
  if (status === 403) return <NotSharedPage />;
  if (status === 404)
    return (
      <Page>
        <PageHead title={texts.projectNotFound} lead={texts.notFoundHint} />
        <p className="flex flex-wrap gap-x-6 gap-y-2 font-medium text-accent underline underline-offset-4">
          <Link to="/projects">{texts.goToYourProjects}</Link>
          <Link to="/projects" search={{ status: 'deleted' }}>
            {texts.deletedProjects}
          </Link>
        </p>
      </Page>
    );
  return (
    <Page>
      <PageHead title={texts.thisProjectCantBeShown} />
      <ErrorNotice error={error} onRetry={() => void retry()} />
    </Page>
  );
}
