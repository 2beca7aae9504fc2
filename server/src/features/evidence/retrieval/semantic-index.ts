import { type Embedder, EmbedderError } from '../../../platform/ai/embed/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { nearestSegments, vectorsOf } from '../../sources/embeddings/index.ts';
import type { Scope } from './store.ts';

/** Compares segments with one question by meaning. */
export interface SemanticIndex {
  nearest(limit: number): Promise<{ segment_id: string; similarity: number }[]>;
  vectors(segments: { id: string; text: string }[]): Promise<Map<string, Float32Array>>;
  /** To the question, and to its topic words alone. */
  similarity(vector: Float32Array | undefined): { question: number; topic: number };
  /** The cosine of the question and of each text. */
  compareTexts(texts: string[]): Promise<number[]>;
}

/** Undefined if this machine has no embedding model: passages are then found by their words. */
export async function openSemanticIndex(
  db: Db,
  embedder: Embedder,
  { project_id, file_ids }: Scope,
  { question, topic }: { question: string; topic: string },
  signal: AbortSignal,
): Promise<SemanticIndex | undefined> {
  try {
    const [asked, about] = await embedder.embed([question, topic || question], signal);
    if (!asked || !about) return undefined;
    return {
      nearest: (limit) =>
        nearestSegments(db, embedder, {
          project_ids: [project_id],
          ...(file_ids ? { file_ids } : {}),
          vector: asked,
          limit,
        }),
      vectors: (segments) => vectorsOf(db, embedder, segments, signal),
      similarity: (vector) =>
        vector
          ? { question: dotProduct(asked, vector), topic: dotProduct(about, vector) }
          : { question: 0, topic: 0 },
      compareTexts: async (texts) =>
        (await embedder.embed(texts, signal)).map((vector) => dotProduct(asked, vector)),
    };
  } catch (error) {
    if (error instanceof EmbedderError && !error.retryable) return undefined;
    throw error;
  }
}

/** The cosine of two unit vectors. */
function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
