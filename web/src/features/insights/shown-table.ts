import { type Axes, idsOf } from './axes.ts';
import type { InsightsSearch } from './insights-search.ts';
import { byPlace, byTotal, type Order, readOrder, type TableView } from './matrix-model.ts';

const ofTotal: Order = { by: byTotal, descending: true };
const ofPlace: Order = { by: byPlace, descending: false };

/** How the URL shows the matrix. Questions are in the order of the study until they are sorted. */
export function tableViewOf({ sort, order, hidden }: InsightsSearch, { what, transposed }: Axes): TableView {
  const ofWhat = what === 'question' ? ofPlace : ofTotal;
  return {
    transposed,
    rowOrder: readOrder(sort, transposed ? ofWhat : ofTotal),
    columnOrder: readOrder(order, transposed ? ofTotal : ofWhat),
    hidden: idsOf(hidden),
  };
}
