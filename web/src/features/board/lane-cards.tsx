import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import type { LaneWithCards } from '../../data/board-order.ts';
import { type BoardView, tileState } from './board-view.ts';
import { CardTile, DropLine } from './card-tile.tsx';
import { texts } from './texts.ts';

/** Lanes with more cards render only those on the screen. */
const virtualFrom = 40;

interface LaneCardsProps {
  lane: LaneWithCards;
  view: BoardView;
}

export function LaneCards({ lane, view }: LaneCardsProps) {
  // A state: the list below is mounted before a ref of its parent is set, and would find nothing to measure.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const dropsAtEnd =
    view.target?.kind === 'card' && view.target.laneId === lane.id && view.target.beforeCardId === null;
  return (
    <div
      ref={setScroller}
      data-lane-cards
      className="flex-1 overflow-y-auto overscroll-y-contain px-2 pt-1.5 [scrollbar-width:thin]"
    >
      {lane.cards.length >= virtualFrom ? (
        <VirtualCards lane={lane} view={view} scroller={scroller} />
      ) : (
        <ul aria-label={texts.cardsIn(lane.name)}>
          {lane.cards.map((card) => (
            <li key={card.id}>
              <CardTile card={card} {...tileState(view, card.id)} />
            </li>
          ))}
        </ul>
      )}
      <div className="relative">{dropsAtEnd && <DropLine />}</div>
    </div>
  );
}

function VirtualCards({ lane, view, scroller }: LaneCardsProps & { scroller: HTMLDivElement | null }) {
  const { cards } = lane;
  const indexOf = (cardId: string | undefined) =>
    cardId === undefined ? -1 : cards.findIndex((card) => card.id === cardId);
  // These stay mounted: the dragged card receives the events of a finger, the current one has the focus.
  const kept = [indexOf(view.dragged?.id), indexOf(view.currentCardId)].filter((index) => index >= 0);
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => cards[index]?.id ?? index,
    estimateSize: () => 96,
    overscan: 6,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
  });
  const focusIndex = indexOf(view.focus?.cardId);
  const turn = view.focus?.turn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once for each request
  useEffect(() => {
    if (focusIndex >= 0) virtualizer.scrollToIndex(focusIndex, { align: 'auto' });
  }, [turn, focusIndex]);
  return (
    <ul
      aria-label={texts.cardsIn(lane.name)}
      className="relative"
      style={{ height: `${virtualizer.getTotalSize()}px` }}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const card = cards[index];
        return (
          card && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={cards.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <CardTile card={card} {...tileState(view, card.id)} />
            </li>
          )
        );
      })}
    </ul>
  );
}
