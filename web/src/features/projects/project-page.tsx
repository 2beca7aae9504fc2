import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import type { Project } from '../../data/projects.ts';
import { projectQuery } from '../../data/projects.ts';
import { formatCount, formatDate, formatNumber, formatRelativeTime } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Badge, PageHead, Section } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BoardPreview } from './board-preview.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { ProjectSettings } from './project-settings.tsx';
import { ShareDialog } from './share-dialog.tsx';

export function ProjectPage({ projectId }: { projectId: string }) {
  const project = useQuery(projectQuery(projectId));
  usePageTitle(project.data?.name ?? 'Project');
  return (
    <>
      <Link
        to="/projects"
        className="mb-6 inline-flex items-center gap-1.5 text-sm font-medium text-soft hover:text-ink"
      >
        <Icon name="back" /> Projects
      </Link>
      {project.isPending && <Skeleton label="Loading the project" />}
      {project.isError && (
        <>
          <PageHead title="This project can’t be shown" />
          <ErrorNotice error={project.error} onRetry={() => void project.refetch()} />
        </>
      )}
      {project.data && <Details key={project.data.id} project={project.data} />}
    </>
  );
}

function Details({ project }: { project: Project }) {
  const me = useMe();
  const navigate = useNavigate();
  const [sharing, setSharing] = useState(false);
  return (
    <>
      <PageHead
        title={project.name}
        lead={
          <>
            {project.description && <p className="mb-3 text-lg whitespace-pre-line">{project.description}</p>}
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
              {project.status === 'archived' && <Badge>Archived</Badge>}
              <span>
                Created {formatDate(project.created_at)} · updated {formatRelativeTime(project.updated_at)} ·{' '}
                {describeVisibility(project)}
              </span>
            </p>
          </>
        }
        actions={
          <>
            {project.owner_id === me.id && canWrite(me) && (
              <Button onClick={() => setSharing(true)}>
                <Icon name="people" /> Share
              </Button>
            )}
            <ProjectMenu project={project} onDeleted={() => void navigate({ to: '/projects' })} />
          </>
        }
      />
      <Counts project={project} />
      <Section title="Board">
        <BoardPreview projectId={project.id} />
      </Section>
      {canWrite(me) && (
        <Section title="Settings">
          <ProjectSettings project={project} />
        </Section>
      )}
      <ShareDialog project={project} open={sharing} onClose={() => setSharing(false)} />
    </>
  );
}

function describeVisibility({ visibility, member_ids }: Project): string {
  if (visibility === 'workspace') return 'visible to everyone in the workspace';
  if (member_ids.length === 0) return 'private';
  return `shared with ${formatCount(member_ids.length, 'person', 'people')}`;
}

function Counts({ project }: { project: Project }) {
  const counts = [
    ['Files', project.file_count],
    ['Tests', project.test_count],
    ['Responses', project.response_count],
    ['Tags', project.tag_count],
    ['Notes', project.note_count],
    ['Cards', project.card_count],
    ['Reports', project.report_count],
    ['Clips', project.clip_count],
  ] as const;
  return (
    <dl className="mb-12 grid grid-cols-4 gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-8">
      {counts.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse bg-surface px-3 py-4 text-center">
          <dt className="text-xs text-soft">{name}</dt>
          <dd className={`font-serif text-3xl tabular-nums ${count === 0 ? 'text-soft' : ''}`}>
            {formatNumber(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
