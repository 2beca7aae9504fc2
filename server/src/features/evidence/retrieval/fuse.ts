/** How slowly the weight of a rank falls in reciprocal rank fusion. This is the usual value. */
const rankOffset = 60;

/** Reciprocal rank fusion of lists that are ordered by different measures. */
export function fuse(lists: string[][]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    list.forEach((id, rank) => {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (rankOffset + rank));
    });
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([id]) => id);
}
