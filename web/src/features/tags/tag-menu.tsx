import { Ellipsis } from 'lucide-react';
import type { Tag } from '../../data/tags.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { TagTask } from './tag-dialogs.tsx';
import { texts } from './texts.ts';

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
        <IconButton label={texts.actionsFor(tag.name)}>
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem onSelect={onRename}>{texts.rename}</MenuItem>
      <MenuItem onSelect={() => onTask({ kind: 'color', tagIds })}>{texts.colorMenuItem}</MenuItem>
      {onNewChild && <MenuItem onSelect={onNewChild}>{texts.addAChildTag}</MenuItem>}
      <MenuItem onSelect={() => onTask({ kind: 'parent', tagIds })}>{texts.moveMenuItem}</MenuItem>
      {tag.parent_id && <MenuItem onSelect={onTopLevel}>{texts.moveToTheTopLevel}</MenuItem>}
      <MenuItem onSelect={() => onTask({ kind: 'merge', tagIds })}>{texts.mergeIntoMenuItem}</MenuItem>
      <MenuItem danger onSelect={() => onTask({ kind: 'delete', tagIds })}>
        {texts.deleteMenuItem}
      </MenuItem>
    </Menu>
  );
}
