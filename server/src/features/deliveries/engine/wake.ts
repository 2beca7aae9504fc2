import { type Database, isPooled, sql } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import { pause } from './signal.ts';

const channelName = 'parley_deliveries';
/** At most one notification is sent in this time. */
const notifyIntervalMs = 10;
const reconnectMs = 5_000;

export interface WakeUp {
  /** Call this after the commit of due deliveries. NOTIFY inside the transaction would serialize commits. */
  hint(): void;
  /** Calls `onWake` for hints of this and of other processes. */
  listen(onWake: () => void): void;
  stop(): Promise<void>;
}

/**
 * Wakes workers: those in this process directly, others by NOTIFY. This only saves time: behind a pooler in
 * transaction mode no notification arrives, and polling finds the deliveries (spec §8.14).
 */
export function createWakeUp(db: Database, log: Log): WakeUp {
  let onWakeHere: (() => void) | undefined;
  let nextNotifyMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let listening: Promise<void> | undefined;
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;

  const notify = () => {
    timer = undefined;
    nextNotifyMs = performance.now() + notifyIntervalMs;
    db.query(sql`select pg_notify(${channelName}, '')`).catch(() => {});
  };

  async function listenUntilStopped(): Promise<void> {
    while (!isStopped) {
      try {
        const client = await db.connect();
        try {
          // Behind a pooler, LISTEN would remain on a connection that other clients use, and no notification would arrive.
          if (await isPooled(client)) return;
          const lost = new Promise<void>((resolve) => {
            // A lost connection may report more than one error.
            client.on('error', () => resolve());
            client.once('end', () => resolve());
          });
          client.on('notification', () => onWakeHere?.());
          await client.query(`listen ${channelName}`);
          await Promise.race([lost, stopped.promise]);
        } finally {
          client.release(true);
        }
      } catch (error) {
        log.debug(
          { event: 'delivery.listen_failed', err: error },
          'notifications are unavailable; polling finds due deliveries',
        );
      }
      if (!isStopped) await pause(reconnectMs, stopped.promise);
    }
  }

  return {
    hint() {
      if (onWakeHere) onWakeHere();
      else timer ??= setTimeout(notify, Math.max(0, nextNotifyMs - performance.now())).unref();
    },
    listen(onWake) {
      onWakeHere = onWake;
      listening ??= listenUntilStopped();
    },
    async stop() {
      isStopped = true;
      stopped.resolve();
      clearTimeout(timer);
      await listening;
    },
  };
}
