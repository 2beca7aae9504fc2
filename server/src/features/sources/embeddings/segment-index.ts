import type { Embedder } from '../../../platform/ai/embed/index.ts';
import type { Db, Sql } from '../../../platform/database/index.ts';
import { createThreadPool } from '../../../platform/threads/index.ts';
import { groupFiles } from './batches.ts';
import { createNearestRows, type NearestRow } from './nearest-rows.ts';
import type { SegmentSimilarity } from './nearest-segments.ts';
import type { ScanTask } from './scan-worker.ts';
import { findEmbeddedFiles } from './store.ts';
import { createVectorCache } from './vector-cache.ts';
import { toScanQuery } from './vector-scanner.ts';

export interface IndexQuery {
  workspaceId: string;
  /** An SQL array of the ids of the projects that the caller can read. */
  projectIds: Sql;
  vector: Float32Array;
  limit: number;
  /** Segments that are less similar are left out. */
  minimum: number;
}

export interface SegmentIndex {
  /** The segments that are nearest to the vector, the nearest first. Segments without vectors are left out. */
  nearest(query: IndexQuery): Promise<SegmentSimilarity[]>;
  close(): Promise<void>;
}

const scannedAtOnce = 32_000;
const megabyte = 1024 ** 2;

/** Finds segments by meaning: vectors are cached in memory that threads share, and the threads compare all of them. */
export function createSegmentIndex(
  { db, embedder }: { db: Db; embedder: Embedder },
  { cacheBytes = 256 * megabyte } = {},
): SegmentIndex {
  const cache = createVectorCache(db, embedder, cacheBytes);
  const pool = createThreadPool({
    worker: new URL('./scan-worker.ts', import.meta.url),
    heapMegabytes: 64,
    deadlineMs: 20_000,
    waitingMax: 200,
  });

  return {
    async nearest({ workspaceId, projectIds, vector, limit, minimum }) {
      const files = await findEmbeddedFiles(db, embedder.model, projectIds);
      const query = toScanQuery(vector);
      const nearest = createNearestRows(limit, minimum);
      const found: SegmentSimilarity[] = [];
      const needed = new Set(files.map(({ file_id }) => file_id));
      for (const group of groupFiles(files, scannedAtOnce)) {
        const parts = await cache.read(workspaceId, group, needed);
        const task: ScanTask = { parts: parts.map(({ vectors }) => vectors), query, limit, minimum };
        for (const { part, row, similarity } of await pool.run<NearestRow[]>(workspaceId, task)) {
          const { file_id, segment_ids } = parts[part] as (typeof parts)[number];
          nearest.add(0, found.length, similarity);
          found.push({ segment_id: segment_ids[row] as string, file_id, similarity });
        }
      }
      return nearest.result().map(({ row }) => found[row] as SegmentSimilarity);
    },
    close: pool.close,
  };
}
