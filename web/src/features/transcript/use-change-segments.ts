import { type SegmentsEdit, useEditSegments } from '../../data/segment-edits.ts';
import { failureReason } from '../../lib/errors.ts';
import { useToast } from '../../ui/toast.tsx';
import { useTranscript } from './context.ts';
import { texts } from './texts.ts';
import { useDetachedNotice } from './use-detached-notice.ts';
import { useUndoableChange } from './use-undoable-change.ts';

/** Changes several segments as one action that one undo takes back. Resolves with whether it was saved. */
export function useChangeSegments() {
  const { fileId } = useTranscript();
  const toast = useToast();
  const { mutateAsync } = useEditSegments(fileId);
  const undoable = useUndoableChange(fileId);
  const noticeDetached = useDetachedNotice(fileId);
  return async (change: { name: string; done: string }, edits: readonly SegmentsEdit[]): Promise<boolean> => {
    if (edits.length === 0) return true;
    const changesWords = edits.some(({ text }) => text !== undefined);
    const edited = changesWords ? noticeDetached() : undefined;
    try {
      const { result, undo } = undoable(change, () => mutateAsync(edits));
      await result;
      void edited?.(undo);
      return true;
    } catch (error) {
      toast({ text: texts.notChanged(failureReason(error)) });
      return false;
    }
  };
}
