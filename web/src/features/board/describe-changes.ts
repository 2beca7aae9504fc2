import type { BoardChange } from '../../data/board-change.ts';
import { type Board, type Card, findCard } from '../../data/board-order.ts';
import type { UndoableAction } from '../../lib/undo-stack.ts';
import { texts } from './texts.ts';

type Messages = Pick<UndoableAction, 'done' | 'undone' | 'redone'>;

/** "Card “Price”", or "3 cards". */
export const nameOfCards = (cards: readonly Pick<Card, 'title'>[]): string =>
  cards.length === 1 ? texts.card2(cards[0]?.title ?? '') : texts.cards(cards.length);

/** What the messages after undoing and redoing say. `board` is the board before the changes. */
export function describeChanges(board: Board, changes: readonly BoardChange[]): Messages {
  const [change] = changes;
  if (!change) return { undone: '', redone: '' };
  const cards = changes.flatMap((each) => ('cardId' in each ? (findCard(board, each.cardId) ?? []) : []));
  const lane = 'laneId' in change ? (board.lanes.find(({ id }) => id === change.laneId)?.name ?? '') : '';
  switch (change.kind) {
    case 'move-card':
      return { undone: texts.movedBack(nameOfCards(cards)), redone: texts.movedAgain(nameOfCards(cards)) };
    case 'change-card':
      return {
        undone: texts.changeOfUndone(nameOfCards(cards)),
        redone: texts.changeOfRedone(nameOfCards(cards)),
      };
    case 'create-card':
      return { undone: texts.cardDeleted(change.title), redone: texts.cardAddedAgain(change.title) };
    case 'delete-card':
      return { undone: texts.isBack(nameOfCards(cards)), redone: texts.deleted(nameOfCards(cards)) };
    case 'create-lane':
      if (changes.length > 1) {
        const lanes = changes.length;
        return {
          done: texts.lanesCreated(lanes),
          undone: texts.lanesRemoved(lanes),
          redone: texts.lanesCreated(lanes),
        };
      }
      return { undone: texts.laneRemoved(change.name), redone: texts.laneAddedAgain(change.name) };
    case 'change-lane':
      return { undone: texts.changeOfLaneUndone(lane), redone: texts.changeOfLaneRedone(lane) };
    case 'move-lane':
      return { undone: texts.laneMovedBack(lane), redone: texts.laneMovedAgain(lane) };
    case 'delete-lane':
      return {
        done: texts.laneDeleted(lane),
        undone: texts.laneIsBack(lane),
        redone: texts.laneDeleted(lane),
      };
  }
}
