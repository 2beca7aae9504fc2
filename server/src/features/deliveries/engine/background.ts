const retryDelaysMs = [100, 250, 500, 1_000, 2_000];

/** How long to wait before a retry after this many consecutive database errors. */
export const retryDelayMs = (failures: number) =>
  retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] as number;

/** Promises in progress, so that stopping can wait for them. They must not reject. */
export function createInFlight() {
  const all = new Set<Promise<void>>();
  return {
    add(work: Promise<void>): void {
      all.add(work);
      void work.finally(() => all.delete(work));
    },
    count: () => all.size,
    done: async () => void (await Promise.all(all)),
  };
}
