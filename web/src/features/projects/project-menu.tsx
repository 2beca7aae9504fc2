import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project } from '../../lib/api.ts';
import { mayWrite, useMe } from '../../lib/identity.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useTell } from '../../ui/toasts.tsx';
import { useChangeProject, useDeleteProject } from './queries.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

/** What can be done to a project; only what the server would allow is offered. */
export function ProjectMenu({ project, onGone }: { project: Project; onGone?: () => void }) {
  const me = useMe();
  const [open, setOpen] = useState<'rename' | 'share' | undefined>();
  const change = useChangeProject(project.id);
  const remove = useDeleteProject();
  const tell = useTell();
  const navigate = useNavigate();
  if (!mayWrite(me)) return null;
  const owns = project.owner_id === me.id;
  const archived = project.status === 'archived';
  const archive = () =>
    change.mutate(
      { status: archived ? 'active' : 'archived' },
      {
        onSuccess: () =>
          tell({ text: archived ? `“${project.name}” is active again.` : `Archived “${project.name}”.` }),
        onError: (error) => tell({ text: error.message }),
      },
    );

  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${project.name}`}>
            <Icon name="more" size={20} />
          </IconButton>
        }
      >
        <MenuItem
          onSelect={() => void navigate({ to: '/projects/$projectId', params: { projectId: project.id } })}
        >
          Open
        </MenuItem>
        <MenuItem onSelect={() => setOpen('rename')}>Rename…</MenuItem>
        {owns && <MenuItem onSelect={() => setOpen('share')}>Share…</MenuItem>}
        <MenuItem onSelect={archive}>{archived ? 'Move to active' : 'Archive'}</MenuItem>
        {owns && (
          <MenuItem danger onSelect={() => remove.mutate(project, { onSuccess: onGone })}>
            Delete
          </MenuItem>
        )}
      </Menu>
      <RenameDialog project={project} open={open === 'rename'} onClose={() => setOpen(undefined)} />
      <ShareDialog project={project} open={open === 'share'} onClose={() => setOpen(undefined)} />
    </>
  );
}
