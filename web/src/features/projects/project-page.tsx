import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { type Project, useProject } from '../../data/projects.ts';
import { recentFilesQuery } from '../../data/recent-files.ts';
import { isSample } from '../../data/sample.ts';
import { formatCount, formatDate, formatRelativeTime } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Badge, Page, PageHead, PageOrigin } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActivityList, FileTile, RunningJobs } from '../activity/index.ts';
import { BoardPreview } from './board-preview.tsx';
import { ShareDialog } from './late-dialogs.ts';
import { ProjectCounts } from './project-counts.tsx';
import { ProjectMenu } from './project-menu.tsx';

// It contains the queue of uploads, which a project with files does not need at first.
const NoFiles = lazy(async () => ({ default: (await import('./no-files.tsx')).NoFiles }));

const partLink = 'control inline-flex items-center text-sm font-medium text-accent hover:underline';

/** The overview of a project: what it is about, what it contains and what happened. */
export function ProjectPage({ projectId }: { projectId: string }) {
  const project = useProject(projectId);
  usePageTitle(project.name);
  return (
    <Page>
      {/* Its title is the name of the project. */}
      <PageOrigin value={null}>
        <Head project={project} />
      </PageOrigin>
      <ProjectCounts project={project} />
      <RunningJobs projectId={projectId} title="Running now" />
      <div className="grid gap-8 lg:grid-cols-2">
        <Part
          title="Recent files"
          action={
            <Link to="/projects/$projectId/files" params={{ projectId }} className={partLink}>
              All files
            </Link>
          }
        >
          <RecentFiles projectId={projectId} />
        </Part>
        <Part title="Activity">
          <ActivityList projectId={projectId} limit={8} />
        </Part>
      </div>
      <div className="mt-8">
        <Part
          title="Board"
          action={
            <Link to="/projects/$projectId/board" params={{ projectId }} className={partLink}>
              Open board
            </Link>
          }
        >
          <BoardPreview projectId={projectId} />
        </Part>
      </div>
    </Page>
  );
}

function Head({ project }: { project: Project }) {
  const me = useMe();
  const navigate = useNavigate();
  const [sharing, setSharing] = useState(false);
  const isOwner = project.owner_id === me.id && canWrite(me);
  const leave = () => void navigate({ to: '/projects' });
  return (
    <>
      <PageHead
        title={project.name}
        badge={
          <>
            {project.status === 'archived' && <Badge>Archived</Badge>}
            {isSample(project) && <Badge>Sample</Badge>}
          </>
        }
        lead={
          project.description && (
            <p className="whitespace-pre-line text-ink" dir="auto">
              {project.description}
            </p>
          )
        }
        meta={
          <>
            Created {formatDate(project.created_at)} · last activity{' '}
            {formatRelativeTime(project.last_activity_at)} · {describeVisibility(project)}
          </>
        }
        actions={
          <>
            {isOwner && (
              <Button onClick={() => setSharing(true)}>
                <Icon name="people" /> Share
              </Button>
            )}
            <ProjectMenu project={project} onDeleted={leave} />
          </>
        }
      />
      <ShareDialog project={project} open={sharing} onClose={() => setSharing(false)} />
    </>
  );
}

function describeVisibility({ visibility, member_ids }: Project): string {
  if (visibility === 'workspace') return 'visible to everyone in the workspace';
  if (member_ids.length === 0) return 'private';
  return `shared with ${formatCount(member_ids.length, 'person', 'people')}`;
}

const Part = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section className="min-w-0">
    <div className="control mb-2 flex items-center justify-between gap-3">
      <h2 className="font-medium">{title}</h2>
      {action}
    </div>
    {children}
  </section>
);

function RecentFiles({ projectId }: { projectId: string }) {
  const files = useQuery(recentFilesQuery(projectId));
  if (files.isPending) return <Skeleton rows={3} label="Loading files" />;
  if (files.isError) return <ErrorNotice error={files.error} onRetry={() => void files.refetch()} />;
  if (files.data.length === 0)
    return (
      <Suspense>
        <NoFiles projectId={projectId} />
      </Suspense>
    );
  return (
    <ul className="space-y-2">
      {files.data.map((file) => (
        <FileTile key={file.id} file={file} detail={`Changed ${formatRelativeTime(file.last_activity_at)}`} />
      ))}
    </ul>
  );
}
