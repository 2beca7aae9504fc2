import { temporaryId } from '../lib/temporary-id.ts';
import { ChangedSince, type IdAliases, type UndoableAction } from '../lib/undo-stack.ts';
import { applyChange, type BoardChange, type CardPatch } from './board-change.ts';
import {
  type Board,
  type Card,
  type CardDestination,
  findCard,
  type LaneDestination,
  type LaneWithCards,
} from './board-order.ts';
import { evidenceKey } from './merge-cards.ts';

export interface BoardAccess {
  ids: IdAliases;
  /** The board as the server sent it last. */
  read(): Board;
  /** Resolves with the id of a new card or lane. */
  send(change: BoardChange): Promise<string | undefined>;
}

type Steps = Pick<UndoableAction, 'undo' | 'redo'>;

/** Where something was: its neighbours on both sides, the nearest first. */
interface Place {
  laneId: string;
  preceding: string[];
  following: string[];
}

/**
 * How to undo and redo a change that was sent. `before` is the board without it, `createdId` the id of the card or lane
 * that it created. Nothing that another person changed since is overwritten or deleted.
 */
export function stepsOf(
  access: BoardAccess,
  before: Board,
  change: BoardChange,
  createdId: string | undefined,
): Steps {
  const { ids, send } = access;
  switch (change.kind) {
    case 'move-card': {
      const from = placeOf(before, change.cardId);
      const to = placeOf(applyChange(before, change), change.cardId);
      return {
        undo: () => moveCard(access, change.cardId, to, from),
        redo: () => moveCard(access, change.cardId, from, to),
      };
    }
    case 'change-card': {
      const old = valuesOf(findCard(before, change.cardId), change.patch);
      const patch = (from: CardPatch, to: CardPatch) => async () => {
        const card = getCard(access, change.cardId);
        requireSame(card, from, 'card');
        await send({ kind: 'change-card', cardId: card.id, patch: to });
      };
      return { undo: patch(change.patch, old), redo: patch(old, change.patch) };
    }
    case 'create-card': {
      const blank = { title: change.title, body: null, tag_ids: [], evidence: [] };
      return {
        undo: async () => {
          const card = getCard(access, createdId ?? '');
          requireSame(card, blank, 'card');
          await send({ kind: 'delete-card', cardId: card.id });
        },
        redo: () => createAgain(access, createdId ?? '', { ...change, temporaryId: temporaryId() }),
      };
    }
    case 'delete-card': {
      const card = findCard(before, change.cardId);
      const place = placeOf(before, change.cardId);
      return {
        undo: async () => card && restoreCard(access, card, place),
        redo: () => send({ ...change, cardId: ids.current(change.cardId) }),
      };
    }
    case 'change-lane': {
      const old = valuesOf(
        before.lanes.find(({ id }) => id === change.laneId),
        change.patch,
      );
      const patch = (from: object, to: typeof change.patch) => async () => {
        const lane = getLane(access, change.laneId);
        requireSame(lane, from, 'lane');
        await send({ kind: 'change-lane', laneId: lane.id, patch: to });
      };
      return { undo: patch(change.patch, old), redo: patch(old, change.patch) };
    }
    case 'move-lane': {
      const move = (place: Place) => async () => {
        const { id } = getLane(access, change.laneId);
        await send({ kind: 'move-lane', laneId: id, to: laneDestination(access, place) });
      };
      return {
        undo: move(lanePlace(before, change.laneId)),
        redo: move(lanePlace(applyChange(before, change), change.laneId)),
      };
    }
    case 'create-lane': {
      const places = change.cardIds.map((cardId) => ({ cardId, place: placeOf(before, cardId) }));
      return {
        undo: async () => {
          for (const { cardId, place } of places.toReversed()) await returnCard(access, cardId, place);
          const lane = getLane(access, createdId ?? '');
          if (lane.cards.length > 0) throw new ChangedSince('The lane has other cards now.');
          // A card that another person adds at this moment is moved, not deleted.
          const other = access.read().lanes.find(({ id }) => id !== lane.id)?.id;
          await send({ kind: 'delete-lane', laneId: lane.id, ...(other ? { moveCardsTo: other } : {}) });
        },
        redo: () =>
          createAgain(access, createdId ?? '', {
            ...change,
            temporaryId: temporaryId(),
            cardIds: change.cardIds.map(ids.current),
          }),
      };
    }
    case 'delete-lane':
      return {
        undo: () => restoreLane(access, before, change),
        redo: () =>
          send({
            ...change,
            laneId: ids.current(change.laneId),
            ...(change.moveCardsTo ? { moveCardsTo: ids.current(change.moveCardsTo) } : {}),
          }),
      };
  }
}

async function createAgain(access: BoardAccess, oldId: string, change: BoardChange): Promise<void> {
  const id = await access.send(change);
  if (id) access.ids.replace(oldId, id);
}

