import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, X } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { cellMomentsQuery, type MatrixChoice, type MatrixMoment } from '../../data/insights.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type KnownFile, type Moment, momentOfMatrix } from '../moments/index.ts';
import { describeCounts } from './describe.ts';
import type { WhatKind } from './insights-search.ts';
import { type Counts, splitLabel, type TableHeading } from './matrix-model.ts';
import { MomentItem } from './moment-item.tsx';
import { texts } from './texts.ts';

export interface ChosenCell {
  row: TableHeading;
  column: TableHeading;
  counts: Counts | undefined;
  /** The cell as the API names it. */
  ids: { row_id: string; column_id: string };
}

interface MomentPanelProps {
  projectId: string;
  choice: MatrixChoice;
  what: WhatKind;
  cell: ChosenCell | undefined;
  /** Moves the cell without leaving the panel. */
  onMove(rows: number, columns: number): void;
  /** Goes back to the matrix. */
  onBack(): void;
  onClose(): void;
  panelRef: RefObject<HTMLElement | null>;
}

const steps = [
  { name: 'left', Arrow: ArrowLeft, rows: 0, columns: -1 },
  { name: 'right', Arrow: ArrowRight, rows: 0, columns: 1 },
  { name: 'up', Arrow: ArrowUp, rows: -1, columns: 0 },
  { name: 'down', Arrow: ArrowDown, rows: 1, columns: 0 },
] as const;

/** The moments of a cell, beside the matrix. */
export function MomentPanel({ cell, what, onMove, onBack, onClose, panelRef, ...rest }: MomentPanelProps) {
  return (
    <aside
      ref={panelRef}
      tabIndex={-1}
      aria-label={texts.panel.label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onBack();
      }}
      className="flex min-h-0 w-88 shrink-0 flex-col border-s border-line outline-none"
    >
      <header className="border-b border-line py-3 ps-5 pe-3">
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 pt-1 text-md font-semibold" dir="auto">
            {cell
              ? texts.panel.title(splitLabel(cell.row).name, splitLabel(cell.column).name)
              : texts.panel.choose}
          </h2>
          <IconButton label={texts.close} onClick={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <div className="flex items-center justify-between gap-2">
          <p className="text-sm text-soft">
            {cell
              ? cell.counts
                ? describeCounts(cell.counts, what)
                : texts.grid.noMoments
              : texts.panel.chooseHint}
          </p>
          {cell && (
            <fieldset className="flex gap-1">
              <legend className="sr-only">{texts.panel.move}</legend>
              {steps.map(({ name, Arrow, rows, columns }) => (
                <button
                  key={name}
                  type="button"
                  aria-label={texts.panel[name]}
                  title={texts.panel[name]}
                  onClick={() => onMove(rows, columns)}
                  className="inline-flex size-6 items-center justify-center rounded-sm border border-line text-soft hover:border-edge hover:text-ink pointer-coarse:size-11"
                >
                  <Arrow size={12} strokeWidth={1.75} aria-hidden="true" className="rtl:rotate-180" />
                </button>
              ))}
            </fieldset>
          )}
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {cell && <CellMoments {...rest} cell={cell} />}
      </div>
    </aside>
  );
}

/** While the keyboard moves quickly, only the cell on which it stops is read. */
const settledMs = 120;

export function CellMoments({
  projectId,
  choice,
  cell,
}: Pick<MomentPanelProps, 'projectId' | 'choice'> & { cell: ChosenCell }) {
  const ids = useDebouncedValue(JSON.stringify(cell.ids), settledMs);
  const isSettled = ids === JSON.stringify(cell.ids);
  const query = useInfiniteQuery({
    ...cellMomentsQuery(projectId, choice, JSON.parse(ids) as ChosenCell['ids']),
    enabled: isSettled && cell.counts !== undefined,
  });
  const moments = useMemo(
    () =>
      query.data?.pages.flatMap((page) =>
        page.data.map((source) => ({ source, moment: momentOfMatrix(source, projectId, fileOf(source)) })),
      ) ?? [],
    [query.data, projectId],
  );
  if (!cell.counts)
    return (
      <div className="px-5 py-10 text-center">
        <p className="font-serif text-lg">{texts.panel.empty}</p>
        <p className="mt-1 text-sm text-soft">{texts.panel.emptyHint}</p>
      </div>
    );
  if (query.isError)
    return (
      <div className="p-4">
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  if (!query.data || !isSettled)
    return (
      <div className="p-4">
        <Skeleton rows={Math.min(4, cell.counts.count)} label={texts.panel.loading} />
      </div>
    );
  const next = (ended: Moment) =>
    moments[moments.findIndex(({ moment }) => moment.id === ended.id) + 1]?.moment;
  return (
    <>
      <ul>
        {moments.map(({ source, moment }) => (
          <li key={moment.id} className="border-b border-line">
            <MomentItem moment={moment} score={source.score} next={next} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="p-4 text-center">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.panel.more}
          </Button>
        </div>
      )}
    </>
  );
}

const fileOf = ({ file_name, file_kind }: MatrixMoment): KnownFile | undefined =>
  file_name === null || file_kind === null ? undefined : { name: file_name, kind: file_kind };
