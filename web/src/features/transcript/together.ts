import type { UndoableAction } from '../../lib/undo-stack.ts';

/** Undoes and redoes several parts as one action. The parts are undone in the reverse order. */
export function together(
  parts: readonly Pick<UndoableAction, 'undo' | 'redo'>[],
): Pick<UndoableAction, 'undo' | 'redo'> {
  return {
    async undo() {
      for (const part of parts.toReversed()) await part.undo();
    },
    async redo() {
      for (const part of parts) await part.redo();
    },
  };
}

/** The results of what succeeded. `onFailed` hears of the first failure. */
export async function settle<Result>(
  work: readonly Promise<Result>[],
  onFailed: (error: unknown) => void,
): Promise<Result[]> {
  const settled = await Promise.allSettled(work);
  const failure = settled.find((one) => one.status === 'rejected');
  if (failure) onFailed(failure.reason);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
