/** Passages that a person put aside, in this browser. */
const keyOf = (projectId: string) => `parley-not-needed-${projectId}`;

/** The oldest ones are shown again. */
const idsMax = 1_000;

export function readNotNeeded(projectId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // A browser may refuse storage, or the value is not ours.
    return [];
  }
}

export function storeNotNeeded(projectId: string, ids: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(projectId), JSON.stringify(ids.slice(-idsMax)));
  } catch {
    // Without storage, the passages are hidden until the page is closed.
  }
}
