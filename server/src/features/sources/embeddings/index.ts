import type { Feature } from '../../feature.ts';
import { backfill, type EmbeddingDeps, embeddingTaskKinds } from './tasks.ts';

export { nearestSegments, type SegmentSimilarity } from './nearest-segments.ts';
export { createSegmentIndex, type SegmentIndex } from './segment-index.ts';
export { isCurrentVector } from './store.ts';
export { vectorsOf } from './vectors.ts';

export const createEmbeddings = (deps: EmbeddingDeps): Feature => ({
  taskKinds: embeddingTaskKinds(deps),
  periodic: [backfill(deps)],
});
