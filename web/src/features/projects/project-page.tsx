import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project } from '../../lib/api.ts';
import { mayWrite, useMe } from '../../lib/identity.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { counted, onDay, relative } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Badge, PageHead, Section } from '../../ui/page.tsx';
import { Failure, Waiting } from '../../ui/states.tsx';
import { BoardPreview } from './board-preview.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { ProjectSettings } from './project-settings.tsx';
import { projectQuery } from './queries.ts';
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
      {project.isPending && <Waiting label="Loading the project" />}
      {project.isError && (
        <>
          <PageHead title="This project can’t be shown" />
          <Failure error={project.error} onRetry={() => void project.refetch()} />
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
                Begun {onDay(project.created_at)} · changed {relative(project.updated_at)} · {seenBy(project)}
              </span>
            </p>
          </>
        }
        actions={
          <>
            {project.owner_id === me.id && mayWrite(me) && (
              <Button onClick={() => setSharing(true)}>
                <Icon name="people" /> Share
              </Button>
            )}
            <ProjectMenu project={project} onGone={() => void navigate({ to: '/projects' })} />
          </>
        }
      />
      <Counts project={project} />
      <Section title="Board">
        <BoardPreview projectId={project.id} />
      </Section>
      {mayWrite(me) && (
        <Section title="Settings">
          <ProjectSettings project={project} />
        </Section>
      )}
      <ShareDialog project={project} open={sharing} onClose={() => setSharing(false)} />
    </>
  );
}

function seenBy({ visibility, member_ids }: Project): string {
  if (visibility === 'workspace') return 'seen by everyone in the workspace';
  if (member_ids.length === 0) return 'private';
  return `shared with ${counted(member_ids.length, 'person', 'people')}`;
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
            {count.toLocaleString('en')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
