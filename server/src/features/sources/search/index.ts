import type { Clock } from '../../../foundation/clock.ts';
import type { Embedder } from '../../../platform/ai/embed/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Feature } from '../../feature.ts';
import { createSegmentIndex } from '../embeddings/index.ts';
import { documentTexts } from './redact.ts';
import { searchRoutes } from './routes.ts';
import { sweepSearchWords } from './store.ts';

export { removeWordsOfErased } from './store.ts';

export function createSearch(deps: { db: Db; clock: Clock; embedder: Embedder; publicUrl: string }): Feature {
  const segmentIndex = createSegmentIndex(deps);
  return {
    routes: searchRoutes({ ...deps, segmentIndex }),
    texts: [documentTexts],
    periodic: [
      { name: 'search words', everyMs: 3_600_000, run: () => sweepSearchWords(deps.db, deps.clock.now()) },
    ],
    close: segmentIndex.close,
  };
}
