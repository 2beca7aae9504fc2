import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { matrixQuery } from '../../data/insights.ts';
import { tagsQuery } from '../../data/tags.ts';
import { closeAskPanel, useIsAskBeside } from '../../lib/ask-panel.ts';
import { isValidationError } from '../../lib/errors.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { type Axes, idsOf, listOf } from './axes.ts';
import { AxisMenus, SortMenu, transpose } from './axis-menus.tsx';
import type { InsightsSearch } from './insights-search.ts';
import { Legend } from './legend.tsx';
import { choiceOf } from './matrix-choice.ts';
import { MatrixFilters } from './matrix-filters.tsx';
import { MatrixGrid } from './matrix-grid.tsx';
import { type Order, toTable, writeOrder } from './matrix-model.ts';
import { EmptyMatrix, LoadingMatrix, NoStudy, TooLarge } from './matrix-states.tsx';
import { MomentPanel } from './moment-panel.tsx';
import { PeopleList } from './people-list.tsx';
import { tableViewOf } from './shown-table.ts';
import { texts } from './texts.ts';
import { useChosenCell } from './use-chosen-cell.ts';
import { moved } from './use-grid-cursor.ts';
import type { ChangeSearch } from './use-url-state.ts';

const MomentSheet = lazy(() =>
  import('./moment-sheet.tsx').then((module) => ({ default: module.MomentSheet })),
);

interface MatrixProps {
  projectId: string;
  axes: Axes;
  search: InsightsSearch;
  onChange: ChangeSearch;
}

export function Matrix({ projectId, axes, search, onChange }: MatrixProps) {
  const isTags = axes.who === 'tag';
  const choice = choiceOf(search, axes);
  const needsStudy = axes.what === 'question' && !search.test;
  const query = useQuery({ ...matrixQuery(projectId, choice), enabled: !needsStudy });
  const { data: tags } = useQuery(tagsQuery(projectId));
  const colors = useMemo(() => new Map(tags?.map(({ id, color }) => [id, color])), [tags]);

  const { rowOrder, columnOrder, ...tableView } = tableViewOf(search, axes);
  const view = JSON.stringify({ rowOrder, columnOrder, ...tableView });
  const table = useMemo(() => query.data && toTable(query.data, JSON.parse(view)), [query.data, view]);

  const isPhone = useMediaQuery('(max-width: 767px)');
  const isAskBeside = useIsAskBeside();
  const hasRoom = useMediaQuery('(min-width: 1024px)');
  // The panel is there from the beginning; the sheet covers the matrix, so it opens on request.
  const [isPanelOpen, setPanelOpen] = useState(true);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const openMoments = () => {
    closeAskPanel();
    if (hasRoom) setPanelOpen(true);
    else setSheetOpen(true);
  };
  const gridRef = useRef<HTMLDivElement>(null);
  const panelRef = useRef<HTMLElement>(null);
  const chosen = useChosenCell({ table, search, transposed: axes.transposed, onChange });

  useShortcuts([
    {
      keys: 't',
      label: texts.shortcuts.transpose,
      group: texts.shortcuts.group,
      run: () => !isTags && transpose(axes, chosen.search(), onChange),
    },
  ]);

  const bar = (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-6">
      {isTags ? (
        <p className="text-sm text-soft">{texts.together.hint}</p>
      ) : (
        <>
          <AxisMenus projectId={projectId} axes={axes} search={search} onChange={onChange} />
          <span aria-hidden="true" className="mx-1 h-5 w-px bg-line max-sm:hidden" />
        </>
      )}
      <fieldset className="contents">
        <legend className="sr-only">{texts.filters.label}</legend>
        <MatrixFilters
          projectId={projectId}
          search={search}
          axes={axes}
          hidden={{ rows: named(table?.hiddenRows), columns: named(table?.hiddenColumns) }}
          onChange={onChange}
        />
      </fieldset>
      <div className="ms-auto">
        <SortMenu
          order={rowOrder}
          columnName={table?.columns.find(({ id }) => id === rowOrder.by)?.label}
          onChange={onChange}
        />
      </div>
    </div>
  );
  const panel = { projectId, choice, what: axes.what, cell: chosen.cell };
  const kinds = axes.transposed
    ? { rows: axes.what, columns: axes.who }
    : { rows: axes.who, columns: axes.what };
  const closePanel = () => {
    setPanelOpen(false);
    gridRef.current?.focus({ preventScroll: true });
  };

  const content = () => {
    if (needsStudy) return <NoStudy />;
    if (isValidationError(query.error))
      return <TooLarge error={query.error} axes={axes} onChange={onChange} />;
    if (query.isError && !table)
      return (
        <div className="px-4 sm:px-6">
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        </div>
      );
    if (!table) return <LoadingMatrix />;
    if (table.cells.length === 0)
      return <EmptyMatrix projectId={projectId} search={search} axes={axes} onChange={onChange} />;
    if (isPhone)
      return (
        <PeopleList
          table={table}
          kinds={kinds}
          what={axes.what}
          colors={colors}
          isOld={query.isPlaceholderData}
          onOpen={(cursor) => {
            chosen.move(cursor);
            openMoments();
          }}
        />
      );
    return (
      <>
        <div className="flex min-h-0 flex-1 flex-col px-4 sm:px-6">
          <MatrixGrid
            table={table}
            kinds={kinds}
            what={axes.what}
            colors={colors}
            orders={{ rows: rowOrder, columns: columnOrder }}
            cursor={chosen.cursor}
            isOld={query.isPlaceholderData}
            gridRef={gridRef}
            onMove={chosen.move}
            onPress={openMoments}
            onOpen={() => {
              openMoments();
              requestAnimationFrame(() => panelRef.current?.focus());
            }}
            onSortRows={(by) => onChange({ sort: nextOrder(rowOrder, by) })}
            onSortColumns={(by) => onChange({ order: nextOrder(columnOrder, by) })}
            onHide={(id) => onChange({ hidden: listOf([...idsOf(search.hidden), id]) })}
          />
        </div>
        <Legend table={table} what={axes.what} />
      </>
    );
  };

  return (
    <Announcer>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          {bar}
          {content()}
        </div>
        {hasRoom && isPanelOpen && !isAskBeside && table && table.cells.length > 0 && (
          <MomentPanel
            {...panel}
            panelRef={panelRef}
            onMove={(rows, columns) => chosen.move(moved(table, chosen.cursor, rows, columns))}
            onBack={() => gridRef.current?.focus({ preventScroll: true })}
            onClose={closePanel}
          />
        )}
        {!hasRoom && table && (
          <Suspense>
            <MomentSheet {...panel} open={isSheetOpen} onClose={() => setSheetOpen(false)} />
          </Suspense>
        )}
      </div>
    </Announcer>
  );
}

const named = (headings: readonly { id: string; label: string }[] = []) =>
  headings.map(({ id, label }) => ({ id, name: label }));

/** A first press sorts by most, a second one by least, a third one as before. */
function nextOrder(current: Order, by: string): string | undefined {
  if (current.by !== by) return writeOrder({ by, descending: true });
  return current.descending ? writeOrder({ by, descending: false }) : undefined;
}
