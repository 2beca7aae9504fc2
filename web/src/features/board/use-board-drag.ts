import type { RefObject } from 'react';
import type { BoardChange } from '../../data/board-change.ts';
import type { Board, CardDestination } from '../../data/board-order.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { type Drag, type Point, usePointerDrag } from '../../ui/pointer-drag.ts';
import type { BoardView, DropTarget } from './board-view.ts';
import { texts } from './texts.ts';

interface BoardDragOptions {
  canEdit: boolean;
  /** As it is shown, with filters. */
  shown: Board;
  isFiltered: boolean;
  setView(change: Partial<BoardView>): void;
  change(change: BoardChange): void;
  announce(text: string): void;
}

/** Dragging cards and lanes with a mouse, a pen or a finger. */
export function useBoardDrag(canvas: RefObject<HTMLElement | null>, options: BoardDragOptions): void {
  // What is shown may change during the drag: the drop counts for what is there then.
  const latest = useLatest(options);

  usePointerDrag(canvas, (pressed) => {
    const { canEdit, setView } = latest.current;
    if (!canEdit) return undefined;
    const tile = pressed.closest<HTMLElement>('[data-tile]:not([aria-busy])');
    const cardId = tile?.closest<HTMLElement>('[data-card]')?.dataset.card;
    if (tile && cardId) {
      setView({ dragged: { kind: 'card', id: cardId } });
      return drag(
        tile,
        (point, under) => cardTarget(point, under, cardId),
        (target) => {
          if (target.kind !== 'card') return;
          const to = cardDestination(latest.current, cardId, target);
          if (to) latest.current.change({ kind: 'move-card', cardId, to });
        },
      );
    }
    const handle = pressed.closest('[data-lane-handle]');
    const lane = handle?.closest<HTMLElement>('[data-lane]');
    const laneId = lane?.dataset.lane;
    if (lane && laneId) {
      setView({ dragged: { kind: 'lane', id: laneId } });
      return drag(
        lane.querySelector<HTMLElement>('[data-lane-box]') ?? lane,
        (point) => laneTarget(canvas.current, point, laneId),
        (target) => {
          if (target.kind === 'lane') moveLane(latest.current, laneId, target.beforeLaneId);
        },
      );
    }
    return undefined;
  });

  function drag(
    element: HTMLElement,
    find: (point: Point, under: Element | null) => DropTarget | undefined,
    drop: (target: DropTarget) => void,
  ): Drag {
    let target: DropTarget | undefined;
    const end = () => latest.current.setView({ dragged: undefined, target: undefined });
    return {
      element,
      over(point, under) {
        const next = find(point, under);
        if (JSON.stringify(next) === JSON.stringify(target)) return;
        target = next;
        latest.current.setView({ target });
      },
      drop() {
        end();
        if (target) drop(target);
      },
      cancel() {
        end();
        latest.current.announce(texts.theMoveWasCanceled);
      },
    };
  }
}

/** The card before which the pointer is: the first one of the lane whose middle is below it. */
function cardTarget(point: Point, under: Element | null, movingId: string): DropTarget | undefined {
  const lane = under?.closest<HTMLElement>('[data-lane]');
  const laneId = lane?.dataset.lane;
  if (!lane || !laneId || laneId.startsWith('new-')) return undefined;
  const cards = [...lane.querySelectorAll<HTMLElement>('[data-card]')]
    .filter((card) => card.dataset.card !== movingId)
    .map((card) => ({ id: card.dataset.card ?? '', box: card.getBoundingClientRect() }))
    .sort((a, b) => a.box.top - b.box.top);
  const next = cards.find(({ box }) => point.y < box.top + box.height / 2);
  return { kind: 'card', laneId, beforeCardId: next?.id ?? null };
}

/** Names the neighbour where the card was dropped, or undefined if it stays where it is. */
export function cardDestination(
  { shown, isFiltered }: Pick<BoardDragOptions, 'shown' | 'isFiltered'>,
  cardId: string,
  { laneId, beforeCardId }: { laneId: string; beforeCardId: string | null },
): CardDestination | undefined {
  const lane = shown.lanes.find(({ id }) => id === laneId);
  if (!lane) return undefined;
  const index = lane.cards.findIndex(({ id }) => id === cardId);
  const others = lane.cards.filter(({ id }) => id !== cardId);
  const nextIndex = others.findIndex(({ id }) => id === beforeCardId);
  if (index >= 0 && (nextIndex < 0 ? others.length : nextIndex) === index) return undefined;
  if (nextIndex >= 0 && beforeCardId) return { laneId, beforeCardId };
  // At the end of the lane; with a filter, after the last card that is shown.
  const last = others.at(-1);
  return isFiltered && last ? { laneId, afterCardId: last.id } : { laneId };
}

function laneTarget(canvas: HTMLElement | null, point: Point, movingId: string): DropTarget {
  const next = [...(canvas?.querySelectorAll<HTMLElement>('[data-lane]') ?? [])].find((lane) => {
    const box = lane.getBoundingClientRect();
    return lane.dataset.lane !== movingId && point.x < box.left + box.width / 2;
  });
  return { kind: 'lane', beforeLaneId: next?.dataset.lane ?? null };
}

function moveLane({ shown, change }: BoardDragOptions, laneId: string, beforeLaneId: string | null): void {
  const others = shown.lanes.filter(({ id }) => id !== laneId);
  const index = shown.lanes.findIndex(({ id }) => id === laneId);
  const nextIndex = beforeLaneId ? others.findIndex(({ id }) => id === beforeLaneId) : others.length;
  if (nextIndex === index || nextIndex < 0) return;
  const last = others.at(-1);
  if (beforeLaneId) change({ kind: 'move-lane', laneId, to: { beforeLaneId } });
  else if (last) change({ kind: 'move-lane', laneId, to: { afterLaneId: last.id } });
}
