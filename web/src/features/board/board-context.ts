import { createContext, useContext } from 'react';
import type { BoardChange } from '../../data/board-change.ts';
import type { Card, Lane } from '../../data/board-order.ts';
import type { Person } from '../../data/people.ts';
import type { Tag } from '../../data/tags.ts';

/** What the parts of the board use. It changes rarely, so that a moved card does not render all others. */
export interface BoardContextValue {
  projectId: string;
  canEdit: boolean;
  tags: ReadonlyMap<string, Tag>;
  people: ReadonlyMap<string, Person>;
  /** For "Move to…". */
  lanes: readonly Pick<Lane, 'id' | 'name' | 'created_at'>[];
  /** A message says why a change was refused; a field can also show its text again. */
  change(change: BoardChange, onRefused?: () => void): void;
  /** Several changes as one action, which is undone as a whole. */
  changeAll(changes: BoardChange[]): void;
  openCard(cardId: string): void;
  deleteCards(cardIds: string[]): void;
  /** The evidence, tags and texts of the cards become those of one of them. */
  mergeCards(intoId: string, cardIds: string[]): void;
  findCards(cardIds: readonly string[]): Card[];
  toggleSelected(cardId: string): void;
}

const BoardContext = createContext<BoardContextValue | null>(null);

export const BoardProvider = BoardContext;

export function useBoardContext(): BoardContextValue {
  const value = useContext(BoardContext);
  if (!value) throw new Error('This component is only for the board.');
  return value;
}
