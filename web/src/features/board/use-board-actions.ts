import { useMemo } from 'react';
import { useChangeBoard, useDeleteCard } from '../../data/board.ts';
import type { BoardChange } from '../../data/board-change.ts';
import { startDelay } from '../../lib/delayed.ts';
import { ApiError, errorMessage } from '../../lib/errors.ts';
import { formatCount } from '../../lib/format.ts';
import { useToast } from '../../ui/toast.tsx';

const undoMs = 8_000;

/** The API names the field; people get what is wrong with it. */
function reason(error: Error): string {
  const detail = error instanceof ApiError ? error.details[0] : undefined;
  return detail ? `${errorMessage(error)}: ${detail.message}` : errorMessage(error);
}

const refusals: Record<BoardChange['kind'], string> = {
  'move-card': 'The card was not moved.',
  'change-card': 'The card was not changed.',
  'create-card': 'The card was not added.',
  'delete-card': 'The card was not deleted.',
  'create-lane': 'The lane was not added.',
  'change-lane': 'The lane was not changed.',
  'move-lane': 'The lane was not moved.',
  'delete-lane': 'The lane was not deleted.',
};

export function useBoardActions(projectId: string) {
  const toast = useToast();
  const { mutateAsync: change } = useChangeBoard(projectId, (error, { kind }) =>
    toast({ text: `${refusals[kind]} ${reason(error)}` }),
  );
  const { mutate: deleteCard } = useDeleteCard(projectId, (error) =>
    toast({ text: `${refusals['delete-card']} ${reason(error)}` }),
  );
  return useMemo(
    () => ({
      change: (input: BoardChange, onRefused?: () => void) => {
        change(input).catch(() => onRefused?.());
      },
      deleteCards(cardIds: string[]) {
        const { wait, undo } = startDelay(undoMs);
        for (const cardId of cardIds) deleteCard({ kind: 'delete-card', cardId, wait });
        toast({
          text: `Deleted ${formatCount(cardIds.length, 'card')}.`,
          action: { label: 'Undo', run: undo },
        });
      },
    }),
    [change, deleteCard, toast],
  );
}
