import { ArrowDown, ArrowUp, EyeOff, File as FileIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { TagDot } from '../../ui/tag-chip.tsx';
import { describeCounts } from './describe.ts';
import { GridPart } from './grid-part.tsx';
import type { AxisKind, WhatKind } from './insights-search.ts';
import { splitLabel, type TableHeading } from './matrix-model.ts';
import { texts } from './texts.ts';

export interface HeaderProps {
  id: string;
  heading: TableHeading;
  kind: AxisKind;
  what: WhatKind;
  color: string | null | undefined;
  isActive: boolean;
  /** Whether the other axis is sorted by this heading, and how. */
  sorted: 'ascending' | 'descending' | undefined;
  onSort(): void;
  onHide(): void;
}

const cursor = 'ring-2 ring-ink ring-inset';

export const SortArrow = ({ sorted }: { sorted: HeaderProps['sorted'] }) => {
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown;
  return sorted ? <Arrow size={12} strokeWidth={2} aria-hidden="true" className="shrink-0" /> : null;
};

const nameOf = ({ label, total }: TableHeading, what: WhatKind) => `${label}, ${describeCounts(total, what)}`;

export function ColumnHeader({
  start,
  width,
  index,
  ...props
}: HeaderProps & { start: number; width: number; index: number }) {
  const { id, heading, kind, what, color, isActive, sorted, onSort } = props;
  const { name, detail } = splitLabel(heading);
  return (
    <GridPart
      role="columnheader"
      id={id}
      tabIndex={-1}
      aria-colindex={index + 2}
      aria-label={nameOf(heading, what)}
      aria-sort={sorted ?? 'none'}
      style={{ insetInlineStart: start, width }}
      className={`group absolute inset-y-0 rounded-md ${isActive ? cursor : ''}`}
    >
      <button
        type="button"
        tabIndex={-1}
        title={texts.grid.sortBy(heading.label)}
        onClick={onSort}
        className={`flex size-full flex-col items-center justify-end gap-1.5 px-1 pb-2 text-xs hover:text-ink ${sorted ? 'font-semibold text-ink' : 'text-soft'}`}
      >
        <span className="line-clamp-3 text-center hyphens-auto" dir="auto">
          {name}
          {detail && <span className="block truncate text-[11px] text-soft">{detail}</span>}
        </span>
        <span className="flex h-3 items-center gap-0.5">
          {kind === 'tag' && <TagDot color={color} />}
          <SortArrow sorted={sorted} />
        </span>
      </button>
      <HideButton {...props} className="end-0 top-0" />
    </GridPart>
  );
}

export function RowHeader({ width, ...props }: HeaderProps & { width: number }) {
  const { id, heading, kind, what, color, isActive, sorted, onSort } = props;
  const { name, detail } = splitLabel(heading);
  return (
    <GridPart
      role="rowheader"
      id={id}
      tabIndex={-1}
      aria-colindex={1}
      aria-label={nameOf(heading, what)}
      style={{ width }}
      className="group sticky start-0 z-10 h-full bg-paper py-px pe-2"
    >
      <button
        type="button"
        tabIndex={-1}
        title={texts.grid.sortBy(heading.label)}
        onClick={onSort}
        className={`flex size-full items-center gap-2 rounded-md px-1 text-start ${isActive ? cursor : ''}`}
      >
        <HeadingMark name={name} kind={kind} color={color} />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-sm font-medium">
            {name}
          </span>
          {detail && (
            <span dir="auto" className="block truncate text-xs text-soft">
              {detail}
            </span>
          )}
        </span>
        <SortArrow sorted={sorted} />
      </button>
      <HideButton {...props} className="end-2 top-1/2 -translate-y-1/2" />
    </GridPart>
  );
}

/** What stands before the name: initials, the colour of a tag, or the sign of a file. */
export function HeadingMark({
  name,
  kind,
  color,
}: {
  name: string;
  kind: AxisKind;
  color: string | null | undefined;
}): ReactNode {
  if (kind === 'tag') return <TagDot color={color} />;
  if (kind === 'file')
    return <FileIcon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />;
  if (kind === 'question') return null;
  return (
    <span aria-hidden="true" className="scale-110">
      <Avatar name={name} />
    </span>
  );
}

/** For the pointer; the keyboard hides with H. */
const HideButton = ({ heading, onHide, className }: HeaderProps & { className: string }) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={texts.grid.hide(heading.label)}
    title={texts.grid.hide(heading.label)}
    onClick={onHide}
    className={`absolute hidden size-6 items-center justify-center rounded-md border border-line bg-surface text-soft hover:border-edge hover:text-ink pointer-fine:group-hover:inline-flex ${className}`}
  >
    <EyeOff size={14} strokeWidth={1.75} aria-hidden="true" />
  </button>
);
