import type { Editor } from '@tiptap/core';
import type { Drag } from '../../../ui/pointer-drag.ts';
import { dropPlace } from './insert-evidence.ts';

/** Drags a row of the evidence panel into the text. A line shows between which blocks it goes. */
export function dragIntoText(editor: Editor, row: HTMLElement, onDrop: (at: number) => void): Drag {
  const line = document.createElement('div');
  line.className = 'evidence-drop-line';
  line.hidden = true;
  document.body.append(line);
  let place: number | undefined;
  return {
    element: row,
    over(point, under) {
      place = under && editor.view.dom.contains(under) ? dropPlace(editor, point) : undefined;
      line.hidden = place === undefined;
      if (place === undefined) return;
      const text = editor.view.dom.getBoundingClientRect();
      Object.assign(line.style, {
        top: `${edgeAt(editor, place)}px`,
        left: `${text.left}px`,
        width: `${text.width}px`,
      });
    },
    drop() {
      line.remove();
      if (place !== undefined) onDrop(place);
    },
    cancel: () => line.remove(),
  };
}

/** The top of the block behind the place, or the bottom of the last one. */
function edgeAt({ view }: Editor, place: number): number {
  const next = view.nodeDOM(place);
  if (next instanceof HTMLElement) return next.getBoundingClientRect().top - 6;
  const last = view.dom.lastElementChild;
  return (last ?? view.dom).getBoundingClientRect().bottom + 6;
}
