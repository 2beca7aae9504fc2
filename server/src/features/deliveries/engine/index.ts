import type { Registry } from 'prom-client';
import type { Clock } from '../../../foundation/clock.ts';
import type { Config } from '../../../platform/config/index.ts';
import {
  createDayPartitions,
  type Database,
  dropDayPartitions,
  sql,
} from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Outbound } from '../../../platform/outbound/index.ts';
import type { Feature } from '../../feature.ts';
import { eventDays } from '../retention.ts';
import type { Channel, EngineSettings } from './channel.ts';
import { createEngine } from './engine.ts';
import { createDeliveryMetrics } from './metrics.ts';
import type { WakeUp } from './wake.ts';

export {
  type AttemptRecord,
  type RecordHooks,
  recordAttempts,
  removeExcerpts,
  skipQueued,
} from './attempt-store.ts';
export type { Channel } from './channel.ts';
export { textsOfDeliveries } from './delivery-texts.ts';
export { createEngine, type Engine } from './engine.ts';
export { createDeliveryMetrics } from './metrics.ts';
export type { DeliveryError } from './outcome.ts';
export { deliveryIdPrefix, lease, queueTiers, type RoundPosition } from './queue-store.ts';
export { createWakeUp, type WakeUp } from './wake.ts';

export interface DeliveryEngineDeps {
  db: Database;
  clock: Clock;
  log: Log;
  outbound: Outbound;
  registry: Registry;
  config: Pick<Config, 'webhookRetryDelaysSeconds' | 'webhookTimeoutMs' | 'webhookJitter' | 'webhookPollMs'>;
  wakeUp: WakeUp;
  // biome-ignore lint/suspicious/noExplicitAny: each channel has its own type of subscription.
  channels: Channel<any>[];
}

const dayMs = 86_400_000;
/** Tables with one partition for each day. */
const attemptTables = ['webhook_attempts', 'automation_attempts'];

/** Sends the deliveries of all channels, with one engine for each. */
export function createDeliveryEngine(deps: DeliveryEngineDeps): Feature {
  const { db, clock, wakeUp, config } = deps;
  const settings: EngineSettings = {
    retryDelaysSeconds: config.webhookRetryDelaysSeconds,
    timeoutMs: config.webhookTimeoutMs,
    jitter: config.webhookJitter,
    pollMs: config.webhookPollMs,
  };
  const metrics = createDeliveryMetrics(deps.registry, db, clock);
  const engines = deps.channels.map((channel) =>
    createEngine({ ...deps, settings, metrics: metrics[channel.kind] }, channel),
  );
  const createPartitions = async () => {
    for (const table of attemptTables) await createDayPartitions(db, table, clock.now());
  };
  return {
    prepare: createPartitions,
    periodic: [
      {
        name: 'attempt partitions',
        everyMs: 3_600_000,
        async run() {
          await createPartitions();
          // A record is in the partition of the day on which its attempt was scheduled. Two more days cover late attempts.
          const before = new Date(clock.now().getTime() - (eventDays + 2) * dayMs);
          for (const table of attemptTables) await dropDayPartitions(db, table, before);
        },
      },
    ],
    readinessChecks: {
      async queue() {
        await db.query(sql`select 1 from webhook_queue where false`);
        if (!engines.every((engine) => engine.isHealthy()))
          throw new Error('the delivery queue was not read in the last 30 seconds');
      },
    },
    start() {
      for (const engine of engines) engine.start();
      wakeUp.listen(() => {
        for (const engine of engines) engine.wake();
      });
    },
    async close() {
      await wakeUp.stop();
      await Promise.all(engines.map((engine) => engine.stop()));
    },
  };
}
