import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { transcriptQuery } from '../../data/transcript.ts';
import { useUndoRevision } from '../../data/transcript-undo.ts';
import { useUndo } from '../../ui/undo.tsx';
import { texts } from './texts.ts';

/** What a change of the transcript is called when it is undone. */
interface Change {
  /** Such as "Split of “I just wanted”". */
  name: string;
  /** Shown with "Undo" when the change is saved. */
  done?: string;
}

/**
 * Makes a change of the transcript undoable. `work` resolves with the revision after the change. A change without effect
 * makes no revision, and then there is nothing to undo.
 */
export function useUndoableChange(fileId: string) {
  const client = useQueryClient();
  const { add } = useUndo();
  const undoRevision = useUndoRevision(fileId);
  return useCallback(
    <Result extends { revision: number }>({ name, done }: Change, work: () => Promise<Result>) => {
      const before = client.getQueryData(transcriptQuery(fileId).queryKey)?.revision ?? 0;
      const result = work();
      const entry = add(
        result.then(({ revision }) =>
          revision <= before
            ? undefined
            : {
                ...(done === undefined ? {} : { done }),
                undone: texts.undone(name),
                redone: texts.redone(name),
                ...undoRevision(revision),
              },
        ),
      );
      return { result, undo: entry.undo };
    },
    [client, fileId, add, undoRevision],
  );
}
