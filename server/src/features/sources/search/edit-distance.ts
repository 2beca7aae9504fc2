/**
 * Whether two words differ only by a typo: one edit (insertion, deletion, substitution or swap of adjacent letters), or two
 * edits in words of six letters and more.
 */
export function isSimilarWord(a: string, b: string): boolean {
  const allowed = Math.min(a.length, b.length) >= 6 ? 2 : 1;
  return Math.abs(a.length - b.length) <= allowed && editDistance(a, b) <= allowed;
}

/** Optimal string alignment distance. */
function editDistance(a: string, b: string): number {
  let [twoUp, up]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((up[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (up[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (twoUp[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    [twoUp, up] = [up, row];
  }
  return up[b.length] ?? 0;
}
