import type { Embedder } from '../../../platform/ai/embed/index.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { groupFiles } from './batches.ts';
import { embedTranscript } from './embed-transcript.ts';
import { createNearestRows } from './nearest-rows.ts';
import { findEmbeddedFiles, findFilesToEmbed, readFileVectors } from './store.ts';
import { createVectorScanner, toScanQuery } from './vector-scanner.ts';

export interface SegmentSimilarity {
  segment_id: string;
  file_id: string;
  /** The cosine of the two vectors: 1 for the same meaning, about 0 for unrelated texts. */
  similarity: number;
}

export interface NearestQuery {
  project_ids: string[];
  file_ids?: string[];
  vector: Float32Array;
  limit: number;
}

/** Compared at once on the main thread, which takes a few milliseconds. */
const segmentsAtOnce = 4_000;

/**
 * The segments whose meaning is nearest to the vector, the nearest first. It computes missing vectors and reads the vectors
 * of all files, so it is for jobs; requests use the segment index.
 */
export async function nearestSegments(
  db: Db,
  embedder: Embedder,
  { project_ids, file_ids, vector, limit }: NearestQuery,
  signal?: AbortSignal,
): Promise<SegmentSimilarity[]> {
  for (const transcript of await findFilesToEmbed(db, embedder.model, project_ids, file_ids))
    await embedTranscript(db, embedder, transcript, signal);
  const files = await findEmbeddedFiles(db, embedder.model, sql`${project_ids}::text[]`, file_ids);
  const nearest = createNearestRows(limit, -1);
  const query = toScanQuery(vector);
  const scan = createVectorScanner(vector.length);
  const parts: { file_id: string; segment_ids: string[] }[] = [];
  for (const group of groupFiles(files, segmentsAtOnce)) {
    signal?.throwIfAborted();
    const ids = group.map(({ file_id }) => file_id);
    for (const { file_id, segment_ids, vectors } of await readFileVectors(db, embedder.model, ids)) {
      const part = parts.push({ file_id, segment_ids }) - 1;
      scan(vectors, query, (row, similarity) => nearest.add(part, row, similarity));
    }
  }
  return nearest.result().map(({ part, row, similarity }) => ({
    segment_id: parts[part]?.segment_ids[row] as string,
    file_id: parts[part]?.file_id as string,
    similarity,
  }));
}
