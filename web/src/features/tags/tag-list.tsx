import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { usePointerDrag } from '../../ui/pointer-drag.ts';
import { TagRow, type TagRowActions } from './tag-row.tsx';
import type { TagRow as Row } from './tag-tree.ts';
import { texts } from './texts.ts';

interface TagListProps {
  rows: Row[];
  projectId: string;
  canEdit: boolean;
  selected: ReadonlySet<string>;
  collapsed: ReadonlySet<string>;
  renamingId: string | undefined;
  actions: TagRowActions;
}

const rowHeight = () => (matchMedia('(pointer: coarse)').matches ? 44 : 40);

/** The tree as a list of rows. A row dragged onto another one can be put under it or merged into it. */
export function TagList({
  rows,
  projectId,
  canEdit,
  selected,
  collapsed,
  renamingId,
  actions,
}: TagListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [draggedId, setDraggedId] = useState<string>();
  const [targetId, setTargetId] = useState<string>();
  const [top, setTop] = useState(0);
  // What is above the list may grow, for example by a message.
  useLayoutEffect(() => {
    const measured = (list.current?.getBoundingClientRect().top ?? 0) + scrollY;
    if (Math.abs(measured - top) > 1) setTop(measured);
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: rowHeight,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.tag.id ?? index,
  });

  usePointerDrag(list, (pressed) => {
    const element = pressed.closest<HTMLElement>('[data-tag]');
    const id = element?.dataset.tag;
    if (!canEdit || !element || !id) return undefined;
    setDraggedId(id);
    let onto: string | undefined;
    const end = () => {
      setDraggedId(undefined);
      setTargetId(undefined);
    };
    return {
      element,
      over(_point, under) {
        const next = under?.closest<HTMLElement>('[data-tag]')?.dataset.tag;
        onto = next === id ? undefined : next;
        setTargetId(onto);
      },
      drop() {
        end();
        if (onto)
          actions.onTask({
            kind: 'dropped',
            tagIds: selected.has(id) ? [...selected].filter((each) => each !== onto) : [id],
            onto,
          });
      },
      cancel: end,
    };
  });

  const isTree = rows.some(({ childCount }) => childCount > 0);
  return (
    <div ref={list}>
      <ul aria-label={texts.tags2} className="relative" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          return (
            row && (
              <li
                key={key}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <TagRow
                  row={row}
                  projectId={projectId}
                  canEdit={canEdit}
                  isSelected={selected.has(row.tag.id)}
                  isCollapsed={collapsed.has(row.tag.id)}
                  isRenaming={renamingId === row.tag.id}
                  isTarget={targetId === row.tag.id}
                  isDragged={draggedId === row.tag.id}
                  isTree={isTree}
                  actions={actions}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
