import type { MatrixChoice } from '../../data/insights.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { describeCounts } from './describe.ts';
import type { WhatKind } from './insights-search.ts';
import { splitLabel } from './matrix-model.ts';
import { CellMoments, type ChosenCell } from './moment-panel.tsx';
import { texts } from './texts.ts';

interface MomentSheetProps {
  projectId: string;
  choice: MatrixChoice;
  what: WhatKind;
  cell: ChosenCell | undefined;
  open: boolean;
  onClose(): void;
}

/** The moments of a cell over the page, where there is no room beside the matrix. */
export const MomentSheet = ({ cell, what, open, onClose, ...rest }: MomentSheetProps) => (
  <Sheet
    open={open && cell !== undefined}
    onClose={onClose}
    side="end"
    title={
      cell ? texts.panel.title(splitLabel(cell.row).name, splitLabel(cell.column).name) : texts.panel.choose
    }
  >
    {cell && (
      <div className="-mx-4 -mt-4">
        <p className="px-5 py-3 text-sm text-soft">
          {cell.counts ? describeCounts(cell.counts, what) : texts.grid.noMoments}
        </p>
        <CellMoments {...rest} cell={cell} />
      </div>
    )}
  </Sheet>
);
