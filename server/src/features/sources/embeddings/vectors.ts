import type { Embedder } from '../../../platform/ai/embed/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { findSegmentTexts } from './store.ts';

export interface SegmentSimilarity {
  segment_id: string;
  file_id: string;
  /** The cosine of the two vectors: 1 for the same meaning, about 0 for unrelated texts. */
  similarity: number;
}

/** The vectors of segments, by the id of the segment. */
export async function vectorsOf(
  _db: Db,
  embedder: Embedder,
  segments: { id: string; text: string }[],
  signal?: AbortSignal,
): Promise<Map<string, Float32Array>> {
  const vectors = await embedder.embed(
    segments.map(({ text }) => text),
    signal,
  );
  return new Map(segments.map(({ id }, i) => [id, vectors[i] as Float32Array]));
}

/** The segments whose meaning is nearest to the vector, the nearest first. */
export async function nearestSegments(
  db: Db,
  embedder: Embedder,
  query: { project_ids: string[]; file_ids?: string[]; vector: Float32Array; limit: number },
): Promise<SegmentSimilarity[]> {
  const segments = await findSegmentTexts(db, query.project_ids, query.file_ids);
  const vectors = await vectorsOf(db, embedder, segments);
  return segments
    .map(({ id, file_id }) => ({
      segment_id: id,
      file_id,
      similarity: dotProduct(query.vector, vectors.get(id) as Float32Array),
    }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, query.limit);
}

function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}
