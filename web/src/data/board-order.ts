import type { Schemas } from '../lib/api.ts';

export type Card = Schemas['Card'];
export type Lane = Schemas['Lane'];
export interface LaneWithCards extends Lane {
  cards: Card[];
}
export interface Board {
  lanes: LaneWithCards[];
  /** The board has more cards than one response. */
  has_more: boolean;
}

/** Where a card goes: next to another card, or to the end of a lane. */
export interface CardDestination {
  laneId: string;
  beforeCardId?: string;
  afterCardId?: string;
}
export interface LaneDestination {
  beforeLaneId?: string;
  afterLaneId?: string;
}

/** The server orders by the bytes of the position, then by id. */
export const byPosition = (a: { position: string; id: string }, b: { position: string; id: string }) =>
  compare(a.position, b.position) || compare(a.id, b.id);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export function findCard(board: Board, cardId: string): Card | undefined {
  for (const lane of board.lanes) {
    const card = lane.cards.find((each) => each.id === cardId);
    if (card) return card;
  }
  return undefined;
}

const withCards = (lane: LaneWithCards, cards: Card[]): LaneWithCards =>
  cards === lane.cards ? lane : { ...lane, cards, card_count: cards.length };

/** Lanes that do not change stay the same objects, so that they are not rendered again. */
const changeLanes = (board: Board, change: (lane: LaneWithCards) => LaneWithCards): Board => ({
  ...board,
  lanes: board.lanes.map(change),
});

export const removeCards = (board: Board, cardIds: ReadonlySet<string>): Board =>
  changeLanes(board, (lane) =>
    lane.cards.some((card) => cardIds.has(card.id))
      ? withCards(
          lane,
          lane.cards.filter((card) => !cardIds.has(card.id)),
        )
      : lane,
  );

/**
 * Moves a card as the server will. A destination that has gone meanwhile is the end of its lane; without the card or the
 * lane nothing changes.
 */
export function placeCard(board: Board, cardId: string, destination: CardDestination): Board {
  const card = findCard(board, cardId);
  const beside = destination.beforeCardId ?? destination.afterCardId;
  const laneId = (beside && findCard(board, beside)?.lane_id) || destination.laneId;
  if (!card || beside === cardId || !board.lanes.some((lane) => lane.id === laneId)) return board;
  return changeLanes(removeCards(board, new Set([cardId])), (lane) => {
    if (lane.id !== laneId) return lane;
    const moved = card.lane_id === laneId ? card : { ...card, lane_id: laneId };
    const index = beside ? lane.cards.findIndex((each) => each.id === beside) : -1;
    if (index < 0) return withCards(lane, [...lane.cards, moved]);
    return withCards(lane, lane.cards.toSpliced(destination.beforeCardId ? index : index + 1, 0, moved));
  });
}

/** Puts a card of the server in its place: a new one, or the current state of a known one. */
export function storeCard(board: Board, card: Card): Board {
  return changeLanes(removeCards(board, new Set([card.id])), (lane) => {
    if (lane.id !== card.lane_id) return lane;
    const index = lane.cards.findIndex((each) => byPosition(card, each) < 0);
    return withCards(lane, lane.cards.toSpliced(index < 0 ? lane.cards.length : index, 0, card));
  });
}

export const patchCard = (board: Board, cardId: string, change: Partial<Card>): Board =>
  changeLanes(board, (lane) =>
    lane.cards.some((card) => card.id === cardId)
      ? {
          ...lane,
          cards: lane.cards.map((card) => (card.id === cardId ? { ...card, ...change } : card)),
        }
      : lane,
  );

export function placeLane(board: Board, laneId: string, destination: LaneDestination): Board {
  const lane = board.lanes.find((each) => each.id === laneId);
  const beside = destination.beforeLaneId ?? destination.afterLaneId;
  if (!lane || beside === laneId) return board;
  const others = board.lanes.filter((each) => each.id !== laneId);
  const index = others.findIndex((each) => each.id === beside);
  if (index < 0) return board;
  return { ...board, lanes: others.toSpliced(destination.beforeLaneId ? index : index + 1, 0, lane) };
}

/** Puts a lane of the server in its place and keeps the cards that are known of it. */
export function storeLane(board: Board, lane: Lane): Board {
  const known = board.lanes.find((each) => each.id === lane.id);
  const cards = known?.cards ?? [];
  const others = board.lanes.filter((each) => each.id !== lane.id);
  const index = others.findIndex((each) => byPosition(lane, each) < 0);
  return {
    ...board,
    lanes: others.toSpliced(index < 0 ? others.length : index, 0, {
      ...lane,
      cards,
      card_count: cards.length,
    }),
  };
}

/** Removes a lane; its cards go to the end of another lane, or with it. */
export function removeLane(board: Board, laneId: string, moveCardsTo: string | undefined): Board {
  const cards = board.lanes.find((lane) => lane.id === laneId)?.cards ?? [];
  return {
    ...board,
    lanes: board.lanes
      .filter((lane) => lane.id !== laneId)
      .map((lane) =>
        lane.id === moveCardsTo
          ? withCards(lane, [...lane.cards, ...cards.map((card) => ({ ...card, lane_id: lane.id }))])
          : lane,
      ),
  };
}

/**
 * The destination for a position between the cards that a lane shows. It names the card after it, else the card before
 * it: with a filter, the moved card stays next to the card that the user saw.
 */
export function destinationAt(
  laneId: string,
  shown: readonly Card[],
  movingId: string,
  index: number,
): CardDestination {
  const others = shown.filter((card) => card.id !== movingId);
  const after = others[index];
  const before = others[index - 1];
  if (after) return { laneId, beforeCardId: after.id };
  if (before) return { laneId, afterCardId: before.id };
  return { laneId };
}

/** The passages of a card with one of them at another place. */
export const moveEvidence = (evidence: Card['evidence'], from: number, to: number): Card['evidence'] =>
  evidence.toSpliced(from, 1).toSpliced(to, 0, ...evidence.slice(from, from + 1));
