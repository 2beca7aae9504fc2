import { createContext, type ReactNode, useContext } from 'react';
import type { Comment } from '../../data/comments.ts';
import type { Person } from '../../data/people.ts';
import type { CommentActions } from './use-comment-actions.ts';

/** What the parts of a list of comments use. */
export interface CommentsContextValue {
  myId: string;
  canComment: boolean;
  ownsProject: boolean;
  /** All members, to show names. */
  people: ReadonlyMap<string, Person>;
  /** Members who may be mentioned. */
  readers: readonly Person[];
  actions: CommentActions;
  /** Says what a thread is about, if that is only a part of what the page shows. */
  describePlace(comment: Comment): ReactNode;
}

const CommentsContext = createContext<CommentsContextValue | null>(null);

export const CommentsProvider = CommentsContext;

export function useCommentsContext(): CommentsContextValue {
  const value = useContext(CommentsContext);
  if (!value) throw new Error('This component is only for a list of comments.');
  return value;
}
