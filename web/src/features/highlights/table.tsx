import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import type { Tag } from '../../data/tags.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type Moment, useCurrentMomentId } from '../moments/index.ts';
import type { Grouping } from './filters-of.ts';
import { momentOfHighlight } from './moment-of-highlight.ts';
import { columnCount, GroupRow, HighlightRow, selectCell, selectTarget } from './rows.tsx';
import { texts } from './texts.ts';
import type { Row } from './use-rows.ts';
import type { Selection } from './use-selection.ts';

interface TableProps {
  rows: readonly Row[];
  grouping: Grouping;
  tags: ReadonlyMap<string, Tag>;
  selection: Selection;
  canEdit: boolean;
  /** The key of the row that the keys of the page mean. */
  activeKey: string | undefined;
  onActivate(key: string): void;
  onToggleGroup(groupId: string, open: boolean): void;
  onShowMore(groupId: string): void;
  scroller: RefObject<HTMLDivElement | null>;
}

const rowHeight = 44;
const head = 'sticky top-0 z-10 bg-paper px-2 py-1.5 text-start text-sm font-medium text-soft';

/** Renders the rows near the screen, the one that plays and the active one. */
export function HighlightTable(props: TableProps) {
  const { rows, grouping, tags, selection, canEdit, activeKey, scroller } = props;
  const playingKey = useCurrentMomentId();
  const indexOf = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const playingIndex = indexOf.get(playingKey ?? '');
  const activeIndex = indexOf.get(activeKey ?? '');
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    rangeExtractor: useCallback(
      (range: Range) =>
        [
          ...new Set([
            ...defaultRangeExtractor(range),
            ...[playingIndex, activeIndex].flatMap((index) => index ?? []),
          ]),
        ].sort((a, b) => a - b),
      [playingIndex, activeIndex],
    ),
  });
  // The page's element is not there yet when the rows are: they are known already when someone comes back to the page.
  const [, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  // What goes on to the next row stays on the screen.
  useEffect(() => {
    if (playingIndex !== undefined) virtualizer.scrollToIndex(playingIndex, { align: 'auto' });
  }, [playingIndex, virtualizer]);

  const next = (ended: Moment): Moment | undefined => {
    const from = indexOf.get(ended.id);
    const row =
      from === undefined ? undefined : rows.slice(from + 1).find(({ kind }) => kind === 'highlight');
    return row?.kind === 'highlight' ? momentOfHighlight(row.key, row.highlight) : undefined;
  };
  const shown = rows.flatMap((row) => (row.kind === 'highlight' ? row.highlight.id : []));
  const isAll = shown.length > 0 && shown.every((id) => selection.highlights.has(id));
  const moodsMax = Math.max(
    0,
    ...rows.flatMap((row) => (row.kind === 'group' ? [row.group.positive, row.group.negative] : [])),
  );
  const items = virtualizer.getVirtualItems();
  let end = 0;
  return (
    <table
      aria-label={texts.title}
      aria-rowcount={rows.length + 1}
      className="w-full table-fixed border-collapse"
    >
      <thead>
        <tr className="shadow-[0_1px_0_var(--line)]">
          <th scope="col" className={`sticky top-0 z-10 w-14 bg-paper ${selectCell}`}>
            {canEdit && (
              // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox has a name of its own; this is its touch target.
              <label className={selectTarget}>
                <Checkbox
                  className="pointer-coarse:size-6"
                  label={texts.columns.select}
                  checked={isAll}
                  indeterminate={selection.highlights.size > 0 && !isAll}
                  onChange={() => (isAll ? selection.clear() : selection.selectAll())}
                />
              </label>
            )}
          </th>
          <th scope="col" className={`${head} w-11 pointer-coarse:w-15`}>
            <span className="sr-only">{texts.columns.play}</span>
          </th>
          <th scope="col" className={head}>
            {texts.columns.quotation}
          </th>
          <th scope="col" className={`${head} hidden w-36 lg:alone:table-cell`}>
            {grouping === 'tag' ? texts.columns.otherTags : texts.columns.tags}
          </th>
          <th scope="col" className={`${head} hidden w-36 md:table-cell`}>
            {texts.columns.person}
          </th>
          <th scope="col" className={`${head} hidden w-44 xl:alone:table-cell`}>
            {texts.columns.file}
          </th>
          <th scope="col" className={`${head} hidden w-16 text-end md:table-cell`}>
            {texts.columns.time}
          </th>
          <th scope="col" className={`${head} hidden w-34 pe-6 md:table-cell`}>
            {texts.columns.sentiment}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const row = rows[item.index];
          const gap = item.start - end;
          end = item.end;
          return (
            row && (
              <Fragment key={item.key}>
                {gap > 0 && <Gap height={gap} />}
                <TableRow
                  {...props}
                  row={row}
                  index={item.index}
                  measure={virtualizer.measureElement}
                  moodsMax={moodsMax}
                  next={next}
                  tags={tags}
                />
              </Fragment>
            )
          );
        })}
        {virtualizer.getTotalSize() > end && <Gap height={virtualizer.getTotalSize() - end} />}
      </tbody>
    </table>
  );
}

/** Takes the place of rows that are not rendered. */
const Gap = ({ height }: { height: number }) => (
  <tr>
    <td colSpan={columnCount} style={{ height, padding: 0 }} />
  </tr>
);

interface TableRowProps extends TableProps {
  row: Row;
  index: number;
  moodsMax: number;
  measure(element: HTMLTableRowElement | null): void;
  next(ended: Moment): Moment | undefined;
}

function TableRow(props: TableRowProps) {
  const { row, index, grouping, tags, selection, canEdit, activeKey, measure } = props;
  if (row.kind === 'group') {
    const tag = grouping === 'tag' ? tags.get(row.group.id) : undefined;
    return (
      <GroupRow
        group={row.group}
        name={nameOf(row.group, grouping)}
        color={tag?.color}
        isOpen={row.isOpen}
        index={index}
        measure={measure}
        moodsMax={props.moodsMax}
        onToggle={() => props.onToggleGroup(row.group.id, !row.isOpen)}
      />
    );
  }
  if (row.kind === 'highlight') {
    const { key, groupId, highlight } = row;
    const shown = highlight.taggings.flatMap(({ tag_id }) =>
      grouping === 'tag' && tag_id === groupId ? [] : (tags.get(tag_id) ?? []),
    );
    return (
      <HighlightRow
        rowKey={key}
        highlight={highlight}
        index={index}
        measure={measure}
        tags={shown}
        isSelected={selection.highlights.has(highlight.id)}
        isActive={key === activeKey}
        onSelect={canEdit ? (isRange) => selection.toggle(key, isRange) : undefined}
        onActivate={() => props.onActivate(key)}
        next={props.next}
      />
    );
  }
  return (
    <tr ref={measure} data-index={index} className="h-9 border-b border-line">
      <td colSpan={2} />
      <td colSpan={columnCount - 2} className="px-2">
        {row.kind === 'more' ? (
          <Button variant="bare" className="-ms-3 text-accent" onClick={() => props.onShowMore(row.groupId)}>
            {texts.showMore(row.left)}
          </Button>
        ) : (
          <div
            role="status"
            aria-label={texts.loading}
            className="animate-pulse-slow h-5 w-1/2 rounded bg-sunken"
          />
        )}
      </td>
    </tr>
  );
}

function nameOf({ id, label }: { id: string; label: string | null }, grouping: Grouping): string {
  if (grouping === 'sentiment') return texts.sentiments[id as keyof typeof texts.sentiments];
  if (label !== null) return label;
  return grouping === 'person' ? texts.unknownPerson : texts.unknownFile;
}
