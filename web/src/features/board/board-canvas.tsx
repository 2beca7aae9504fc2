import { useEffect, useMemo, useRef, useState } from 'react';
import { type Board, destinationAt, placeCard } from '../../data/board-order.ts';
import { type Shortcut, useShortcuts } from '../../lib/shortcuts.ts';
import { useAnnounce } from '../../ui/announcer.tsx';
import { pageStart } from '../../ui/page-layout.tsx';
import { AddLane } from './add-lane.tsx';
import { useBoardContext } from './board-context.ts';
import type { BoardSearch } from './board-search.ts';
import { isFiltered } from './board-search.ts';
import type { BoardView } from './board-view.ts';
import { filterBoard } from './filter-cards.ts';
import { LaneColumn, LaneDropLine } from './lane-column.tsx';
import { texts } from './texts.ts';
import { useBoardDrag } from './use-board-drag.ts';
import { useCardKeys } from './use-card-keys.ts';

interface BoardCanvasProps {
  board: Board;
  search: BoardSearch;
  selected: ReadonlySet<string>;
}

/** The cards handle these keys themselves; here they are for the sheet of shortcuts. */
const cardShortcuts = (canEdit: boolean): Shortcut[] =>
  [
    { keys: 'Enter', label: texts.openTheCard },
    ...(canEdit
      ? [
          { keys: 'Space', label: texts.liftOrDropTheCard },
          { keys: 'x', label: texts.selectTheCard },
          { keys: 'Delete', label: texts.deleteTheCard },
        ]
      : []),
  ].map((shortcut) => ({ ...shortcut, group: texts.board, run: () => false }));

type ViewState = Omit<BoardView, 'selected'>;
const idle: ViewState = {
  currentCardId: undefined,
  focus: undefined,
  lifted: undefined,
  dragged: undefined,
  target: undefined,
};

/** The lanes side by side. They scroll inside the board; on a phone one lane fills the screen, up to the edge of the next. */
export function BoardCanvas({ board: latestBoard, search, selected }: BoardCanvasProps) {
  const { canEdit, change, openCard, deleteCards, toggleSelected } = useBoardContext();
  const announce = useAnnounce();
  const canvas = useRef<HTMLDivElement>(null);
  const [state, setState] = useState(idle);
  // What others change during an own drag appears when it ends: nothing moves away under the pointer.
  const [held, setHeld] = useState<Board>();
  const board = held ?? latestBoard;
  const setView = (part: Partial<BoardView>) => {
    if ('dragged' in part) setHeld(part.dragged && latestBoard);
    setState((before) => ({ ...before, ...part }));
  };

  const filtered = useMemo(() => filterBoard(board, search), [board, search]);
  const { lifted } = state;
  const shown = useMemo(() => {
    const lane = lifted && filtered.lanes.find(({ id }) => id === lifted.laneId);
    if (!lifted || !lane) return filtered;
    return placeCard(
      filtered,
      lifted.cardId,
      destinationAt(lane.id, lane.cards, lifted.cardId, lifted.index),
    );
  }, [filtered, lifted]);

  const cards = shown.lanes.flatMap((lane) => lane.cards);
  const currentCardId = cards.some(({ id }) => id === state.currentCardId)
    ? state.currentCardId
    : cards[0]?.id;
  const view = useMemo(() => ({ ...state, currentCardId, selected }), [state, currentCardId, selected]);

  useBoardDrag(canvas, {
    canEdit,
    shown: filtered,
    isFiltered: isFiltered(search),
    setView,
    change,
    announce,
  });
  const onKeyDown = useCardKeys({
    canEdit,
    shown: filtered,
    view,
    setView,
    change,
    announce,
    openCard,
    deleteCards,
    toggleSelected,
  });

  useShortcuts(cardShortcuts(canEdit));

  // The lane of the focused card comes into view; its cards scroll by themselves.
  const focusTurn = state.focus?.turn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    document.activeElement?.closest('[data-lane]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [focusTurn]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cards in it take the keys
    <div
      ref={canvas}
      data-testid="board"
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const cardId = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')?.dataset.card;
        if (cardId && cardId !== state.currentCardId) setView({ currentCardId: cardId });
      }}
      onBlur={(event) => {
        // Clicking elsewhere puts a lifted card back. Moving it between lanes removes its element, without a new focus.
        if (
          state.lifted &&
          event.relatedTarget instanceof Element &&
          !event.relatedTarget.matches('[data-tile]')
        )
          setView({ lifted: undefined });
      }}
      className={`relative flex min-h-0 flex-1 gap-4 overflow-x-auto select-none overscroll-x-contain pb-4 ${pageStart} ${state.dragged ? '' : 'max-sm:scroll-px-4 max-sm:snap-x max-sm:snap-mandatory'}`}
    >
      <p id="board-instructions" className="sr-only">
        {texts.pressEnterToOpenThe}
      </p>
      {shown.lanes.map((lane) => (
        <LaneColumn
          key={lane.id}
          lane={lane}
          cardCount={board.lanes.find(({ id }) => id === lane.id)?.cards.length ?? 0}
          view={view}
        />
      ))}
      <div className="relative shrink-0 snap-center">
        {state.target?.kind === 'lane' && state.target.beforeLaneId === null && <LaneDropLine />}
        {canEdit && <AddLane />}
      </div>
    </div>
  );
}
