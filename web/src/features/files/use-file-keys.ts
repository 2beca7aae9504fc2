import { useShortcuts } from '../../lib/shortcuts.ts';
import type { SelectionState } from './selection.ts';

/** The file whose row has the focus. */
const focusedId = () =>
  document.activeElement?.closest<HTMLElement>('[data-file-id]')?.dataset.fileId ?? undefined;

function focusRow(id: string | undefined): boolean {
  const link = id && document.querySelector<HTMLElement>(`[data-file-link="${CSS.escape(id)}"]`);
  if (!link) return false;
  link.focus();
  link.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Moves through the list and selects by keyboard. */
export function useFileKeys(order: readonly string[], selection: SelectionState, canSelect: boolean): void {
  const step = (by: number) => {
    const from = order.indexOf(focusedId() ?? '');
    const next = order[from < 0 ? (by > 0 ? 0 : order.length - 1) : from + by];
    return focusRow(next) && next;
  };
  const selectKeys = [
    {
      keys: 'x',
      label: 'Select the file',
      group: 'Files',
      run: () => {
        const id = focusedId();
        if (!id) return false;
        selection.select(id, false);
        return true;
      },
    },
    ...(['Down', 'Up'] as const).map((direction) => ({
      keys: `Shift+Arrow${direction}`,
      label: direction === 'Down' ? 'Extend the selection down' : 'Extend the selection up',
      group: 'Files',
      repeats: true,
      run: () => {
        const from = focusedId();
        if (from && !selection.ids.has(from)) selection.select(from, false);
        const id = step(direction === 'Down' ? 1 : -1);
        if (id) selection.select(id, true);
        return Boolean(id);
      },
    })),
    {
      keys: 'Escape',
      label: 'Clear the selection',
      group: 'Files',
      run: () => {
        if (selection.count === 0) return false;
        selection.clear();
        return true;
      },
    },
  ];
  useShortcuts([
    { keys: 'ArrowDown', label: 'Next file', group: 'Files', repeats: true, run: () => Boolean(step(1)) },
    { keys: 'ArrowUp', label: 'Previous file', group: 'Files', repeats: true, run: () => Boolean(step(-1)) },
    ...(canSelect ? selectKeys : []),
  ]);
}
