import path from 'node:path';
import type { Registry } from 'prom-client';
import type { FanOut } from '../events/index.ts';
import {
  automationChannel,
  automationFanOut,
  purgeEndedHooks,
  skipEnded,
} from '../features/deliveries/automations/index.ts';
import { createDeliveryMeters, createEngine, createWakeUp } from '../features/deliveries/engine/index.ts';
import {
  purgeDeletedWebhooks,
  skipFinished,
  webhookChannel,
  webhookFanOut,
} from '../features/deliveries/webhooks/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { eventDays } from '../foundation/limits.ts';
import type { Config } from '../platform/config/index.ts';
import { createDayPartitions, type Database, dropDayPartitions, sql } from '../platform/database/index.ts';
import type { Log } from '../platform/log/log.ts';
import { createMailer, sendQueuedMails } from '../platform/mail/index.ts';
import type { Outbound } from '../platform/outbound/index.ts';
import type { PeriodicTask } from '../platform/periodic/periodic.ts';
import type { SecretBox } from '../platform/secret-box/secret-box.ts';

export interface Deliveries {
  fanOuts: FanOut[];
  /** Something is due. */
  wake(): void;
  chores: PeriodicTask[];
  start(): void;
  stop(): Promise<void>;
  /** Throws when this process can't reach its queue, or does not work it off although it should. */
  check(): Promise<void>;
}

/** What leaves the server by itself: webhooks, automations, mail. */
export function composeDeliveries(world: {
  config: Config;
  db: Database;
  clock: Clock;
  log: Log;
  box: SecretBox;
  outbound: Outbound;
  registry: Registry;
}): Deliveries {
  const { config, db, clock, log, outbound, box, registry } = world;
  const settings = {
    retryDelaysSeconds: config.webhookRetryDelaysSeconds,
    timeoutMs: config.webhookTimeoutMs,
    jitter: config.webhookJitter,
    pollMs: config.webhookPollMs,
  };
  const engineDeps = { db, clock, log, outbound, settings };
  const disabling = { disableAfterSeconds: config.webhookDisableAfterSeconds, publicUrl: config.publicUrl };
  const meters = createDeliveryMeters(registry, db, clock);
  const engines = [
    createEngine({ ...engineDeps, meter: meters.webhook }, webhookChannel({ box, ...disabling })),
    createEngine({ ...engineDeps, meter: meters.automation }, automationChannel()),
  ];
  const wakeUp = createWakeUp(db, log);
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outboxDir: path.join(config.dataDir, 'outbox'),
    clock,
  });

  return {
    fanOuts: [webhookFanOut, automationFanOut],
    wake: wakeUp.hint,
    chores: [
      { name: 'mail', everyMs: 1_000, run: () => sendQueuedMails(db, mailer, clock, log) },
      { name: 'ended webhooks', everyMs: 2_000, run: () => skipFinished(db) },
      { name: 'ended automations', everyMs: 2_000, run: () => skipEnded(db) },
      { name: 'attempt partitions', everyMs: hourMs, run: () => tendPartitions(db, clock) },
      {
        name: 'old subscriptions',
        everyMs: hourMs,
        async run() {
          const before = new Date(clock.now().getTime() - (eventDays + 2) * 24 * hourMs);
          await purgeDeletedWebhooks(db, before);
          await purgeEndedHooks(db, before);
        },
      },
    ],
    start() {
      for (const engine of engines) engine.start();
      wakeUp.listen(() => {
        for (const engine of engines) engine.wake();
      });
    },
    async stop() {
      await wakeUp.stop();
      await Promise.all(engines.map((engine) => engine.stop()));
      mailer.close();
    },
    async check() {
      await db.query(sql`select 1 from webhook_queue where false`);
      if (!engines.every((engine) => engine.isWell())) throw new Error('the queue is not worked off');
    },
  };
}

const hourMs = 3_600_000;
/** Tables whose days are made ahead and dropped when they are over. */
const attemptTables = ['webhook_attempts', 'automation_attempts'];

export async function makeAttemptPartitions(db: Database, now: Date): Promise<void> {
  for (const table of attemptTables) await createDayPartitions(db, table, now);
}

async function tendPartitions(db: Database, clock: Clock): Promise<void> {
  await makeAttemptPartitions(db, clock.now());
  // A record is filed under the day on which its attempt was planned; two days more keep those that waited.
  const late = new Date(clock.now().getTime() - (eventDays + 2) * 24 * hourMs);
  for (const table of attemptTables) await dropDayPartitions(db, table, late);
}
