import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { pointOf, positionOf, textAttribute } from './model/dom-offsets.ts';
import { type Passage, type Position, quoteOf, type SegmentList, type Selection } from './model/selection.ts';
import { selectedWords } from './model/word-bounds.ts';

export interface SelectionState {
  selection: Selection | null;
  /** The selected words. Undefined if the selection contains no words. */
  passage: Passage | undefined;
  /** The pointer is still down. */
  dragging: boolean;
  set(selection: Selection | null): void;
  clear(): void;
  /** While held, the selection stays although the browser's own selection moves into a text field. */
  hold(held: boolean): void;
  /** Shows the selection again as the browser's own, after its rows were rendered. */
  restore(): void;
}

/**
 * The selected words by segment and character. The browser's own selection is the input and the display, but it ends
 * at rows that are not rendered, so it is not the truth.
 */
export function useSelection(list: SegmentList, root: RefObject<HTMLElement | null>): SelectionState {
  const [selection, setSelection] = useState<Selection | null>(null);
  const [dragging, setDragging] = useState(false);
  const held = useRef(false);
  const pressed = useRef(false);
  const current = useRef(selection);
  const set = useCallback((next: Selection | null) => {
    if (isEqual(current.current, next)) return;
    current.current = next;
    setSelection(next);
  }, []);

  const clear = useCallback(() => {
    document.getSelection()?.removeAllRanges();
    set(null);
  }, [set]);
  const passage = useMemo(() => (selection ? selectedWords(list, selection) : undefined), [list, selection]);

  // A double-click beside the text selects an invisible line break.
  const clearWithoutWords = useEffectEvent(() => {
    if (current.current && !selectedWords(list, current.current)) clear();
  });
  useEffect(() => {
    const onSelectionChange = () => {
      const native = document.getSelection();
      if (held.current || !native || !root.current) return;
      const { anchorNode, anchorOffset, focusNode, focusOffset } = native;
      if (!root.current.contains(anchorNode) || !root.current.contains(focusNode)) return set(null);
      const anchor = positionOf(anchorNode, anchorOffset) ?? nearestPosition(anchorNode, anchorOffset);
      const focus = positionOf(focusNode, focusOffset) ?? nearestPosition(focusNode, focusOffset);
      if (anchor && focus) set(native.isCollapsed ? null : { anchor, focus });
    };
    const onPointerDown = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || !root.current?.contains(event.target as Node)) return;
      pressed.current = true;
      setDragging(true);
    };
    const onPointerUp = () => {
      if (!pressed.current) return;
      pressed.current = false;
      // A quick click ends before `selectionchange`: the old selection would be restored.
      onSelectionChange();
      clearWithoutWords();
      setDragging(false);
    };
    document.addEventListener('selectionchange', onSelectionChange);
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('pointerup', onPointerUp);
    document.addEventListener('pointercancel', onPointerUp);
    return () => {
      document.removeEventListener('selectionchange', onSelectionChange);
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('pointerup', onPointerUp);
      document.removeEventListener('pointercancel', onPointerUp);
    };
  }, [root, set]);

  // The browser would copy only the rows that are rendered.
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
      const passage = current.current && selectedWords(list, current.current);
      if (!passage || held.current || isField || !event.clipboardData) return;
      event.clipboardData.setData('text/plain', quoteOf(list, passage));
      event.preventDefault();
    };
    document.addEventListener('copy', onCopy);
    return () => document.removeEventListener('copy', onCopy);
  }, [list]);

  const hold = useCallback((value: boolean) => {
    held.current = value;
  }, []);
  const restore = useCallback(() => {
    const wanted = current.current;
    if (held.current || !wanted || !root.current) return;
    const [anchor, focus] = [wanted.anchor, wanted.focus].map((position) => {
      const element = findText(root.current as HTMLElement, position.segmentId);
      return element && pointOf(element, position.character);
    });
    if (!anchor || !focus) return;
    const native = document.getSelection();
    if (isAt(native, anchor, focus)) return;
    native?.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset);
  }, [root]);

  return { selection, passage, dragging, set, clear, hold, restore };
}

export const findText = (root: HTMLElement, segmentId: string): HTMLElement | null =>
  root.querySelector(`[${textAttribute}="${CSS.escape(segmentId)}"]`);

/** A point beside the text, for example in the margin, is the start of the row that contains it. */
function nearestPosition(node: Node | null, offset: number): Position | undefined {
  const inside = node?.childNodes[offset] ?? node;
  const element = inside instanceof Element ? inside : inside?.parentElement;
  const text = element?.closest('[data-index]')?.querySelector(`[${textAttribute}]`);
  return text ? { segmentId: text.getAttribute(textAttribute) as string, character: 0 } : undefined;
}

type Point = { node: Node; offset: number };
const isAt = (native: globalThis.Selection | null, anchor: Point, focus: Point) =>
  native?.anchorNode === anchor.node &&
  native.anchorOffset === anchor.offset &&
  native.focusNode === focus.node &&
  native.focusOffset === focus.offset;

function isEqual(a: Selection | null, b: Selection | null): boolean {
  if (!a || !b) return a === b;
  return (['anchor', 'focus'] as const).every(
    (end) => a[end].segmentId === b[end].segmentId && a[end].character === b[end].character,
  );
}
