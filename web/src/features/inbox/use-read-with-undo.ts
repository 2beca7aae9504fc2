import { type InboxItem, useMarkRead } from '../../data/inbox.ts';
import { errorMessage } from '../../lib/errors.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { texts } from './texts.ts';

/** Marks rows as read; Ctrl+Z takes it back. */
export function useReadWithUndo() {
  const { mutateAsync } = useMarkRead();
  const { add } = useUndo();
  const toast = useToast();
  const set = (ids: string[], read: boolean) => mutateAsync({ ids, read });
  return (items: InboxItem[], read = true): void => {
    const ids = items.filter(({ read_at }) => (read_at !== null) !== read).map(({ id }) => id);
    if (ids.length === 0) return;
    const [marked, reverted] = read
      ? [texts.markedRead, texts.markedUnread]
      : [texts.markedUnread, texts.markedRead];
    const work = set(ids.slice(0, 100), read);
    work.catch((error: unknown) => toast({ text: errorMessage(error) }));
    add(
      work.then(() => ({
        undone: reverted,
        redone: marked,
        undo: () => set(ids.slice(0, 100), !read),
        redo: () => set(ids.slice(0, 100), read),
      })),
    );
  };
}
