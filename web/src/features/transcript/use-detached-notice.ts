import { useQueryClient } from '@tanstack/react-query';
import { useDetachedHighlights } from '../../data/material.ts';
import { transcriptQuery } from '../../data/transcript.ts';
import { formatCount } from '../../lib/format.ts';
import { keyNames } from '../../lib/key-names.ts';
import { useToast } from '../../ui/toast.tsx';

/**
 * Says how many highlights lost their words by an edit. Call the result before the edit is sent, and what that returns
 * with the revision that the edit made.
 */
export function useDetachedNotice(fileId: string, undo: () => void) {
  const client = useQueryClient();
  const toast = useToast();
  const highlights = useDetachedHighlights(fileId);
  const undoRevision = (revision: number) => {
    // Undo takes back the last change, which must be this edit.
    if (client.getQueryData(transcriptQuery(fileId).queryKey)?.revision === revision) undo();
    else
      toast({
        text: `Not undone: the transcript has changed since. ${keyNames('$mod+z')} undoes step by step.`,
      });
  };
  return () => {
    const before = highlights.attached();
    return async (revision: number) => {
      // Without a response, the highlights are read again when the connection returns.
      const count = await highlights.count(before).catch(() => 0);
      if (count === 0) return;
      toast({
        text: `The transcript no longer contains the words of ${formatCount(count, 'highlight')}.`,
        action: { label: 'Undo', run: () => undoRevision(revision) },
      });
    };
  };
}
