import { createNearestRows, type NearestRow } from './nearest-rows.ts';
import { createVectorScanner, type ScanQuery } from './vector-scanner.ts';

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
  const scan = createVectorScanner(query.values.length);
  for (const [part, bytes] of parts.entries())
    scan(bytes, query, (row, similarity) => nearest.add(part, row, similarity));
  return nearest.result();
}
