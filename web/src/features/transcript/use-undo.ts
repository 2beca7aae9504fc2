import { useCallback } from 'react';
import { useUndoTranscript } from '../../data/transcript-undo.ts';
import { failureReason } from '../../lib/errors.ts';
import { useToast } from '../../ui/toast.tsx';

/** Takes back the user's last change or returns it, and says so. */
export function useUndo(fileId: string) {
  const toast = useToast();
  const { undo, redo } = useUndoTranscript(fileId);
  const redoLast = useCallback(
    () =>
      redo(undefined, {
        onSuccess: (restored) => toast({ text: restored ? 'Change redone.' : 'There is nothing to redo.' }),
        onError: (error) => toast({ text: `Not redone. ${failureReason(error)}` }),
      }),
    [redo, toast],
  );
  const undoLast = useCallback(
    () =>
      undo(undefined, {
        onSuccess: () =>
          toast({ text: 'Change taken back.', action: { label: 'Redo', run: () => redoLast() } }),
        onError: (error) => toast({ text: `Not undone. ${failureReason(error)}` }),
      }),
    [undo, redoLast, toast],
  );
  return { undoLast, redoLast };
}
