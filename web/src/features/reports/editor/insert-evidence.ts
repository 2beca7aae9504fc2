import type { Editor } from '@tiptap/core';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { type EditorState, TextSelection } from '@tiptap/pm/state';
import type { Point } from '../../../ui/pointer-drag.ts';

/** The number of the next citation: higher than any in the text or of the stored report. */
export function nextCitationId(doc: Node, known: readonly string[]): string {
  const ids = [...known];
  doc.descendants((node) => {
    if (node.type.name === 'quotation' || node.type.name === 'citation') ids.push(String(node.attrs.id));
  });
  return `cit_${Math.max(0, ...ids.map((id) => Number(id.slice(4)) || 0)) + 1}`;
}

/** Puts a block behind the one with the caret, or in place of it if it is empty. At the end if the text never had the caret. */
export function insertBlock(editor: Editor, block: { type: string; attrs: object }, at?: number): void {
  const { state, view } = editor;
  const node = state.schema.node(block.type, block.attrs as Record<string, unknown>);
  const place = at === undefined ? placeAtCaret(state) : { from: at, to: at };
  const { tr } = state;
  const end = place.from + node.nodeSize;
  tr.replace(place.from, place.to, new Slice(Fragment.from(node), 0, 0));
  // The person goes on writing below it.
  const after = tr.doc.nodeAt(end);
  if (!after?.isTextblock) tr.insert(end, state.schema.node('paragraph'));
  tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView();
  view.dispatch(tr);
}

function placeAtCaret({ selection }: EditorState): { from: number; to: number } {
  const { $head } = selection;
  if ($head.depth === 0) return { from: selection.to, to: selection.to };
  const block = $head.node(1);
  const isEmpty = block.type.name === 'paragraph' && block.content.size === 0;
  return { from: isEmpty ? $head.before(1) : $head.after(1), to: $head.after(1) };
}

/** Between which blocks something is dropped. */
export function dropPlace(editor: Editor, { x, y }: Point): number {
  const { view, state } = editor;
  const at = view.posAtCoords({ left: x, top: y });
  if (!at) return state.doc.content.size;
  const $at = state.doc.resolve(at.inside >= 0 && at.pos === at.inside ? at.inside : at.pos);
  if ($at.depth === 0) return $at.pos;
  const element = view.nodeDOM($at.before(1));
  const box = element instanceof HTMLElement ? element.getBoundingClientRect() : undefined;
  return box && y < box.top + box.height / 2 ? $at.before(1) : $at.after(1);
}
