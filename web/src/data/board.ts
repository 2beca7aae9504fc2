import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, unwrap } from '../lib/api.ts';
import { Undone } from '../lib/delayed.ts';
import { isUnreachable } from '../lib/errors.ts';
import { applyChange, type BoardChange, type Sent, sendChange } from './board-change.ts';
import type { Board } from './board-order.ts';
import { keys } from './keys.ts';

/** Temporary ids of what the server has created: until the change leaves the pending ones, it must not show twice. */
const created = new Set<string>();

const changeKey = (projectId: string) => ['board-change', projectId] as const;

/** The objects of an unchanged lane stay the same when the board is read again. */
export const boardQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.board(projectId),
    queryFn: async (): Promise<Board> =>
      (await unwrap(api.GET('/v1/projects/{projectId}/board', { params: { path: { projectId } } }))).data,
  });

/**
 * The board with the changes that are being saved applied to what the server sent last. So a change of someone else
 * appears at once, an own change stays where it is, and a refused one disappears by itself.
 */
export function useBoard(projectId: string) {
  const query = useQuery(boardQuery(projectId));
  const pending = useMutationState({
    filters: { mutationKey: changeKey(projectId), status: 'pending' },
    select: ({ state }) => ({ change: state.variables as BoardChange, failures: state.failureCount }),
  });
  const board = useMemo(
    () =>
      query.data &&
      pending
        .filter(({ change }) => !('temporaryId' in change && created.has(change.temporaryId)))
        .reduce((next, { change }) => applyChange(next, change), query.data),
    [query.data, pending],
  );
  return {
    ...query,
    board,
    /** A deletion that can still be undone is not counted. */
    unsavedCount: pending.filter(({ change }) => change.kind !== 'delete-card').length,
    /** True while the server can’t be reached: the changes are sent again until it can. */
    isWaiting: pending.some(({ failures }) => failures > 0),
  };
}

/** Saves one change after the other, in the order in which they were made. */
export function useChangeBoard(projectId: string, onRefused: (error: Error, change: BoardChange) => void) {
  const storeAnswer = useStoreAnswer(projectId);
  return useMutation({
    mutationKey: changeKey(projectId),
    scope: { id: `board ${projectId}` },
    mutationFn: (change: BoardChange) => sendChange(projectId, change),
    // Without a response the change is repeated until there is one: it must not get lost.
    retry: (_count, error) => isUnreachable(error),
    retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
    onSuccess: storeAnswer.onSuccess,
    onError: onRefused,
    onSettled: storeAnswer.onSettled,
  });
}

/** Hides a card at once and deletes it when the time for undoing is over. */
export function useDeleteCard(projectId: string, onRefused: (error: Error) => void) {
  const storeAnswer = useStoreAnswer(projectId);
  return useMutation({
    mutationKey: changeKey(projectId),
    mutationFn: async ({ wait, ...change }: DelayedDeletion) => {
      await wait;
      return sendChange(projectId, change);
    },
    onSuccess: storeAnswer.onSuccess,
    onError: (error: Error) => {
      if (!(error instanceof Undone)) onRefused(error);
    },
    onSettled: storeAnswer.onSettled,
  });
}

interface DelayedDeletion {
  kind: 'delete-card';
  cardId: string;
  /** Resolves when the card shall be deleted, rejects with Undone when it shall stay. */
  wait: Promise<void>;
}

function useStoreAnswer(projectId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = boardQuery(projectId);
  return {
    onSuccess: async ({ store }: Sent, change: BoardChange) => {
      // A read that began before this change would bring back the old order.
      await queryClient.cancelQueries({ queryKey });
      if ('temporaryId' in change) created.add(change.temporaryId);
      queryClient.setQueryData(queryKey, (board) => board && store(board));
    },
    onSettled: (_sent: unknown, _error: unknown, { kind }: BoardChange) => {
      // This change is still counted.
      if (queryClient.isMutating({ mutationKey: changeKey(projectId) }) <= 1)
        void queryClient.invalidateQueries({ queryKey });
      if (!kind.startsWith('create') && !kind.startsWith('delete')) return;
      void queryClient.invalidateQueries({ queryKey: keys.project(projectId) });
    },
  };
}
