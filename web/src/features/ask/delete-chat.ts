import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type Chat, deleteChat } from '../../data/chats.ts';
import { keys } from '../../data/keys.ts';
import { type Delay, startDelay, Undone } from '../../lib/delayed.ts';
import { failureReason, isNotFound } from '../../lib/errors.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { texts } from './texts.ts';

/** The server can't restore a thread, so it is deleted only after the time to undo. */
const undoMs = 10_000;

let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function setHidden(change: (ids: Set<string>) => void): void {
  const next = new Set(hidden);
  change(next);
  hidden = next;
  for (const listener of listeners) listener();
}

/** The threads that are deleted, or will be when the time to undo is over. */
export const useHiddenChats = (): ReadonlySet<string> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );

export function useDeleteChat(projectId: string) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  return ({ id, title }: Pick<Chat, 'id' | 'title'>): void => {
    let delay: Delay;
    const show = () => setHidden((ids) => ids.delete(id));
    const remove = () => {
      setHidden((ids) => ids.add(id));
      delay = startDelay(undoMs);
      delay.wait
        .then(() => deleteChat(id))
        .then(() => queryClient.invalidateQueries({ queryKey: keys.chats(projectId) }))
        .catch((error: unknown) => {
          if (error instanceof Undone || isNotFound(error)) return;
          show();
          toast({ text: texts.chatNotDeleted(failureReason(error)) });
        });
    };
    remove();
    undo.add(
      Promise.resolve({
        done: texts.chatDeleted(title),
        undone: texts.chatRestored(title),
        redone: texts.chatDeleted(title),
        async undo() {
          if (delay.undo()) show();
        },
        async redo() {
          remove();
        },
      }),
    );
  };
}
