import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { type Project, useProject } from '../../data/projects.ts';
import { isSample } from '../../data/sample.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Badge, Page, PageHead, PageOrigin } from '../../ui/page-layout.tsx';
import { Known, OverviewSide, ResearchQuestion } from '../overview/index.ts';
import { ShareDialog } from './late-dialogs.ts';
import { ProjectMenu } from './project-menu.tsx';
import { texts } from './texts.ts';

/** The overview of a project: what it asks, what is known, what is open and what happened. */
export function ProjectPage({ projectId }: { projectId: string }) {
  const project = useProject(projectId);
  usePageTitle(project.name);
  return (
    <Page>
      {/* Its title is the name of the project. */}
      <PageOrigin value={null}>
        <Head project={project} />
      </PageOrigin>
      <div className="grid gap-x-10 gap-y-8 lg:alone:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <ResearchQuestion key={projectId} project={project} />
          <Known project={project} />
        </div>
        <OverviewSide projectId={projectId} />
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
            {project.status === 'archived' && <Badge>{texts.archivedState}</Badge>}
            {isSample(project) && <Badge>{texts.sample}</Badge>}
          </>
        }
        actions={
          <>
            {isOwner && (
              <Button onClick={() => setSharing(true)}>
                <Icon name="people" /> {texts.share}
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
