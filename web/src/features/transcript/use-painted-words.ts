import { type RefObject, useCallback, useEffect, useLayoutEffect } from 'react';
import type { Match } from './model/find.ts';
import type { SegmentList } from './model/selection.ts';
import { clearPaint, paintMatches, paintSelection, rangesOf } from './paint.ts';
import type { RowElements } from './row-elements.ts';
import type { SelectionState } from './use-selection.ts';

interface PaintedWordsInput {
  root: RefObject<HTMLElement | null>;
  list: SegmentList;
  elements: RowElements;
  selected: SelectionState;
  find: { matches: readonly Match[]; current: number };
}

/**
 * Marks the selected words and the matches of a search in the rows that are rendered. Returns a function that finds the
 * rendered parts of the selection.
 */
export function usePaintedWords({ root, list, elements, selected, find }: PaintedWordsInput): () => Range[] {
  const { passage, dragging, restore } = selected;
  const getRanges = useCallback(
    () => (root.current && passage ? rangesOf(root.current, list, passage, renderedIn(list, elements)) : []),
    [root, list, passage, elements],
  );
  // After every rendering, because it may replace the text nodes that ranges refer to.
  useLayoutEffect(() => {
    paintSelection(getRanges());
    if (root.current)
      paintMatches(root.current, list, find.matches, find.current, renderedIn(list, elements));
    // The browser's own selection refers to text nodes, too.
    if (!dragging) restore();
  });
  useEffect(() => clearPaint, []);
  return getRanges;
}

const renderedIn = ({ indexOf }: SegmentList, elements: RowElements): number[] =>
  [...elements.ids()].flatMap((id) => indexOf.get(id) ?? []);
