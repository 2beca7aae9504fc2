import { useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  /** The row from which a range extends: the one that was selected last. */
  anchor: string | undefined;
}

export const emptySelection: Selection = { ids: new Set(), anchor: undefined };

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Selects everything between the anchor and this row, as a click with Shift does. */
export function extend(selection: Selection, order: readonly string[], id: string): Selection {
  const to = order.indexOf(id);
  const from = selection.anchor === undefined ? to : order.indexOf(selection.anchor);
  if (from < 0 || to < 0) return toggle(selection, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor ?? id };
}

/** The selected rows of a list. Rows that leave the list leave the selection. */
export function useSelection(order: readonly string[]) {
  const [selection, setSelection] = useState(emptySelection);
  const present = order.filter((id) => selection.ids.has(id));
  return {
    ids: new Set(present) as ReadonlySet<string>,
    count: present.length,
    isAll: present.length > 0 && present.length === order.length,
    select(id: string, range: boolean) {
      setSelection((before) => (range ? extend(before, order, id) : toggle(before, id)));
    },
    selectAll: () => setSelection({ ids: new Set(order), anchor: undefined }),
    clear: () => setSelection(emptySelection),
  };
}

export type SelectionState = ReturnType<typeof useSelection>;
