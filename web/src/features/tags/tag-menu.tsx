import { Ellipsis } from 'lucide-react';
import type { Tag } from '../../data/tags.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { TagTask } from './tag-dialogs.tsx';

interface TagMenuProps {
  tag: Tag;
  onRename(): void;
  onNewChild?(): void;
  onTopLevel(): void;
  onTask(task: TagTask): void;
}

export function TagMenu({ tag, onRename, onNewChild, onTopLevel, onTask }: TagMenuProps) {
  const tagIds = [tag.id];
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${tag.name}`}>
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem onSelect={onRename}>Rename</MenuItem>
      <MenuItem onSelect={() => onTask({ kind: 'color', tagIds })}>Color…</MenuItem>
      {onNewChild && <MenuItem onSelect={onNewChild}>Add a child tag</MenuItem>}
      <MenuItem onSelect={() => onTask({ kind: 'parent', tagIds })}>Move under…</MenuItem>
      {tag.parent_id && <MenuItem onSelect={onTopLevel}>Move to the top level</MenuItem>}
      <MenuItem onSelect={() => onTask({ kind: 'merge', tagIds })}>Merge into…</MenuItem>
      <MenuItem danger onSelect={() => onTask({ kind: 'delete', tagIds })}>
        Delete…
      </MenuItem>
    </Menu>
  );
}
