import { useMemo } from 'react';
import type { Comment, CommentAnchor, CommentWrites, Thread } from '../../data/comments.ts';
import { errorMessage } from '../../lib/errors.ts';
import { creation, deletion, type UndoableAction } from '../../lib/undo-stack.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { texts } from './texts.ts';

export interface CommentActions {
  /** Rejects if it failed: the field says why and has the text still. */
  create(comment: Parameters<CommentWrites['create']>[0]): Promise<Comment>;
  change(comment: Comment, change: Pick<Comment, 'body' | 'mentions'>): Promise<unknown>;
  setResolved(comment: Comment, resolved: boolean): void;
  /** With its replies, which must be of the same person. */
  remove(thread: Thread): void;
  /** With the replies of others, so without undo. */
  removeForGood(comment: Comment): Promise<unknown>;
}

/** What a person does with comments, each with undo. */
export function useCommentActions(writes: CommentWrites): CommentActions {
  const toast = useToast();
  const { add, ids } = useUndo();
  return useMemo(() => {
    /** A step that fails has no undo. */
    const undoable = (work: Promise<unknown>, action: UndoableAction) => add(work.then(() => action));

    return {
      async create(input) {
        const creating = writes.create(input);
        add(
          creating.then((comment) => ({
            undone: texts.removed,
            redone: texts.added,
            ...creation(ids, comment.id, {
              create: () => writes.create(withParent(input, ids.current)),
              remove: writes.remove,
            }),
          })),
        );
        return creating;
      },
      change(comment, change) {
        const before = { body: comment.body, mentions: comment.mentions };
        const changing = writes.change(comment.id, change);
        undoable(changing, {
          undone: texts.changeUndone,
          redone: texts.changed,
          undo: () => writes.change(ids.current(comment.id), before),
          redo: () => writes.change(ids.current(comment.id), change),
        });
        return changing;
      },
      setResolved(comment, resolved) {
        const changing = writes.setResolved(comment.id, resolved);
        changing.catch((error) => toast({ text: texts.notResolved(errorMessage(error)) }));
        const [done, undone] = resolved
          ? [texts.threadResolved, texts.threadReopened]
          : [texts.threadReopened, texts.threadResolved];
        undoable(changing, {
          done,
          undone,
          redone: done,
          undo: () => writes.setResolved(ids.current(comment.id), !resolved),
          redo: () => writes.setResolved(ids.current(comment.id), resolved),
        });
      },
      remove({ comment, replies }) {
        const removing = writes.remove(comment.id);
        removing.catch((error) => toast({ text: texts.notRemoved(errorMessage(error)) }));
        undoable(removing, {
          done: texts.removed,
          undone: texts.added,
          redone: texts.removed,
          ...deletion(ids, comment.id, {
            async create() {
              const created = await writes.create(withParent(copyOf(comment), ids.current));
              for (const reply of replies) {
                const { id } = await writes.create({ ...copyOf(reply), parentId: created.id });
                ids.replace(reply.id, id);
              }
              if (comment.resolved_at !== null) await writes.setResolved(created.id, true);
              return created;
            },
            remove: writes.remove,
          }),
        });
      },
      async removeForGood(comment) {
        try {
          await writes.remove(comment.id);
          toast({ text: texts.removed });
        } catch (error) {
          toast({ text: texts.notRemoved(errorMessage(error)) });
        }
      },
    };
  }, [writes, toast, add, ids]);
}

type Copy = Parameters<CommentWrites['create']>[0];

const copyOf = ({ body, mentions, target_type, target_id, anchor, parent_id }: Comment): Copy => ({
  body,
  mentions,
  about: { type: target_type, id: target_id },
  anchor: placeOf(anchor),
  parentId: parent_id ?? undefined,
});

function placeOf(anchor: Comment['anchor']): CommentAnchor | undefined {
  const { citation_id, segment_id, start_seconds, excerpt } = anchor ?? {};
  if (citation_id) return { citation_id };
  if (segment_id) return { segment_id };
  if (excerpt) return { excerpt };
  return typeof start_seconds === 'number' ? { start_seconds } : undefined;
}

/** The first comment of the thread may have been deleted and created again. */
const withParent = (copy: Copy, currentId: (id: string) => string): Copy => ({
  ...copy,
  parentId: copy.parentId === undefined ? undefined : currentId(copy.parentId),
});
