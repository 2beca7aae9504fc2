/** A stored vector in one of several parts, with its similarity to a query. */
export interface NearestRow {
  part: number;
  row: number;
  similarity: number;
}

/** Collects the `limit` most similar rows of any number, in memory for twice as many. */
export function createNearestRows(limit: number, minimum: number) {
  let rows: NearestRow[] = [];
  let least = minimum;

  const cut = () => {
    rows.sort((a, b) => b.similarity - a.similarity);
    rows = rows.slice(0, limit);
    if (rows.length === limit) least = Math.max(least, rows.at(-1)?.similarity ?? least);
  };

  return {
    add(part: number, row: number, similarity: number) {
      if (similarity < least) return;
      rows.push({ part, row, similarity });
      if (rows.length >= 2 * limit) cut();
    },
    /** The most similar first. */
    result(): NearestRow[] {
      cut();
      return rows;
    },
  };
}
