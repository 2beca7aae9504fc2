import type { Editor } from '@tiptap/react';
import { type RefObject, useEffect, useState } from 'react';
import type { Place } from '../../../comments/index.ts';
import { type Mark, marksOf } from './comment-marks.ts';

/** The room beside the text in which a thread can be read. */
const roomPx = 140;

interface Margin {
  places: readonly Place[];
  hasRoom: boolean;
}

/** Where the marked words are on the screen, below the top of the margin. Undefined until it is measured. */
export function usePlaces(editor: Editor, margin: RefObject<HTMLElement | null>): Margin | undefined {
  const [state, setState] = useState<Margin>();
  useEffect(() => {
    const element = margin.current;
    if (!element) return;
    let frame = 0;
    let measured = '';
    const measure = () => {
      frame = 0;
      const origin = element.getBoundingClientRect().top;
      const places = marksOf(editor.state)
        .map((mark) => ({ id: mark.id, top: Math.round(topOf(editor, mark) - origin) }))
        .sort((a, b) => a.top - b.top);
      const next = { places, hasRoom: element.clientWidth >= roomPx };
      // Most keys move nothing.
      const values = JSON.stringify(next);
      if (values !== measured) setState(next);
      measured = values;
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(schedule);
    observer.observe(editor.view.dom);
    observer.observe(element);
    editor.on('transaction', schedule);
    schedule();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      editor.off('transaction', schedule);
    };
  }, [editor, margin]);
  return state;
}

function topOf({ view }: Editor, { from }: Mark): number {
  const node = view.state.doc.nodeAt(from);
  const element = node?.isBlock ? view.nodeDOM(from) : null;
  return element instanceof HTMLElement ? element.getBoundingClientRect().top : view.coordsAtPos(from).top;
}
