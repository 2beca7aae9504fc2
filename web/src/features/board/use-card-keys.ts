import type { KeyboardEvent } from 'react';
import { type BoardChange, isUnsaved } from '../../data/board-change.ts';
import { type Board, destinationAt, findCard } from '../../data/board-order.ts';
import type { BoardView, Lifted } from './board-view.ts';
import { texts } from './texts.ts';

interface CardKeysOptions {
  canEdit: boolean;
  /** As it is shown, without the lifted card in its new place. */
  shown: Board;
  view: BoardView;
  setView(change: Partial<BoardView>): void;
  change(change: BoardChange): void;
  announce(text: string): void;
  openCard(cardId: string): void;
  deleteCards(cardIds: string[]): void;
  toggleSelected(cardId: string): void;
}

const arrows: Record<string, { lanes: number; cards: number }> = {
  ArrowUp: { lanes: 0, cards: -1 },
  ArrowDown: { lanes: 0, cards: 1 },
  ArrowLeft: { lanes: -1, cards: 0 },
  ArrowRight: { lanes: 1, cards: 0 },
};

/** Arrow keys go from card to card. Space lifts a card, arrows move it, Space drops it, Escape puts it back. */
export function useCardKeys(options: CardKeysOptions) {
  const { shown, view, setView, announce } = options;
  const focus = (cardId: string) =>
    setView({ currentCardId: cardId, focus: { cardId, turn: (view.focus?.turn ?? 0) + 1 } });
  const laneOf = (laneId: string) => shown.lanes.find((lane) => lane.id === laneId);

  const place = (lifted: Lifted) => {
    const lane = laneOf(lifted.laneId);
    const count = (lane?.cards ?? []).filter(({ id }) => id !== lifted.cardId).length + 1;
    return texts.positionOf(lane?.name ?? '', lifted.index + 1, count);
  };

  function lift(cardId: string): void {
    const card = findCard(shown, cardId);
    const lane = card && laneOf(card.lane_id);
    if (!card || !lane || isUnsaved(card)) return;
    const lifted = { cardId, laneId: lane.id, index: lane.cards.indexOf(card) };
    setView({ lifted });
    announce(texts.liftedArrowKeysMoveIt(card.title, place(lifted)));
  }

  function moveLifted(lifted: Lifted, { lanes, cards }: { lanes: number; cards: number }): void {
    const saved = shown.lanes.filter((lane) => !isUnsaved(lane));
    const laneIndex = saved.findIndex((lane) => lane.id === lifted.laneId) + lanes;
    const lane = saved[laneIndex];
    if (!lane) {
      announce(lanes < 0 ? texts.thisIsTheFirstLane : texts.thisIsTheLastLane);
      return;
    }
    const last = lane.cards.filter(({ id }) => id !== lifted.cardId).length;
    const index = Math.min(last, Math.max(0, lifted.index + cards));
    const next = { cardId: lifted.cardId, laneId: lane.id, index };
    setView({
      lifted: next,
      focus: { cardId: lifted.cardId, turn: (view.focus?.turn ?? 0) + 1 },
    });
    announce(place(next));
  }

  function drop(lifted: Lifted): void {
    const lane = laneOf(lifted.laneId);
    const card = findCard(shown, lifted.cardId);
    setView({ lifted: undefined, focus: { cardId: lifted.cardId, turn: (view.focus?.turn ?? 0) + 1 } });
    if (!lane || !card) {
      announce(texts.theCardWasDeletedMeanwhile);
    } else if (card.lane_id === lane.id && lane.cards.indexOf(card) === lifted.index) {
      announce(texts.droppedWhereItWas(card.title));
    } else {
      announce(texts.dropped(card.title, place(lifted)));
      const to = destinationAt(lane.id, lane.cards, lifted.cardId, lifted.index);
      options.change({ kind: 'move-card', cardId: lifted.cardId, to });
    }
  }

  function returnLifted(lifted: Lifted): void {
    setView({ lifted: undefined, focus: { cardId: lifted.cardId, turn: (view.focus?.turn ?? 0) + 1 } });
    announce(texts.theCardIsBackWhere);
  }

  /** The card that an arrow key goes to: lanes without cards are passed over. */
  function neighbour(cardId: string, { lanes, cards }: { lanes: number; cards: number }): string | undefined {
    const laneIndex = shown.lanes.findIndex((lane) => lane.cards.some(({ id }) => id === cardId));
    const lane = shown.lanes[laneIndex];
    if (!lane) return undefined;
    const index = lane.cards.findIndex(({ id }) => id === cardId);
    if (cards !== 0) return lane.cards[index + cards]?.id;
    for (let at = laneIndex + lanes; shown.lanes[at]; at += lanes) {
      const found = shown.lanes[at]?.cards;
      if (found && found.length > 0) return found[Math.min(index, found.length - 1)]?.id;
    }
    return undefined;
  }

  return (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const cardId = target.closest<HTMLElement>('[data-card]')?.dataset.card;
    if (!cardId || event.metaKey || event.ctrlKey || event.altKey) return;
    const liftsByTitle =
      event.key === ' ' && options.canEdit && !view.lifted && target.matches('[data-card-title]');
    if (!target.matches('[data-tile]') && !liftsByTitle) return;
    // The lifted card takes the keys that move it.
    if (liftsByTitle) target.closest<HTMLElement>('[data-tile]')?.focus();
    const { lifted } = view;
    const arrow = arrows[event.key];
    if (lifted) {
      if (arrow) moveLifted(lifted, arrow);
      else if (event.key === ' ' || event.key === 'Enter') drop(lifted);
      else if (event.key === 'Escape' || event.key === 'Tab') returnLifted(lifted);
      else return;
    } else if (arrow) {
      const next = neighbour(cardId, arrow);
      if (next) focus(next);
    } else if (event.key === 'Enter') options.openCard(cardId);
    else if (event.key === ' ' && options.canEdit) lift(cardId);
    else if (event.key === 'x' && options.canEdit) options.toggleSelected(cardId);
    else if (event.key === 'Delete' && options.canEdit) {
      const next = neighbour(cardId, { lanes: 0, cards: 1 }) ?? neighbour(cardId, { lanes: 0, cards: -1 });
      options.deleteCards([cardId]);
      if (next) focus(next);
    } else return;
    event.preventDefault();
  };
}
