import { useCallback } from 'react';
import { useDecideHighlights } from '../../data/material.ts';
import type { Tagging } from '../../data/taggings.ts';
import { failureReason } from '../../lib/errors.ts';
import { formatCount } from '../../lib/format.ts';
import { useToast } from '../../ui/toast.tsx';

/** Accepts or rejects suggestions of a file. A message says so and offers to take it back. */
export function useDecideWithUndo(projectId: string, fileId: string) {
  const toast = useToast();
  const { mutateAsync: decide } = useDecideHighlights(projectId, fileId);
  return useCallback(
    async (taggings: Tagging[], status: 'accepted' | 'rejected', tagName: string) => {
      const takeBack = () =>
        void decide({ taggings, status: 'suggested' }).catch((error) =>
          toast({ text: `Not undone. ${failureReason(error)}` }),
        );
      const verb = status === 'accepted' ? 'Accepted' : 'Rejected';
      const what =
        taggings.length === 1 ? `the suggestion “${tagName}”` : formatCount(taggings.length, 'suggestion');
      try {
        await decide({ taggings, status });
        toast({ text: `${verb} ${what}.`, action: { label: 'Undo', run: takeBack } });
      } catch (error) {
        toast({ text: `Not ${status}. ${failureReason(error)}` });
      }
    },
    [decide, toast],
  );
}
