import { useShortcuts } from '../../lib/shortcuts.ts';
import type { SelectionState } from './selection.ts';
import { texts } from './texts.ts';

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
      label: texts.selectTheFile,
      group: texts.shortcutGroup,
      run: () => {
        const id = focusedId();
        if (!id) return false;
        selection.select(id, false);
        return true;
      },
    },
    ...(['ArrowDown', 'ArrowUp'] as const).map((key) => ({
      keys: `Shift+${key}`,
      label: key === 'ArrowDown' ? texts.extendTheSelectionDown : texts.extendTheSelectionUp,
      group: texts.shortcutGroup,
      repeats: true,
      run: () => {
        const from = focusedId();
        if (from && !selection.ids.has(from)) selection.select(from, false);
        const id = step(key === 'ArrowDown' ? 1 : -1);
        if (id) selection.select(id, true);
        return Boolean(id);
      },
    })),
    {
      keys: 'Escape',
      label: texts.clearTheSelection,
      group: texts.shortcutGroup,
      run: () => {
        if (selection.count === 0) return false;
        selection.clear();
        return true;
      },
    },
  ];
  useShortcuts([
    {
      keys: 'ArrowDown',
      label: texts.nextFile,
      group: texts.shortcutGroup,
      repeats: true,
      run: () => Boolean(step(1)),
    },
    {
      keys: 'ArrowUp',
      label: texts.previousFile,
      group: texts.shortcutGroup,
      repeats: true,
      run: () => Boolean(step(-1)),
    },
    ...(canSelect ? selectKeys : []),
  ]);
}
