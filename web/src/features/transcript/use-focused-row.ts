import { type FocusEvent, useCallback, useMemo, useState } from 'react';
import type { SegmentList } from './model/selection.ts';

/** The row to which Tab leads: the one that had the focus last. */
export function useFocusedRow(list: SegmentList) {
  const [id, setId] = useState<string | null>(null);
  const onFocus = useCallback(
    ({ target }: FocusEvent<HTMLElement>) => {
      const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
      if (index !== undefined) setId(list.segments[Number(index)]?.id ?? null);
    },
    [list],
  );
  const index = id === null ? 0 : (list.indexOf.get(id) ?? 0);
  return useMemo(() => ({ id, index, onFocus }), [id, index, onFocus]);
}
