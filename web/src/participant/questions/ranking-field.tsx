/** @jsxImportSource preact */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { emptyDraft, rankingOf } from '../answers/draft.ts';
import { useTexts } from '../texts/context.tsx';
import { Icon } from '../ui/icon.tsx';
import type { FieldProps } from './field.ts';
import { dropIndex, moveItem, shiftOf } from './reorder.ts';

interface Drag {
  from: number;
  to: number;
  /** The distance that the pointer moved, in pixels. */
  by: number;
  /** The height of the dragged item with the gap below it. */
  step: number;
}

const edgePx = 60;

/**
 * An ordered list. The pointer and touch drag an item by its handle; the keyboard uses the arrow buttons. The order in
 * which the options appear is not an answer: the participant moves an option, or the button of the page confirms the order.
 */
export function RankingField({ question, draft, onChange }: FieldProps) {
  const { t } = useTexts();
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const order = rankingOf(question, draft);
  const textOf = (id: string) => question.options.find((option) => option.id === id)?.text ?? '';

  // Moving an element in the document takes the focus from its button.
  useLayoutEffect(() => {
    if (focused.current) document.getElementById(focused.current)?.focus();
    focused.current = null;
  });

  function move(from: number, to: number) {
    if (from === to || to < 0 || to >= order.length) return;
    onChange({ ...emptyDraft, option_ids: moveItem(order, from, to) });
    setAnnouncement(t.moved(textOf(order[from] ?? ''), to + 1, order.length));
  }

  function startDrag(event: PointerEvent, from: number) {
    if (event.button !== 0 || !list.current) return;
    event.preventDefault();
    const handle = event.currentTarget as HTMLElement;
    handle.setPointerCapture(event.pointerId);
    const boxes = [...list.current.children].map((child) => child.getBoundingClientRect());
    const box = boxes[from];
    if (!box) return;
    const [startY, startScroll] = [event.clientY, window.scrollY];
    const step = boxes.length > 1 && boxes[0] && boxes[1] ? box.height + (boxes[1].top - boxes[0].bottom) : 0;
    const centres = boxes.map(({ top, height }) => top + height / 2);
    let latest: Drag = { from, to: from, by: 0, step };
    setDrag(latest);
    const onMove = ({ clientY }: PointerEvent) => {
      if (clientY < edgePx) window.scrollBy(0, -12);
      if (clientY > window.innerHeight - edgePx) window.scrollBy(0, 12);
      const by = clientY - startY + (window.scrollY - startScroll);
      latest = { from, by, step, to: dropIndex(centres, from, (centres[from] ?? 0) + by) };
      setDrag(latest);
    };
    const end = (commits: boolean) => {
      handle.removeEventListener('pointermove', onMove);
      handle.removeEventListener('pointerup', drop);
      handle.removeEventListener('pointercancel', cancel);
      setDrag(null);
      if (commits) move(latest.from, latest.to);
    };
    const drop = () => end(true);
    const cancel = () => end(false);
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('pointerup', drop);
    handle.addEventListener('pointercancel', cancel);
  }

  const offsetOf = (index: number) => {
    if (!drag) return undefined;
    const px = index === drag.from ? drag.by : shiftOf(index, drag.from, drag.to) * drag.step;
    return px ? { transform: `translateY(${px}px)` } : undefined;
  };

  return (
    <>
      <p class="hint">{t.rankHint}</p>
      <ol ref={list} class={drag ? 'ranking ranking-active' : 'ranking'}>
        {order.map((id, index) => (
          <li key={id} class={index === drag?.from ? 'rank rank-dragged' : 'rank'} style={offsetOf(index)}>
            <span class="rank-handle" aria-hidden="true" onPointerDown={(event) => startDrag(event, index)}>
              <Icon name="grip" />
            </span>
            <span class="rank-number" aria-hidden="true">
              {index + 1}
            </span>
            <span class="rank-text" dir="auto">
              {textOf(id)}
            </span>
            {([-1, 1] as const).map((by) => (
              <button
                key={by}
                id={`rank-${id}-${by}`}
                type="button"
                class="rank-move"
                aria-label={by < 0 ? t.moveUp(textOf(id)) : t.moveDown(textOf(id))}
                aria-disabled={index + by < 0 || index + by >= order.length}
                onClick={() => {
                  focused.current = `rank-${id}-${by}`;
                  move(index, index + by);
                }}
              >
                <Icon name={by < 0 ? 'up' : 'down'} />
              </button>
            ))}
          </li>
        ))}
      </ol>
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}
