import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Feature } from '../../feature.ts';
import { presenceRoutes } from './routes.ts';
import { forgetClosedPages } from './store.ts';

/** Who else is on a page of a project (ADR 41). */
export const createPresence = (deps: { db: Db; clock: Clock }): Feature => ({
  routes: presenceRoutes(),
  periodic: [{ name: 'presence', everyMs: 15_000, run: () => forgetClosedPages(deps.db, deps.clock.now()) }],
});
