import type { CSSProperties } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { MoodBar } from '../../ui/mood-bar.tsx';
import { GridPart } from './grid-part.tsx';
import { type Counts, type Table, tintOf } from './matrix-model.ts';
import { tintBackgrounds } from './tints.ts';

interface MatrixCellProps {
  id: string;
  columnIndex: number;
  start: number;
  width: number;
  label: string;
  cell: Counts | undefined;
  /** Pixels of the mood bar for one moment. */
  unit: number;
  isActive: boolean;
  onPress(): void;
}

/** The number is always written: the tint only helps to find it. */
export const MatrixCell = (props: MatrixCellProps) => {
  const { id, columnIndex, start, width, label, cell, unit, isActive, onPress } = props;
  return (
    <GridPart
      role="gridcell"
      id={id}
      tabIndex={-1}
      aria-colindex={columnIndex + 2}
      aria-label={label}
      aria-selected={isActive}
      onClick={onPress}
      style={{
        insetInlineStart: start + 1,
        width: width - 2,
        background: cell && tintBackgrounds[tintOf(cell.count)],
      }}
      className={`absolute inset-y-px flex cursor-pointer flex-col items-center justify-center gap-1 rounded-md outline-none ${isActive ? 'z-1 ring-2 ring-ink group-focus-visible/grid:ring-3 group-focus-visible/grid:ring-accent' : 'hover:ring-1 hover:ring-edge'}`}
    >
      {cell ? (
        <>
          <span aria-hidden="true" className="text-md leading-5 font-medium tabular-nums">
            {formatNumber(cell.count)}
          </span>
          <MoodBar counts={cell} unit={unit} />
        </>
      ) : (
        <span aria-hidden="true" className="text-soft">
          –
        </span>
      )}
    </GridPart>
  );
};

interface TotalCellProps {
  counts: Counts;
  unit: number;
  columnIndex: number;
  className: string;
  style?: CSSProperties;
}

export const TotalCell = ({ counts, unit, columnIndex, className, style }: TotalCellProps) => (
  <GridPart
    role="gridcell"
    aria-colindex={columnIndex + 2}
    style={style}
    className={`flex flex-col items-center justify-center gap-1 ${className}`}
  >
    <span className="text-md leading-5 font-medium tabular-nums">{formatNumber(counts.count)}</span>
    <MoodBar counts={counts} unit={unit} />
  </GridPart>
);

/** Pixels for one moment, so that the longest bar of each part of the table fits. */
export function moodUnits(table: Table) {
  const unit = (all: readonly Counts[], half: number, most: number) => {
    const longest = all.reduce((max, { positive, negative }) => Math.max(max, positive, negative), 1);
    return Math.min(most, half / longest);
  };
  const totals = (headings: Table['rows']) => headings.map(({ total }) => total);
  return {
    cell: unit(table.cells, 24, 5),
    rowTotal: unit(totals(table.rows), 28, 4),
    columnTotal: unit(totals(table.columns), 26, 4),
    total: unit([table.total], 28, 4),
  };
}
