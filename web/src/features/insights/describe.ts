import { formatNumber } from '../../lib/format.ts';
import type { WhatKind } from './insights-search.ts';
import type { Counts } from './matrix-model.ts';
import { texts } from './texts.ts';

/** "5 moments, 4 negative": what a cell or a heading counts. */
export function describeCounts({ count, positive, negative }: Counts, what: WhatKind): string {
  return [
    what === 'question' ? texts.counts.answers(count) : texts.counts.moments(count),
    ...(negative > 0 ? [texts.moods.countNegative(formatNumber(negative))] : []),
    ...(positive > 0 ? [texts.moods.countPositive(formatNumber(positive))] : []),
  ].join(', ');
}

/** The name of a cell for screen readers. */
export const describeCell = (row: string, column: string, cell: Counts | undefined, what: WhatKind): string =>
  `${row}, ${column}, ${cell ? describeCounts(cell, what) : texts.grid.noMoments}`;
