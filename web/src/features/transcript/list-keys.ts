import type { KeyboardEvent } from 'react';
import { lengthOf } from './model/code-points.ts';
import { extend, type SegmentList, type Step } from './model/selection.ts';
import type { SelectionState } from './use-selection.ts';

interface ListKeysInput {
  list: SegmentList;
  selected: SelectionState;
  focusedIndex: number;
  focus(index: number): void;
  scrollTo(index: number): void;
  edit(index: number): void;
}

/** Keys of a row: ↑ ↓ Home End move the focus, with Shift they select words, Enter edits. */
export function useListKeys({ list, selected, focusedIndex, focus, scrollTo, edit }: ListKeysInput) {
  return (event: KeyboardEvent) => {
    // Keys of the text field and of the buttons belong to them.
    if (!(event.target instanceof HTMLElement) || event.target.dataset.index === undefined) return;
    if (event.nativeEvent.isComposing || event.metaKey) return;
    const last = list.segments.length - 1;
    const handled = () => event.preventDefault();
    if (event.shiftKey && event.key.startsWith('Arrow')) {
      select(event);
      return handled();
    }
    if (event.shiftKey || event.ctrlKey || event.altKey) return;
    if (event.key === 'ArrowDown') focus(Math.min(focusedIndex + 1, last));
    else if (event.key === 'ArrowUp') focus(Math.max(focusedIndex - 1, 0));
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(last);
    else if (event.key === 'Enter') edit(focusedIndex);
    else return;
    handled();
  };

  function select({ key, altKey, ctrlKey, target }: KeyboardEvent) {
    const isRtl =
      getComputedStyle((target as Element).querySelector('[dir]') ?? (target as Element)).direction === 'rtl';
    const horizontal = key === 'ArrowLeft' || key === 'ArrowRight';
    const forward = horizontal ? (key === 'ArrowRight') !== isRtl : key === 'ArrowDown';
    const direction = forward ? 1 : -1;
    const step: Step = !horizontal ? 'segment' : altKey || ctrlKey ? 'word' : 'character';
    const row = list.segments[focusedIndex];
    if (!row) return;
    const start = { segmentId: row.id, character: forward ? 0 : lengthOf(row.text) };
    const next = extend(list, selected.selection ?? { anchor: start, focus: start }, direction, step);
    selected.set(next);
    scrollTo(list.indexOf.get(next.focus.segmentId) ?? focusedIndex);
  }
}
