/** The tags that this browser used last in a project, the latest first. */
const keyOf = (projectId: string) => `recent-tags ${projectId}`;
const tagsMax = 8;

export function readRecentTags(projectId: string): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function noteRecentTag(projectId: string, tagId: string): void {
  const others = readRecentTags(projectId).filter((id) => id !== tagId);
  try {
    localStorage.setItem(keyOf(projectId), JSON.stringify([tagId, ...others].slice(0, tagsMax)));
  } catch {
    // Without storage the order is by name.
  }
}
