import type { Registry } from 'prom-client';
import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Feature } from '../../feature.ts';
import { createLiveHub } from './hub.ts';
import { liveRoutes } from './routes.ts';
import { pruneChanges } from './store.ts';
import { retentionSeconds } from './stream-changes.ts';

/** Live updates for browsers: what changed, where and by whom (ADR 33). */
export function createLive(deps: { db: Db; log: Log; registry: Registry }): Feature {
  const hub = createLiveHub(deps);
  return {
    routes: liveRoutes(hub),
    mount(app) {
      app.addHook('preClose', async () => hub.close());
    },
    periodic: [{ name: 'changes', everyMs: 60_000, run: () => pruneChanges(deps.db, retentionSeconds) }],
  };
}
