import { useQueryClient } from '@tanstack/react-query';
import {
  addToCard,
  createCard,
  createClips,
  createTaggings,
  deleteCard,
  deleteClips,
  deleteTaggings,
  hasSound,
  setEvidence,
  type TagOn,
} from '../../data/highlight-changes.ts';
import { type Highlight, refreshHighlights } from '../../data/highlights.ts';
import type { Tag } from '../../data/tags.ts';
import { failureReason } from '../../lib/errors.ts';
import type { UndoableAction } from '../../lib/undo-stack.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { texts } from './texts.ts';

/** What can be done with the selected highlights. Each action can be undone. */
export function useBulkActions(projectId: string) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { add } = useUndo();
  const refresh = () => refreshHighlights(queryClient, projectId);

  /** Runs the action, reads the lists again, and makes it undoable. */
  const perform = (work: () => Promise<UndoableAction | undefined>) => {
    const refreshing = async <Result>(step: () => Promise<Result>) => {
      try {
        return await step();
      } finally {
        await refresh();
      }
    };
    const done = refreshing(work).then(
      (action) =>
        action && {
          ...action,
          undo: () => refreshing(action.undo),
          redo: () => refreshing(action.redo),
        },
    );
    done.catch((error: unknown) => toast({ text: texts.notChanged(failureReason(error)) }));
    add(done);
  };

  const removal = (taggingIds: readonly string[], tags: readonly TagOn[]) => {
    let ids = taggingIds;
    return {
      remove: () => deleteTaggings(ids),
      restore: async () => {
        ids = await createTaggings(projectId, tags);
      },
    };
  };

  return {
    addTag(tag: Tag, highlights: readonly Highlight[]): void {
      const without = highlights.filter(({ taggings }) => !taggings.some(({ tag_id }) => tag_id === tag.id));
      const tags = without.map((highlight) => ({ highlight, tagId: tag.id }));
      perform(async () => {
        const ids = await createTaggings(projectId, tags);
        const { remove, restore } = removal(ids, tags);
        return {
          done: texts.tagged(tag.name, ids.length),
          undone: texts.untagged(tag.name),
          redone: texts.tagged(tag.name, ids.length),
          undo: remove,
          redo: restore,
        };
      });
    },
    removeTag(tag: Tag, highlights: readonly Highlight[]): void {
      const tags = highlights.flatMap((highlight) =>
        highlight.taggings
          .filter(({ tag_id }) => tag_id === tag.id)
          .map(({ id }) => ({ id, highlight, tagId: tag.id })),
      );
      const { remove, restore } = removal(
        tags.map(({ id }) => id),
        tags,
      );
      perform(async () => {
        await remove();
        return {
          done: texts.untagged(tag.name),
          undone: texts.tagged(tag.name, tags.length),
          redone: texts.untagged(tag.name),
          undo: restore,
          redo: remove,
        };
      });
    },
    deleteAll(highlights: readonly Highlight[]): void {
      const tags = highlights.flatMap((highlight) =>
        highlight.taggings.map(({ id, tag_id }) => ({ id, highlight, tagId: tag_id })),
      );
      const { remove, restore } = removal(
        tags.map(({ id }) => id),
        tags,
      );
      perform(async () => {
        await remove();
        return {
          done: texts.deleted(highlights.length),
          undone: texts.restored(highlights.length),
          redone: texts.deleted(highlights.length),
          undo: restore,
          redo: remove,
        };
      });
    },
    addToCard(card: { id: string; title: string }, highlights: readonly Highlight[]): void {
      perform(async () => {
        const { before, after, version } = await addToCard(card.id, highlights);
        let latest = version;
        const set = (evidence: typeof before) => async () => {
          latest = await setEvidence(card.id, evidence, latest);
        };
        return {
          done: texts.addedToCard(card.title, highlights.length),
          undone: texts.removedFromCard(card.title),
          redone: texts.addedToCard(card.title, highlights.length),
          undo: set(before),
          redo: set(after),
        };
      });
    },
    createCard(title: string, highlights: readonly Highlight[]): void {
      perform(async () => {
        let id = await createCard(projectId, title, highlights);
        return {
          done: texts.cardCreated(title),
          undone: texts.cardDeleted(title),
          redone: texts.cardCreated(title),
          undo: () => deleteCard(id),
          redo: async () => {
            id = await createCard(projectId, title, highlights);
          },
        };
      });
    },
    makeClips(highlights: readonly Highlight[]): void {
      if (!highlights.some(hasSound)) {
        toast({ text: texts.noSound });
        return;
      }
      perform(async () => {
        let ids = await createClips(projectId, highlights, texts.clip);
        return {
          done: texts.clipsMade(ids.length),
          undone: texts.clipsDeleted(ids.length),
          redone: texts.clipsMade(ids.length),
          undo: () => deleteClips(ids),
          redo: async () => {
            ids = await createClips(projectId, highlights, texts.clip);
          },
        };
      });
    },
  };
}

export type BulkActions = ReturnType<typeof useBulkActions>;
