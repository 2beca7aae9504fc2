import { createNearestRows, type NearestRow } from './nearest-rows.ts';
import { type ScanQuery, scanVectors } from './vector-format.ts';

export interface ScanTask {
  /** The stored vectors of some files, in shared memory. */
  parts: Uint8Array<SharedArrayBuffer>[];
  query: ScanQuery;
  limit: number;
  minimum: number;
}

/** Runs in a thread: compares the query with every vector. */
export function work({ parts, query, limit, minimum }: ScanTask): NearestRow[] {
  const nearest = createNearestRows(limit, minimum);
  for (const [part, bytes] of parts.entries())
    scanVectors(bytes, query, (row, similarity) => nearest.add(part, row, similarity));
  return nearest.result();
}
