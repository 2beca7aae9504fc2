import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { boardQuery, useChangeBoard, useDeleteCard } from '../../data/board.ts';
import { applyChange, type BoardChange } from '../../data/board-change.ts';
import { type Board, type Card, findCard } from '../../data/board-order.ts';
import { type BoardAccess, placeOf, restoreCard, stepsOf } from '../../data/board-undo.ts';
import { mergedPatch } from '../../data/merge-cards.ts';
import { startDelay, Undone } from '../../lib/delayed.ts';
import { ApiError, errorMessage } from '../../lib/errors.ts';
import type { UndoableAction } from '../../lib/undo-stack.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { describeChanges, nameOfCards } from './describe-changes.ts';
import { texts } from './texts.ts';

/** A deletion is sent after this time. Until then, undoing returns the same card, with its comments. */
const undoMs = 8_000;

/** The API names the field; people get what is wrong with it. */
function reason(error: Error): string {
  const detail = error instanceof ApiError ? error.details[0] : undefined;
  return detail ? `${errorMessage(error)}: ${detail.message}` : errorMessage(error);
}

/** What the message about a refused change begins with. */
const refusals = (): Record<BoardChange['kind'], string> => ({
  'move-card': texts.theCardWasNotMoved,
  'change-card': texts.theCardWasNotChanged,
  'create-card': texts.theCardWasNotAdded,
  'delete-card': texts.theCardWasNotDeleted,
  'create-lane': texts.theLaneWasNotAdded,
  'change-lane': texts.theLaneWasNotChanged,
  'move-lane': texts.theLaneWasNotMoved,
  'delete-lane': texts.theLaneWasNotDeleted,
});

/** `shown` is the board with the changes that are being saved. */
export function useBoardActions(projectId: string, shown: Board | undefined) {
  const toast = useToast();
  const client = useQueryClient();
  const { add, ids } = useUndo();
  const latest = useLatest(shown);
  const { mutateAsync: send } = useChangeBoard(projectId, (error, { kind }) =>
    toast({ text: `${refusals()[kind]} ${reason(error)}` }),
  );
  const { mutateAsync: deleteLater } = useDeleteCard(projectId, (error) =>
    toast({ text: `${refusals()['delete-card']} ${reason(error)}` }),
  );
  return useMemo(() => {
    const access: BoardAccess = {
      ids,
      read: () => client.getQueryData(boardQuery(projectId).queryKey) ?? { lanes: [], has_more: false },
      send: async (change) => (await send(change)).createdId,
    };

    async function perform(board: Board, changes: BoardChange[]): Promise<UndoableAction> {
      let before = board;
      const sent = changes.map(async (change) => {
        const state = before;
        before = applyChange(before, change);
        return stepsOf(access, state, change, await access.send(change));
      });
      const steps = await Promise.all(sent);
      return {
        ...describeChanges(board, changes),
        undo: async () => {
          for (const { undo } of steps.toReversed()) await undo();
        },
        redo: async () => {
          for (const { redo } of steps) await redo();
        },
      };
    }

    /** Hides cards at once and deletes them after a while, if `before` has succeeded then. */
    function remove(board: Board, cardIds: readonly string[], before: Promise<unknown> = Promise.resolve()) {
      const { wait, undo } = startDelay(undoMs);
      const ready = Promise.all([
        wait,
        before.catch(() => {
          throw new Undone();
        }),
      ]).then(() => {});
      const deleted = cardIds.flatMap((cardId) => {
        const card = findCard(board, cardId);
        const work = deleteLater({ kind: 'delete-card', cardId, wait: ready });
        // The callbacks of the mutation say why it was refused.
        work.catch(() => {});
        return card ? [{ card, place: placeOf(board, cardId), work }] : [];
      });
      return {
        cards: deleted.map(({ card }) => card),
        undo: async () => {
          if (undo()) return;
          await Promise.allSettled(deleted.map(({ work }) => work));
          // The server may have refused to delete some of them.
          const gone = deleted.filter(({ card }) => !findCard(access.read(), ids.current(card.id)));
          for (const { card, place } of gone) await restoreCard(access, card, place);
        },
        redo: async () => {
          for (const { card } of deleted)
            await access.send({ kind: 'delete-card', cardId: ids.current(card.id) });
        },
      };
    }

    return {
      change(changes: BoardChange[], onRefused?: () => void): void {
        if (!latest.current) return;
        const work = perform(latest.current, changes);
        work.catch(() => onRefused?.());
        add(work);
      },
      deleteCards(cardIds: string[]): void {
        const board = latest.current;
        if (!board) return;
        const { cards, ...steps } = remove(board, cardIds);
        const name = nameOfCards(cards);
        const action: UndoableAction = {
          done: texts.deleted(name),
          undone: texts.areBack(name, cards.length),
          redone: texts.deleted(name),
          ...steps,
        };
        add(Promise.resolve(action));
      },
      findCards: (cardIds: readonly string[]): Card[] =>
        cardIds.flatMap((id) => (latest.current && findCard(latest.current, id)) ?? []),
      mergeCards(intoId: string, cardIds: string[]): void {
        const board = latest.current;
        const into = board && findCard(board, intoId);
        if (!into) return;
        const others = cardIds.filter((id) => id !== intoId).flatMap((id) => findCard(board, id) ?? []);
        const patch = mergedPatch(into, others);
        if (!patch) return void toast({ text: texts.tooMuchForOneCard });
        const change = perform(board, [{ kind: 'change-card', cardId: intoId, patch }]);
        // A card is deleted only when the one that remains has what it had.
        const removal = remove(
          board,
          others.map(({ id }) => id),
          change,
        );
        const merged = change.then((changed) => ({
          done: texts.merged(others.length + 1, into.title),
          undone: texts.mergeUndone(others.length + 1),
          redone: texts.merged(others.length + 1, into.title),
          undo: async () => {
            await removal.undo();
            await changed.undo();
          },
          redo: async () => {
            await changed.redo();
            await removal.redo();
          },
        }));
        merged.catch(() => {});
        add(merged);
      },
    };
  }, [add, ids, client, projectId, send, deleteLater, latest, toast]);
}
