import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type Point, scrollNearEdges } from './scroll-near-edges.ts';

export type { Point };

/** What is being dragged. The caller decides where it can go; this module follows the pointer. */
export interface Drag {
  /** A copy of it follows the pointer. */
  element: HTMLElement;
  /** The pointer or what is under it has moved. `under` is never the copy. */
  over(point: Point, under: Element | null): void;
  drop(): void;
  /** Escape, a second finger, or the browser took over the pointer. */
  cancel(): void;
}

/** A mouse that moves less is a click. */
const mouseThresholdPx = 5;
/** A finger that rests this long lifts the item; one that moves earlier scrolls. */
const holdMs = 300;
const holdTolerancePx = 8;

/**
 * Dragging with a mouse, a pen or a finger by pointer events. `lift` returns what the pointer took hold of, or undefined
 * where nothing can be dragged.
 */
export function usePointerDrag(
  container: RefObject<HTMLElement | null>,
  lift: (target: Element) => Drag | undefined,
) {
  const onLift = useEffectEvent(lift);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    return listen(element, (target) => onLift(target));
  }, [container]);
}

function listen(container: HTMLElement, lift: (target: Element) => Drag | undefined): () => void {
  let stopCurrent = () => {};
  let isDragging = false;

  const onDown = (event: PointerEvent) => {
    stopCurrent();
    const target = event.target as Element;
    if (!event.isPrimary || event.button !== 0 || target.closest('input, textarea, select, [aria-haspopup]'))
      return;
    const start: Point = { x: event.clientX, y: event.clientY };
    let point = start;
    let running: ReturnType<typeof follow> | undefined;

    const begin = () => {
      const drag = lift(target);
      if (!drag) return stop();
      isDragging = true;
      getSelection()?.removeAllRanges();
      running = follow(drag, start, () => point);
    };
    const timer = event.pointerType === 'mouse' ? undefined : setTimeout(begin, holdMs);

    const onMove = (move: PointerEvent) => {
      if (move.pointerId !== event.pointerId) return;
      point = { x: move.clientX, y: move.clientY };
      const distance = Math.hypot(point.x - start.x, point.y - start.y);
      if (running) running.update();
      else if (event.pointerType === 'mouse') {
        if (distance >= mouseThresholdPx) begin();
      } else if (distance > holdTolerancePx) stop();
    };
    const onUp = (up: PointerEvent) => {
      if (up.pointerId !== event.pointerId) return;
      if (running) {
        suppressClick();
        running.finish(true);
      }
      stop();
    };
    const onCancel = () => {
      running?.finish(false);
      stop();
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !running) return;
      key.stopPropagation();
      suppressClick();
      onCancel();
    };
    const stop = () => {
      clearTimeout(timer);
      isDragging = false;
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onCancel);
      removeEventListener('keydown', onKey, true);
      stopCurrent = () => {};
    };
    stopCurrent = onCancel;
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onCancel);
    addEventListener('keydown', onKey, true);
  };

  // Once an item is lifted, the finger moves it and must not scroll the page.
  const onTouchMove = (event: TouchEvent) => isDragging && event.preventDefault();
  const onContextMenu = (event: Event) => isDragging && event.preventDefault();
  const onNativeDrag = (event: Event) => event.preventDefault();
  container.addEventListener('pointerdown', onDown);
  container.addEventListener('touchmove', onTouchMove, { passive: false });
  container.addEventListener('contextmenu', onContextMenu);
  container.addEventListener('dragstart', onNativeDrag);
  return () => {
    stopCurrent();
    container.removeEventListener('pointerdown', onDown);
    container.removeEventListener('touchmove', onTouchMove);
    container.removeEventListener('contextmenu', onContextMenu);
    container.removeEventListener('dragstart', onNativeDrag);
  };
}

/** Moves a copy of the element with the pointer and scrolls what is under it at its edges. */
function follow(drag: Drag, start: Point, point: () => Point) {
  const box = drag.element.getBoundingClientRect();
  const copy = drag.element.cloneNode(true) as HTMLElement;
  copy.inert = true;
  copy.setAttribute('aria-hidden', 'true');
  copy.removeAttribute('id');
  Object.assign(copy.style, {
    position: 'fixed',
    zIndex: '60',
    insetBlockStart: `${box.top}px`,
    left: `${box.left}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: '0',
    pointerEvents: 'none',
    boxShadow: '0 12px 32px rgb(0 0 0 / 0.25)',
    willChange: 'transform',
  });
  document.body.append(copy);
  document.documentElement.classList.add('dragging');

  const update = () => {
    const { x, y } = point();
    copy.style.transform = `translate(${x - start.x}px, ${y - start.y}px) rotate(1deg)`;
    drag.over({ x, y }, document.elementFromPoint(x, y));
  };
  let frame = requestAnimationFrame(function step() {
    const { x, y } = point();
    if (scrollNearEdges({ x, y }, document.elementFromPoint(x, y))) update();
    frame = requestAnimationFrame(step);
  });
  update();

  return {
    update,
    finish(dropped: boolean) {
      cancelAnimationFrame(frame);
      copy.remove();
      document.documentElement.classList.remove('dragging');
      if (dropped) drag.drop();
      else drag.cancel();
    },
  };
}

/** The browser reports the end of a drag as a click on what is under the pointer. */
function suppressClick(): void {
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', stop, { capture: true, once: true });
  // A drag that ends outside of its start makes no click: the next one counts again.
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 0);
}
