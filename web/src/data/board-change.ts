import { api, unwrap } from '../lib/api.ts';
import { ApiError } from '../lib/errors.ts';
import {
  type Board,
  type Card,
  type CardDestination,
  type Lane,
  type LaneDestination,
  type LaneWithCards,
  patchCard,
  placeCard,
  placeLane,
  removeCards,
  removeLane,
  storeCard,
  storeLane,
} from './board-order.ts';

export type CardPatch = Partial<
  Pick<Card, 'title' | 'body' | 'color' | 'tag_ids' | 'assignee_id' | 'priority' | 'due_on' | 'evidence'>
>;

/** What a deleted card had, to create it again. */
type CardCopy = Omit<CardPatch, 'title'>;

/** A write to a board. The board shows it before the server has answered. */
export type BoardChange =
  | { kind: 'move-card'; cardId: string; to: CardDestination }
  | { kind: 'change-card'; cardId: string; patch: CardPatch }
  | { kind: 'create-card'; temporaryId: string; laneId: string; title: string; copy?: CardCopy }
  | { kind: 'delete-card'; cardId: string }
  | { kind: 'create-lane'; temporaryId: string; name: string; color?: string | null; cardIds: string[] }
  | { kind: 'change-lane'; laneId: string; patch: Partial<Pick<Lane, 'name' | 'color'>> }
  | { kind: 'move-lane'; laneId: string; to: LaneDestination }
  | { kind: 'delete-lane'; laneId: string; moveCardsTo?: string };

/** The board as it will be, as far as that is known before the answer. */
export function applyChange(board: Board, change: BoardChange): Board {
  switch (change.kind) {
    case 'move-card':
      return placeCard(board, change.cardId, change.to);
    case 'change-card':
      return patchCard(board, change.cardId, change.patch);
    case 'create-card':
      return {
        ...board,
        lanes: board.lanes.map((lane) =>
          lane.id === change.laneId ? { ...lane, cards: [...lane.cards, unsavedCard(change)] } : lane,
        ),
      };
    case 'delete-card':
      return removeCards(board, new Set([change.cardId]));
    case 'change-lane':
      return {
        ...board,
        lanes: board.lanes.map((lane) => (lane.id === change.laneId ? { ...lane, ...change.patch } : lane)),
      };
    case 'move-lane':
      return placeLane(board, change.laneId, change.to);
    case 'delete-lane':
      return removeLane(board, change.laneId, change.moveCardsTo);
    case 'create-lane':
      return change.cardIds.reduce(
        (next, cardId) => placeCard(next, cardId, { laneId: change.temporaryId }),
        { ...board, lanes: [...board.lanes, unsavedLane(change)] },
      );
  }
}

/** Cards and lanes that the server does not know yet can't be moved or changed. */
export const isUnsaved = ({ created_at }: Pick<Card | Lane, 'created_at'>) => created_at === '';

const unsavedLane = ({
  temporaryId,
  name,
}: Extract<BoardChange, { kind: 'create-lane' }>): LaneWithCards => ({
  id: temporaryId,
  project_id: '',
  name,
  color: null,
  position: '',
  card_count: 0,
  created_at: '',
  updated_at: '',
  created_by: null,
  cards: [],
});

const unsavedCard = ({
  temporaryId,
  laneId,
  title,
  copy,
}: Extract<BoardChange, { kind: 'create-card' }>): Card => ({
  id: temporaryId,
  project_id: '',
  lane_id: laneId,
  title,
  body: null,
  position: '',
  color: null,
  tag_ids: [],
  assignee_id: null,
  priority: null,
  due_on: null,
  evidence: [],
  version: 0,
  created_at: '',
  updated_at: '',
  created_by: null,
  ...copy,
});

export interface Sent {
  /** How the answer changes the board that was read from the server. */
  store(board: Board): Board;
  /** The id of a new card or lane. */
  createdId?: string;
}

export async function sendChange(projectId: string, change: BoardChange): Promise<Sent> {
  switch (change.kind) {
    case 'move-card': {
      const { laneId, beforeCardId, afterCardId } = change.to;
      const { data } = await unwrap(
        api.POST('/v1/cards/{cardId}/move', {
          params: { path: { cardId: change.cardId } },
          // The lane of the other card decides: it may have been moved meanwhile.
          body: beforeCardId
            ? { before_card_id: beforeCardId }
            : afterCardId
              ? { after_card_id: afterCardId }
              : { lane_id: laneId },
        }),
      );
      return { store: (board) => storeCard(board, data) };
    }
    case 'change-card': {
      const { data } = await unwrap(
        api.PATCH('/v1/cards/{cardId}', {
          params: { path: { cardId: change.cardId } },
          body: change.patch,
        }),
      );
      return { store: (board) => storeCard(board, data) };
    }
    case 'create-card': {
      const { data } = await unwrap(
        api.POST('/v1/projects/{projectId}/cards', {
          params: { path: { projectId }, header: { 'Idempotency-Key': change.temporaryId } },
          body: { ...change.copy, title: change.title, lane_id: change.laneId },
        }),
      );
      return { store: (board) => storeCard(board, data), createdId: data.id };
    }
    case 'delete-card':
      await unwrap(api.DELETE('/v1/cards/{cardId}', { params: { path: { cardId: change.cardId } } })).catch(
        ignoreNotFound,
      );
      return { store: (board) => removeCards(board, new Set([change.cardId])) };
    default:
      return sendLaneChange(projectId, change);
  }
}

type LaneChange = Extract<BoardChange, { kind: `${string}-lane` }>;

async function sendLaneChange(projectId: string, change: LaneChange): Promise<Sent> {
  switch (change.kind) {
    case 'create-lane': {
      const { data } = await unwrap(
        api.POST('/v1/projects/{projectId}/lanes', {
          params: { path: { projectId }, header: { 'Idempotency-Key': change.temporaryId } },
          body: { name: change.name, ...(change.color ? { color: change.color } : {}) },
        }),
      );
      const moved: Card[] = [];
      for (const cardId of change.cardIds) moved.push(await moveToEnd(cardId, data.id));
      return { store: (board) => moved.reduce(storeCard, storeLane(board, data)), createdId: data.id };
    }
    case 'change-lane': {
      const { data } = await unwrap(
        api.PATCH('/v1/lanes/{laneId}', {
          params: { path: { laneId: change.laneId } },
          body: change.patch,
        }),
      );
      return { store: (board) => storeLane(board, data) };
    }
    case 'move-lane': {
      const { beforeLaneId, afterLaneId } = change.to;
      const { data } = await unwrap(
        api.POST('/v1/lanes/{laneId}/move', {
          params: { path: { laneId: change.laneId } },
          body: beforeLaneId ? { before_lane_id: beforeLaneId } : { after_lane_id: afterLaneId },
        }),
      );
      return { store: (board) => storeLane(board, data) };
    }
    case 'delete-lane':
      await unwrap(
        api.DELETE('/v1/lanes/{laneId}', {
          params: {
            path: { laneId: change.laneId },
            query: change.moveCardsTo ? { move_cards_to: change.moveCardsTo } : { cards: 'delete' },
          },
        }),
      ).catch(ignoreNotFound);
      return { store: (board) => removeLane(board, change.laneId, change.moveCardsTo) };
  }
}

const moveToEnd = async (cardId: string, laneId: string): Promise<Card> =>
  (
    await unwrap(
      api.POST('/v1/cards/{cardId}/move', { params: { path: { cardId } }, body: { lane_id: laneId } }),
    )
  ).data;

/** Someone else deleted it first, or the answer to the first attempt was lost. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
