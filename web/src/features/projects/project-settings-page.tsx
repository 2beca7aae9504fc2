import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { useMemberNames } from '../../data/members.ts';
import { type Project, useProject, useUpdateProject } from '../../data/projects.ts';
import { errorMessage } from '../../lib/errors.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Page, PageHead, Section } from '../../ui/page-layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ProjectSettings } from './project-settings.tsx';
import { ShareForm } from './share-form.tsx';
import { texts } from './texts.ts';
import { useDeleteWithUndo } from './use-delete-with-undo.ts';

export function ProjectSettingsPage({ projectId }: { projectId: string }) {
  const project = useProject(projectId);
  const me = useMe();
  usePageTitle(texts.settingsOf(project.name));
  if (!canWrite(me))
    return (
      <Page>
        <PageHead title={texts.projectSettings} lead={texts.viewerHint} />
      </Page>
    );
  const isOwner = project.owner_id === me.id;
  return (
    <Page>
      <PageHead title={texts.projectSettings} />
      <Section title={texts.general}>
        <ProjectSettings project={project} />
      </Section>
      <Section title={texts.access}>
        {isOwner ? <Access project={project} /> : <Owner project={project} />}
      </Section>
      <Section title={texts.archive} lead={texts.archiveHint}>
        <Archive project={project} />
      </Section>
      {isOwner && (
        <Section title="Delete" lead={texts.deleteHint}>
          <Remove project={project} />
        </Section>
      )}
    </Page>
  );
}

const Access = ({ project }: { project: Project }) => (
  <div className="max-w-xl">
    <ShareForm
      project={project}
      actions={(busy) => (
        <Button type="submit" busy={busy}>
          {texts.saveAccess}
        </Button>
      )}
    />
  </div>
);

function Owner({ project }: { project: Project }) {
  const owner = useMemberNames().get(project.owner_id);
  return <p className="text-soft">{owner ? texts.onlyNamedOwner(owner) : texts.onlyOwner}</p>;
}

function Archive({ project }: { project: Project }) {
  const update = useUpdateProject(project.id);
  const toast = useToast();
  const archived = project.status === 'archived';
  const toggle = () =>
    update.mutate(
      { status: archived ? 'active' : 'archived' },
      {
        onSuccess: () => toast({ text: archived ? texts.theProjectIsActiveAgain : texts.projectArchived }),
        onError: (error) => toast({ text: errorMessage(error) }),
      },
    );
  return (
    <Button busy={update.isPending} onClick={toggle}>
      {archived ? texts.moveToActive : texts.archiveProject}
    </Button>
  );
}

function Remove({ project }: { project: Project }) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteWithUndo();
  const navigate = useNavigate();
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {texts.deleteProject}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(project, { onSuccess: () => void navigate({ to: '/projects' }) })}
        busy={remove.isPending}
        title={texts.delete2(project.name)}
        description={texts.deleteConsequence(project.file_count, project.note_count, project.clip_count)}
        action={texts.deleteProject}
      />
    </>
  );
}
