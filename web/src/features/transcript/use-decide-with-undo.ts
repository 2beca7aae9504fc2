import { useCallback } from 'react';
import { useDecideHighlights } from '../../data/material.ts';
import type { Tagging } from '../../data/taggings.ts';
import { failureReason } from '../../lib/errors.ts';
import { formatCount } from '../../lib/format.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';

/** Accepts or rejects suggestions of a file. A message says so and offers to undo it. */
export function useDecideWithUndo(projectId: string, fileId: string) {
  const toast = useToast();
  const { add } = useUndo();
  const { mutateAsync: decide } = useDecideHighlights(projectId, fileId);
  return useCallback(
    async (taggings: Tagging[], status: 'accepted' | 'rejected', tagName: string) => {
      const verb = status === 'accepted' ? 'Accepted' : 'Rejected';
      const what =
        taggings.length === 1 ? `the suggestion “${tagName}”` : formatCount(taggings.length, 'suggestion');
      const decided = decide({ taggings, status });
      add(
        decided.then(() => ({
          done: `${verb} ${what}.`,
          undone: `Decision on ${what} taken back.`,
          redone: `${verb} ${what}.`,
          undo: () => decide({ taggings, status: 'suggested' }),
          redo: () => decide({ taggings, status }),
        })),
      );
      await decided.catch((error) => toast({ text: `Not ${status}. ${failureReason(error)}` }));
    },
    [decide, toast, add],
  );
}
