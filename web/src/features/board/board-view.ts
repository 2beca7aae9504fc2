import type { TileState } from './card-tile.tsx';

/** Where the dragged card or lane goes: before another one, or to the end. */
export type DropTarget =
  | { kind: 'card'; laneId: string; beforeCardId: string | null }
  | { kind: 'lane'; beforeLaneId: string | null };

export interface Lifted {
  cardId: string;
  laneId: string;
  /** Among the cards that the lane shows, without the lifted one. */
  index: number;
}

/** What the user is doing on the board. */
export interface BoardView {
  currentCardId: string | undefined;
  focus: { cardId: string; turn: number } | undefined;
  selected: ReadonlySet<string>;
  lifted: Lifted | undefined;
  dragged: { kind: 'card' | 'lane'; id: string } | undefined;
  target: DropTarget | undefined;
}

export const tileState = (view: BoardView, cardId: string): TileState => ({
  isCurrent: view.currentCardId === cardId,
  isSelected: view.selected.has(cardId),
  isLifted: view.lifted?.cardId === cardId,
  isDragged: view.dragged?.id === cardId,
  isTarget: view.target?.kind === 'card' && view.target.beforeCardId === cardId,
  focusTurn: view.focus?.cardId === cardId ? view.focus.turn : 0,
});
