import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RenameInPlace } from '../../ui/rename-in-place.tsx';
import { TagDot } from '../../ui/tag-chip.tsx';
import type { TagTask } from './tag-dialogs.tsx';
import { TagMenu } from './tag-menu.tsx';
import type { TagRow as Row } from './tag-tree.ts';
import { texts } from './texts.ts';

export interface TagRowActions {
  rename(tagId: string, name: string): void;
  setRenaming(tagId: string | undefined): void;
  addChild(tagId: string): void;
  moveToTop(tagId: string): void;
  toggleSelected(tagId: string): void;
  toggleCollapsed(tagId: string): void;
  onTask(task: TagTask): void;
}

interface TagRowProps {
  row: Row;
  projectId: string;
  canEdit: boolean;
  isSelected: boolean;
  isCollapsed: boolean;
  isRenaming: boolean;
  isTarget: boolean;
  isDragged: boolean;
  /** Some tag has child tags: the names leave room for the button that shows them. */
  isTree: boolean;
  actions: TagRowActions;
}

export const TagRow = memo(function TagRow({ row, projectId, canEdit, actions, ...state }: TagRowProps) {
  const { tag, depth, childCount, parentName, usesBelow } = row;
  const Chevron = state.isCollapsed ? ChevronRight : ChevronDown;
  return (
    <div
      data-tag={tag.id}
      className={`group flex h-10 items-center gap-2 rounded-md border px-2 select-none pointer-coarse:h-11 ${state.isTarget ? 'border-accent bg-accent-wash' : 'border-transparent hover:bg-sunken'} ${state.isSelected ? 'bg-accent-wash' : ''} ${state.isDragged ? 'opacity-40' : ''}`}
    >
      {canEdit && (
        <Checkbox
          label={texts.select(tag.name)}
          checked={state.isSelected}
          onChange={() => actions.toggleSelected(tag.id)}
        />
      )}
      {/* Deeper levels would leave no room for the name. */}
      <span aria-hidden="true" style={{ width: `${Math.min(depth, 6) * 20}px` }} className="shrink-0" />
      {childCount > 0 ? (
        <button
          type="button"
          aria-expanded={!state.isCollapsed}
          aria-label={texts.childTagsOf(tag.name)}
          onClick={() => actions.toggleCollapsed(tag.id)}
          className="inline-flex size-6 shrink-0 items-center justify-center rounded text-soft hover:text-ink pointer-coarse:size-11"
        >
          <Chevron size={14} strokeWidth={2} aria-hidden="true" className="rtl:-scale-x-100" />
        </button>
      ) : (
        state.isTree && <span aria-hidden="true" className="w-6 shrink-0 pointer-coarse:w-11" />
      )}
      <TagDot color={tag.color} />
      {state.isRenaming ? (
        <RenameInPlace
          label={texts.nameOfTheTag}
          name={tag.name}
          maxLength={100}
          onRename={(name) => actions.rename(tag.id, name)}
          onClose={() => actions.setRenaming(undefined)}
        />
      ) : (
        <Link
          to="/projects/$projectId/tags/$tagId"
          params={{ projectId, tagId: tag.id }}
          dir="auto"
          draggable={false}
          className="min-w-0 truncate font-medium underline-offset-4 hover:underline"
        >
          {tag.name}
          {parentName && <span className="sr-only">{texts.childOf(parentName)}</span>}
        </Link>
      )}
      {tag.description && !state.isRenaming && (
        <span dir="auto" className="min-w-0 flex-1 truncate text-sm text-soft max-sm:hidden">
          {tag.description}
        </span>
      )}
      <span className="ms-auto shrink-0 ps-2 text-soft tabular-nums">
        <span className="sr-only">
          {tag.usage_count === 1 ? texts.usedOnce : texts.usedTimes(formatNumber(tag.usage_count))}
        </span>
        <span aria-hidden="true">{formatNumber(tag.usage_count)}</span>
        {usesBelow > 0 && <span className="max-sm:sr-only"> {texts.usedBelow(formatNumber(usesBelow))}</span>}
      </span>
      {canEdit && (
        <TagMenu
          tag={tag}
          onRename={() => actions.setRenaming(tag.id)}
          onNewChild={() => actions.addChild(tag.id)}
          onTopLevel={() => actions.moveToTop(tag.id)}
          onTask={actions.onTask}
        />
      )}
    </div>
  );
});
