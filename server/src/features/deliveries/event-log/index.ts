import type { Registry } from 'prom-client';
import type { Clock } from '../../../foundation/clock.ts';
import { createDayPartitions, type Db, dropDayPartitions } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Feature, Registered } from '../../feature.ts';
import { eventDays } from '../retention.ts';
import { eventTexts } from './redact.ts';
import { eventLogRoutes } from './routes.ts';
import { createEventWaits } from './waiting.ts';

export { Event } from './schema.ts';
export { findEvent } from './store.ts';

interface EventLog extends Feature {
  /** Ends the waits of requests that follow the events of this workspace. */
  committed(workspaceId: string): void;
}

export function createEventLog(deps: {
  db: Db;
  clock: Clock;
  log: Log;
  registry: Registry;
  registered: Pick<Registered, 'recordsInEvents'>;
}): EventLog {
  const { db, clock } = deps;
  const waits = createEventWaits(deps);
  return {
    committed: waits.committed,
    routes: eventLogRoutes({ waits }),
    texts: [eventTexts(deps.registered)],
    mount(app) {
      app.addHook('preClose', async () => waits.close());
    },
    prepare: () => createDayPartitions(db, 'events', clock.now()),
    periodic: [
      {
        name: 'event partitions',
        everyMs: 3_600_000,
        async run() {
          await createDayPartitions(db, 'events', clock.now());
          await dropDayPartitions(db, 'events', new Date(clock.now().getTime() - eventDays * 86_400_000));
        },
      },
    ],
  };
}
