import type { Task, WorkspaceRange } from './store.ts';

/** Whose turn it is among the workspaces that wait for one kind of task. */
export interface Turns {
  /** The next task after the workspace served last, in the order of the ids and then from the start again. */
  next(
    full: readonly string[],
    take: (range: WorkspaceRange) => Promise<Task | undefined>,
  ): Promise<Task | undefined>;
}

/**
 * Round-robin. The position is kept in memory only: a process that starts begins with the first workspace, and
 * several processes each take their own turns.
 */
export function createTurns(): Turns {
  let last: string | undefined;
  return {
    async next(full, take) {
      for (const range of rangesFrom(last, full)) {
        const task = await take(range);
        if (!task) continue;
        last = task.workspace_id;
        return task;
      }
      // Nothing is due: the next search begins at the start and needs fewer probes.
      last = undefined;
      return undefined;
    },
  };
}

/** All workspaces except the full ones, as ranges: first those after `last`, then the others. */
export function rangesFrom(last: string | undefined, full: readonly string[]): WorkspaceRange[] {
  const skipped = [...new Set(full)].sort();
  const gaps = [undefined, ...skipped].map((above, i) => ({ above, below: skipped[i] }));
  if (last === undefined) return gaps;
  const later = gaps
    .filter(({ below }) => below === undefined || below > last)
    .map(({ above, below }) => ({ above: above === undefined || above < last ? last : above, below }));
  // The second round covers every gap again, the workspace served last included.
  return [...later, ...gaps.filter(({ above }) => above === undefined || above < last)];
}

export function fullWorkspaces(running: readonly Task[], maximum: number): string[] {
  const counts = new Map<string, number>();
  for (const { workspace_id } of running) counts.set(workspace_id, (counts.get(workspace_id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= maximum).map(([workspace]) => workspace);
}
