import type { Board, Card } from '../../data/board-order.ts';
import { today } from '../../lib/format.ts';
import { type BoardSearch, isFiltered } from './board-search.ts';

/** The board with the cards that the filters leave. Its lanes stay, so that cards can be moved to any of them. */
export function filterBoard(board: Board, search: BoardSearch, now = new Date()): Board {
  if (!isFiltered(search)) return board;
  const words = (search.q ?? '').toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const day = today(now);
  const inAWeek = today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7));
  const matches = (card: Card) =>
    (!search.tag || card.tag_ids.includes(search.tag)) &&
    (!search.assignee || (card.assignee_id ?? 'none') === search.assignee) &&
    matchesDue(card, search.due, day, inAWeek) &&
    (words.length === 0 || containsAll(card, words));
  return { ...board, lanes: board.lanes.map((lane) => ({ ...lane, cards: lane.cards.filter(matches) })) };
}

function matchesDue(card: Card, due: BoardSearch['due'], day: string, inAWeek: string): boolean {
  if (!due) return true;
  if (due === 'none') return card.due_on === null;
  if (card.due_on === null) return false;
  return due === 'overdue' ? card.due_on < day : card.due_on >= day && card.due_on <= inAWeek;
}

function containsAll(card: Card, words: string[]): boolean {
  const quotes = card.evidence.map(({ quote }) => quote ?? '');
  const content = [card.title, card.body ?? '', ...quotes].join('\n').toLocaleLowerCase();
  return words.every((word) => content.includes(word));
}
