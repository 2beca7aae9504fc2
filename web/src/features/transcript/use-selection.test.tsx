// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { textAttribute } from './model/dom-offsets.ts';
import { listOf } from './model/selection.ts';
import { useSelection } from './use-selection.ts';

const list = listOf([
  { id: 'seg_0', text: 'I left the shop.' },
  { id: 'seg_1', text: 'And then?' },
]);
let root: HTMLElement;
let texts: Text[];

beforeEach(() => {
  root = document.createElement('ul');
  texts = list.segments.map(({ id, text }) => {
    const row = document.createElement('li');
    row.setAttribute(textAttribute, id);
    row.textContent = text;
    root.append(row);
    return row.firstChild as Text;
  });
  document.body.append(root);
});
afterEach(() => root.remove());

/** As the list of rows does it: each rendering restores the selection unless the pointer is down. */
function render() {
  const { result } = renderHook(() => {
    const selected = useSelection(list, { current: root });
    useLayoutEffect(() => {
      if (!selected.dragging) selected.restore();
    });
    return selected;
  });
  return result;
}

const native = () => document.getSelection() as Selection;
const point = (type: string) =>
  act(() => void root.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse', bubbles: true })));
/** The browser changes its selection now and sends the event later, or never before the click has ended. */
function selectSilently(change: () => void): void {
  const stop = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('selectionchange', stop, true);
  change();
  window.removeEventListener('selectionchange', stop, true);
}
const select = (from: Text, start: number, to: Text, end: number) =>
  act(() => {
    native().setBaseAndExtent(from, start, to, end);
    document.dispatchEvent(new Event('selectionchange'));
  });

it('forgets the old selection after a click that is shorter than the event of the browser', () => {
  const selected = render();
  select(texts[0] as Text, 0, texts[0] as Text, 6);
  expect(selected.current.selection).not.toBeNull();
  point('pointerdown');
  selectSilently(() => native().collapse(texts[1] as Text, 2));
  point('pointerup');
  expect(selected.current.selection).toBeNull();
  expect(native().isCollapsed).toBe(true);
});

it('ignores a double-click beside the text, which selects only the end of the line', () => {
  const selected = render();
  point('pointerdown');
  select(texts[0] as Text, 16, texts[1] as Text, 0);
  point('pointerup');
  expect(selected.current.selection).toBeNull();
  expect(native().rangeCount).toBe(0);
});

it('keeps words that were selected with the pointer', () => {
  const selected = render();
  point('pointerdown');
  select(texts[0] as Text, 2, texts[0] as Text, 6);
  point('pointerup');
  expect(selected.current.selection).toMatchObject({ anchor: { character: 2 }, focus: { character: 6 } });
});
