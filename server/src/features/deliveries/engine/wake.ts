import { type Database, isPooled, sql } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import { pause } from './signal.ts';

const channelName = 'parley_deliveries';
/** Within this time one notification is as good as many. */
const quietMs = 10;
const listenAgainMs = 5_000;

export interface WakeUp {
  /** Something was committed. Never inside a transaction: NOTIFY there would make commits wait for each other. */
  hint(): void;
  /** From now on hints of this and of other processes call this. */
  listen(onWake: () => void): void;
  stop(): Promise<void>;
}

/**
 * Wakes workers: those in this process directly, others by NOTIFY. This only saves time: behind a pooler in
 * transaction mode no notification arrives, and polling finds the deliveries (spec §8.14).
 */
export function createWakeUp(db: Database, log: Log): WakeUp {
  let here: (() => void) | undefined;
  let quietUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let listening: Promise<void> | undefined;
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;

  const notify = () => {
    timer = undefined;
    quietUntil = performance.now() + quietMs;
    db.query(sql`select pg_notify(${channelName}, '')`).catch(() => {});
  };

  async function keepListening(): Promise<void> {
    while (!isStopped) {
      try {
        const client = await db.connect();
        try {
          // LISTEN there would stay behind on a connection that others use, and bring us nothing.
          if (await isPooled(client)) return;
          const lost = new Promise<void>((resolve) => {
            // A lost connection may report more than one error.
            client.on('error', () => resolve());
            client.once('end', () => resolve());
          });
          client.on('notification', () => here?.());
          await client.query(`listen ${channelName}`);
          await Promise.race([lost, stopped.promise]);
        } finally {
          client.release(true);
        }
      } catch (error) {
        log.debug({ err: error }, 'not listening for notifications; polling finds the work');
      }
      if (!isStopped) await pause(listenAgainMs, stopped.promise);
    }
  }

  return {
    hint() {
      if (here) here();
      else timer ??= setTimeout(notify, Math.max(0, quietUntil - performance.now())).unref();
    },
    listen(onWake) {
      here = onWake;
      listening ??= keepListening();
    },
    async stop() {
      isStopped = true;
      stopped.resolve();
      clearTimeout(timer);
      await listening;
    },
  };
}
