import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import type { Project } from '../../data/projects.ts';
import { useUpdateProject } from '../../data/projects.ts';
import { isSample } from '../../data/sample.ts';
import { errorMessage } from '../../lib/errors.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './action-texts.ts';
import { RenameDialog, ShareDialog } from './late-dialogs.ts';
import { useDeleteWithUndo } from './use-delete-with-undo.ts';

/** The actions on a project. Actions that the server would refuse are not shown. */
export function ProjectMenu({ project, onDeleted }: { project: Project; onDeleted?: () => void }) {
  const me = useMe();
  const [open, setOpen] = useState<'rename' | 'share' | undefined>();
  const update = useUpdateProject(project.id);
  const remove = useDeleteWithUndo();
  const toast = useToast();
  const navigate = useNavigate();
  if (!canWrite(me)) return null;
  const isOwner = project.owner_id === me.id;
  const archived = project.status === 'archived';
  const archive = () =>
    update.mutate(
      { status: archived ? 'active' : 'archived' },
      {
        onSuccess: () =>
          toast({ text: archived ? texts.movedToActive(project.name) : texts.archived(project.name) }),
        onError: (error) => toast({ text: errorMessage(error) }),
      },
    );

  return (
    <>
      <Menu
        trigger={
          <IconButton label={texts.actionsFor(project.name)}>
            <Icon name="more" size={20} />
          </IconButton>
        }
      >
        <MenuItem
          onSelect={() => void navigate({ to: '/projects/$projectId', params: { projectId: project.id } })}
        >
          {texts.open}
        </MenuItem>
        <MenuItem onSelect={() => setOpen('rename')}>{texts.renameMenuItem}</MenuItem>
        {isOwner && <MenuItem onSelect={() => setOpen('share')}>{texts.shareMenuItem}</MenuItem>}
        <MenuItem onSelect={archive}>{archived ? texts.moveToActive : texts.archive}</MenuItem>
        {isOwner && (
          <MenuItem danger onSelect={() => remove.mutate(project, { onSuccess: onDeleted })}>
            {isSample(project) ? texts.removeTheSample : texts.delete}
          </MenuItem>
        )}
      </Menu>
      <RenameDialog project={project} open={open === 'rename'} onClose={() => setOpen(undefined)} />
      <ShareDialog project={project} open={open === 'share'} onClose={() => setOpen(undefined)} />
    </>
  );
}
