import { createHash } from 'node:crypto';
import type { Embedder } from '../../../platform/ai/embed/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { findVectors, type SegmentText, saveVectors } from './store.ts';
import { decodeVector, encodeVector } from './vector-format.ts';

/** Computes the same hash as `textHash` in store.ts. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 16);

const readAtOnce = 1_000;
/** Vectors are stored after each of these batches, so that little is lost when the process ends. */
const computedAtOnce = 64;

/** The vectors of segments, by the id of the segment. Stored ones are read, missing ones are computed and stored. */
export async function vectorsOf(
  db: Db,
  embedder: Embedder,
  segments: readonly SegmentText[],
  signal?: AbortSignal,
): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (const batch of inBatches(segments, readAtOnce)) {
    signal?.throwIfAborted();
    const stored = await findVectors(
      db,
      batch.map(({ id }) => id),
      embedder.model,
    );
    const hashes = new Map(stored.map((row) => [row.segment_id, row.text_hash]));
    const current = new Set(
      batch.filter(({ id, text }) => hashes.get(id)?.equals(hashOf(text))).map(({ id }) => id),
    );
    for (const row of stored)
      if (current.has(row.segment_id)) vectors.set(row.segment_id, decodeVector(row.vector));
    const missing = batch.filter(({ id }) => !current.has(id));
    for (const [id, vector] of await embedSegments(db, embedder, missing, signal)) vectors.set(id, vector);
  }
  return vectors;
}

/** Computes and stores vectors. The result is what is stored, so that it is the same whether a vector was stored or not. */
export async function embedSegments(
  db: Db,
  embedder: Embedder,
  segments: readonly SegmentText[],
  signal?: AbortSignal,
): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (const batch of inBatches(segments, computedAtOnce)) {
    const computed = await embedder.embed(
      batch.map(({ text }) => text),
      signal,
    );
    const rows = batch.map(({ id, text }, i) => ({
      segment_id: id,
      text_hash: hashOf(text),
      vector: encodeVector(computed[i] as Float32Array),
    }));
    await saveVectors(db, embedder.model, rows);
    for (const row of rows) vectors.set(row.segment_id, decodeVector(row.vector));
  }
  return vectors;
}

function inBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}