/** Creates a deleted card again, with everything that the server lets a client set. */
export async function restoreCard(access: BoardAccess, card: Card, place: Place): Promise<void> {
  const to = cardDestination(access, place);
  const { title, body, color, tag_ids, assignee_id, priority, due_on, evidence } = card;
  const copy = { body, color, tag_ids, assignee_id, priority, due_on, evidence };
  await createAgain(access, card.id, {
    kind: 'create-card',
    temporaryId: temporaryId(),
    laneId: to.laneId,
    title,
    copy,
  });
  if (to.beforeCardId ?? to.afterCardId)
    await access.send({ kind: 'move-card', cardId: access.ids.current(card.id), to });
}

async function restoreLane(
  access: BoardAccess,
  before: Board,
  { laneId, moveCardsTo }: Extract<BoardChange, { kind: 'delete-lane' }>,
): Promise<void> {
  const lane = before.lanes.find(({ id }) => id === laneId);
  if (!lane) return;
  const { name, color } = lane;
  await createAgain(access, laneId, {
    kind: 'create-lane',
    temporaryId: temporaryId(),
    name,
    color,
    cardIds: [],
  });
  const to = laneDestination(access, lanePlace(before, laneId));
  if (to.beforeLaneId ?? to.afterLaneId)
    await access.send({ kind: 'move-lane', laneId: access.ids.current(laneId), to });
  for (const card of lane.cards) {
    const place = { laneId, preceding: [], following: [] };
    if (moveCardsTo) await returnCard(access, card.id, place);
    else await restoreCard(access, card, place);
  }
}

async function moveCard(access: BoardAccess, cardId: string, from: Place, to: Place): Promise<void> {
  const card = getCard(access, cardId);
  if (card.lane_id !== access.ids.current(from.laneId)) throw new ChangedSince('The card was moved since.');
  await access.send({ kind: 'move-card', cardId: card.id, to: cardDestination(access, to) });
}

/** A card that was deleted since stays deleted. */
async function returnCard(access: BoardAccess, cardId: string, place: Place): Promise<void> {
  const card = findCard(access.read(), access.ids.current(cardId));
  if (card) await access.send({ kind: 'move-card', cardId: card.id, to: cardDestination(access, place) });
}

function getCard({ ids, read }: BoardAccess, cardId: string): Card {
  const card = findCard(read(), ids.current(cardId));
  if (!card) throw new ChangedSince('The card was deleted since.');
  return card;
}

function getLane({ ids, read }: BoardAccess, laneId: string): LaneWithCards {
  const lane = read().lanes.find(({ id }) => id === ids.current(laneId));
  if (!lane) throw new ChangedSince('The lane was deleted since.');
  return lane;
}

function neighbours(all: readonly { id: string }[], id: string): Omit<Place, 'laneId'> {
  const order = all.map((each) => each.id);
  const index = order.indexOf(id);
  return { preceding: order.slice(0, index).reverse(), following: order.slice(index + 1) };
}

export function placeOf(board: Board, cardId: string): Place {
  const lane = board.lanes.find(({ cards }) => cards.some(({ id }) => id === cardId));
  return { laneId: lane?.id ?? '', ...neighbours(lane?.cards ?? [], cardId) };
}

const lanePlace = (board: Board, laneId: string): Place => ({ laneId, ...neighbours(board.lanes, laneId) });

/** Next to the nearest neighbour that is still there. */
function nearest({ ids }: BoardAccess, place: Place, present: readonly { id: string }[]) {
  const isPresent = (id: string) => present.some((each) => each.id === id);
  const next = place.following.map(ids.current).find(isPresent);
  const previous = place.preceding.map(ids.current).find(isPresent);
  return { next, previous };
}

function cardDestination(access: BoardAccess, place: Place): CardDestination {
  const lane = getLane(access, place.laneId);
  const { next, previous } = nearest(access, place, lane.cards);
  if (next) return { laneId: lane.id, beforeCardId: next };
  return previous ? { laneId: lane.id, afterCardId: previous } : { laneId: lane.id };
}

function laneDestination(access: BoardAccess, place: Place): LaneDestination {
  const { next, previous } = nearest(access, place, access.read().lanes);
  if (next) return { beforeLaneId: next };
  return previous ? { afterLaneId: previous } : {};
}

const valuesOf = <Patch extends object>(record: object | undefined, patch: Patch): Patch =>
  Object.fromEntries(Object.keys(patch).map((key) => [key, record?.[key as keyof typeof record]])) as Patch;

function requireSame(record: object, expected: object, what: 'card' | 'lane'): void {
  const isSame = Object.entries(expected).every(
    ([key, value]) => comparable(record[key as keyof typeof record]) === comparable(value),
  );
  if (!isSame) throw new ChangedSince(`The ${what} was changed since.`);
}

/** The server trims texts, returns tags in its own order, and fills in the times of evidence. */
function comparable(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (!Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(value.every(isEvidence) ? value.map(evidenceKey) : value.toSorted());
}

const isEvidence = (value: unknown): value is Card['evidence'][number] => typeof value === 'object';
