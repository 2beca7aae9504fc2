import { useDetachedHighlights } from '../../data/material.ts';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

/**
 * Says how many highlights lost their words by an edit. Call the result before the edit is sent, and what that returns
 * with the function that undoes the edit.
 */
export function useDetachedNotice(fileId: string) {
  const toast = useToast();
  const highlights = useDetachedHighlights(fileId);
  return () => {
    const before = highlights.attached();
    return async (undo: () => void) => {
      // Without a response, the highlights are read again when the connection returns.
      const count = await highlights.count(before).catch(() => 0);
      if (count === 0) return;
      toast({
        text: texts.lostHighlights(count),
        action: { label: texts.undo, run: undo },
      });
    };
  };
}
