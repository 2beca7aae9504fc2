import { type MouseEvent, useRef } from 'react';
import { positionOf, textElementOf } from './model/dom-offsets.ts';
import type { Position } from './model/selection.ts';

interface ClicksInput {
  isSelecting: boolean;
  onWord(position: Position): void;
  onHighlights(taggingIds: string[], mark: HTMLElement): void;
}

/** A click on a word; not the end of a selection, and not the click that removes one. */
export function useClicks({ isSelecting, onWord, onHighlights }: ClicksInput) {
  const hadSelection = useRef(false);
  return {
    onPointerDown() {
      hadSelection.current = isSelecting;
    },
    onClick({ target }: MouseEvent) {
      if (!textElementOf(target as Node) || isSelecting || hadSelection.current) return;
      const native = document.getSelection();
      const position = positionOf(native?.focusNode ?? null, native?.focusOffset ?? 0);
      if (position) onWord(position);
      const mark = (target as Element).closest<HTMLElement>('mark');
      if (mark) onHighlights(mark.dataset.highlights?.split(' ') ?? [], mark);
    },
  };
}
