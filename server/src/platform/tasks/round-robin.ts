import type { Task, WorkspaceRange } from './store.ts';

/** The order in which workspaces are served for one kind of task. */
export interface RoundRobin {
  /** Claims a task of the next workspace after the one served last, ordered by id and wrapping around. */
  next(
    full: readonly string[],
    claim: (range: WorkspaceRange) => Promise<Task | undefined>,
  ): Promise<Task | undefined>;
}

/**
 * The position is stored in memory only: a new process starts with the first workspace, and each process has its own
 * position.
 */
export function createRoundRobin(): RoundRobin {
  let last: string | undefined;
  return {
    async next(full, claim) {
      for (const range of rangesFrom(last, full)) {
        const task = await claim(range);
        if (!task) continue;
        last = task.workspace_id;
        return task;
      }
      // Nothing is due: the next search starts with the first workspace and needs fewer queries.
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
  // The second round includes the workspace served last.
  return [...later, ...gaps.filter(({ above }) => above === undefined || above < last)];
}

export function fullWorkspaces(running: readonly Task[], maximum: number): string[] {
  const counts = new Map<string, number>();
  for (const { workspace_id } of running) counts.set(workspace_id, (counts.get(workspace_id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= maximum).map(([workspace]) => workspace);
}
