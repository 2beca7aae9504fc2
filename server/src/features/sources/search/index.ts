import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Feature } from '../../feature.ts';
import { searchRoutes } from './routes.ts';
import { sweepSearchWords } from './store.ts';

export const createSearch = (deps: { db: Db; clock: Clock; publicUrl: string }): Feature => ({
  routes: searchRoutes(deps),
  periodic: [
    { name: 'search words', everyMs: 3_600_000, run: () => sweepSearchWords(deps.db, deps.clock.now()) },
  ],
});
