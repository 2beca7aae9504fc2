import { useCallback } from 'react';
import { useDecideHighlights } from '../../data/material.ts';
import type { Tagging } from '../../data/taggings.ts';
import { failureReason } from '../../lib/errors.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { texts } from './texts.ts';

/** Accepts or rejects suggestions of a file. A message says so and offers to undo it. */
export function useDecideWithUndo(projectId: string, fileId: string) {
  const toast = useToast();
  const { add } = useUndo();
  const { mutateAsync: decide } = useDecideHighlights(projectId, fileId);
  return useCallback(
    async (taggings: Tagging[], status: 'accepted' | 'rejected', tagName: string) => {
      const what = taggings.length === 1 ? texts.oneSuggestion(tagName) : texts.suggestions(taggings.length);
      const done = (status === 'accepted' ? texts.accepted : texts.rejected)(what);
      const decided = decide({ taggings, status });
      add(
        decided.then(() => ({
          done,
          undone: texts.decisionTakenBack(what),
          redone: done,
          undo: () => decide({ taggings, status: 'suggested' }),
          redo: () => decide({ taggings, status }),
        })),
      );
      await decided.catch((error) =>
        toast({
          text: (status === 'accepted' ? texts.notAccepted : texts.notRejected)(failureReason(error)),
        }),
      );
    },
    [decide, toast, add],
  );
}
