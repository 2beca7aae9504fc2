import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { useMemberNames } from '../../data/members.ts';
import { type Project, useProject, useUpdateProject } from '../../data/projects.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatCount } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Page, PageHead, Section } from '../../ui/page-layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ProjectSettings } from './project-settings.tsx';
import { ShareForm } from './share-form.tsx';
import { useDeleteWithUndo } from './use-delete-with-undo.ts';

export function ProjectSettingsPage({ projectId }: { projectId: string }) {
  const project = useProject(projectId);
  const me = useMe();
  usePageTitle(`Settings of ${project.name}`);
  if (!canWrite(me))
    return (
      <Page>
        <PageHead
          title="Project settings"
          lead="Your role is viewer, which is read-only. An admin can change your role under Members."
        />
      </Page>
    );
  const isOwner = project.owner_id === me.id;
  return (
    <Page>
      <PageHead title="Project settings" />
      <Section title="General">
        <ProjectSettings project={project} />
      </Section>
      <Section title="Access">{isOwner ? <Access project={project} /> : <Owner project={project} />}</Section>
      <Section
        title="Archive"
        lead="An archived project moves to its own list. Everything in it stays and can still be changed."
      >
        <Archive project={project} />
      </Section>
      {isOwner && (
        <Section
          title="Delete"
          lead="You can restore a deleted project for 30 days: Projects, then “Deleted”."
        >
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
          Save access
        </Button>
      )}
    />
  </div>
);

function Owner({ project }: { project: Project }) {
  const owner = useMemberNames().get(project.owner_id);
  return (
    <p className="text-soft">
      Only the owner{owner ? `, ${owner},` : ''} can change who has access to this project.
    </p>
  );
}

function Archive({ project }: { project: Project }) {
  const update = useUpdateProject(project.id);
  const toast = useToast();
  const archived = project.status === 'archived';
  const toggle = () =>
    update.mutate(
      { status: archived ? 'active' : 'archived' },
      {
        onSuccess: () => toast({ text: archived ? 'The project is active again.' : 'Project archived.' }),
        onError: (error) => toast({ text: errorMessage(error) }),
      },
    );
  return (
    <Button busy={update.isPending} onClick={toggle}>
      {archived ? 'Move to active' : 'Archive project'}
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
        Delete project
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(project, { onSuccess: () => void navigate({ to: '/projects' }) })}
        busy={remove.isPending}
        title={`Delete “${project.name}”?`}
        description={`Its ${formatCount(project.file_count, 'file')}, ${formatCount(project.note_count, 'note')} and ${formatCount(project.clip_count, 'clip')} are deleted with it. You can restore it for 30 days in the list of deleted projects.`}
        action="Delete project"
      />
    </>
  );
}
