import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { failureReason } from '../lib/errors.ts';
import { useShortcuts } from '../lib/shortcuts.ts';
import { ChangedSince, createIdAliases, createUndoStack, type IdAliases } from '../lib/undo-stack.ts';
import { useLatest } from '../lib/use-latest.ts';
import { texts } from './texts.ts';
import { useToast } from './toast.tsx';

type Stack = ReturnType<typeof createUndoStack>;

interface Undo {
  add: Stack['add'];
  ids: IdAliases;
}

const UndoContext = createContext<Undo>({ add: () => ({ undo() {} }), ids: createIdAliases() });

/** `add` makes an action of this page undoable with Ctrl+Z and with the button of its message. */
export const useUndo = () => useContext(UndoContext);

/** The one undo of the application. It forgets everything when `page` changes. */
export function UndoProvider({ page, children }: { page: string; children: ReactNode }) {
  const toast = useToast();
  const latestToast = useLatest(toast);
  const { stack, value } = useMemo(() => {
    const stack = createUndoStack({
      onDone: (text, direction, run) =>
        latestToast.current({ text, action: { label: direction === 'undo' ? texts.redo : texts.undo, run } }),
      onNothing: (direction) =>
        latestToast.current({
          text: direction === 'undo' ? texts.nothingToUndo : texts.nothingToRedo,
        }),
      onFailed: (direction, error) => {
        const reason = error instanceof ChangedSince ? error.message : failureReason(error);
        latestToast.current({
          text: direction === 'undo' ? texts.notUndone(reason) : texts.notRedone(reason),
        });
      },
    });
    return { stack, value: { add: stack.add, ids: createIdAliases() } };
  }, [latestToast]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was done on one page is not undone on another.
  useEffect(() => stack.clear(), [stack, page]);
  // A text field undoes its own typing.
  useShortcuts([
    {
      keys: '$mod+z',
      label: texts.undoShortcut,
      group: texts.shortcutGroups.everywhere,
      run: () => void stack.undo(),
      inDialogs: true,
    },
    {
      keys: '$mod+Shift+z',
      label: texts.redoShortcut,
      group: texts.shortcutGroups.everywhere,
      run: () => void stack.redo(),
      inDialogs: true,
    },
  ]);
  return <UndoContext value={value}>{children}</UndoContext>;
}
