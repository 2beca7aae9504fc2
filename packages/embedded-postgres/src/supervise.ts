import { rmdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Claim, claimDataDir } from './claim.ts';
import { connectionTo, type PostgresConnection } from './connection.ts';
import type { Instance } from './instance.ts';
import { terminatePostmaster } from './postmaster.ts';
import { findPostmaster, type PostmasterFile } from './postmaster-file.ts';
import { PostgresStartError } from './start-error.ts';
import { startOrAdopt } from './start-or-adopt.ts';

interface Running {
  file: PostmasterFile;
  claim: Claim;
  restartsPerMinute: number;
}

interface Supervised {
  connection: PostgresConnection;
  exited: Promise<string>;
  stop(): Promise<void>;
}

/** Watches a claimed server until `stop`: renews the claim after a crash and restarts the server if it may. */
export function supervise(instance: Instance, running: Running): Supervised {
  const { dataDir, log, name } = instance;
  const { restartsPerMinute } = running;
  const connection = connectionTo(running.file, name);
  let { file, claim } = running;
  let stopping: Promise<void> | undefined;
  let restarting: Promise<unknown> | undefined;
  const mayRestart = limitPerMinute(restartsPerMinute);

  const seeLog = `see "${dataDir}/postgres.log", then start again.`;

  /** Returns a line for the operator if the server can't be restarted. */
  async function restart(): Promise<string | undefined> {
    if (!mayRestart()) {
      return restartsPerMinute === 0
        ? `PostgreSQL has ended unexpectedly: ${seeLog}`
        : `PostgreSQL has ended unexpectedly more than ${restartsPerMinute} times within a minute: ${seeLog}`;
    }
    log.warn(
      { event: 'postgres.restarting', pid: file.pid },
      'PostgreSQL ended unexpectedly and is restarted',
    );
    try {
      file = (await startOrAdopt(instance)).file;
    } catch (error) {
      return `PostgreSQL has ended unexpectedly and could not be restarted. ${(error as Error).message}`;
    }
    const { host, port } = connectionTo(file, name);
    // Pools can't be given a new address.
    return host === connection.host && port === connection.port
      ? undefined
      : `PostgreSQL has ended unexpectedly and was restarted at another address: ${seeLog}`;
  }

  /** When one of its processes crashes, PostgreSQL cuts every connection and continues; the claim is then renewed. */
  async function watch(): Promise<string> {
    for (;;) {
      await claim.lost;
      for (;;) {
        if (stopping) return new Promise(() => {});
        if ((await findPostmaster(instance))?.pid !== file.pid) {
          const restarted = restart();
          restarting = restarted;
          const failure = await restarted;
          if (stopping) return new Promise(() => {});
          if (failure) return failure;
        }
        try {
          claim = await claimDataDir(connection, instance);
          log.warn(
            { event: 'postgres.connections_reset' },
            'PostgreSQL closed all connections after a crash',
          );
          break;
        } catch (error) {
          if (error instanceof PostgresStartError) return error.message;
          await pause(100);
        }
      }
    }
  }

  async function stop(): Promise<void> {
    // A server that is being restarted would otherwise outlive this process.
    await restarting;
    // The claim is held until PostgreSQL has ended, so that no other process adopts a server that is shutting down.
    if (!(await terminatePostmaster(file.pid, instance))) {
      log.warn({ event: 'postgres.stop_failed', pid: file.pid }, 'PostgreSQL did not stop');
    }
    await claim.release();
    // The folder is not empty if the next server has already started.
    await rmdir(file.socketDir).catch(() => {});
  }

  return { connection, exited: watch(), stop: () => (stopping ??= stop()) };
}

/** Returns true at most `max` times within any minute. */
function limitPerMinute(max: number): () => boolean {
  let grantedAtMs: number[] = [];
  return () => {
    const nowMs = performance.now();
    grantedAtMs = grantedAtMs.filter((atMs) => nowMs - atMs < 60_000);
    if (grantedAtMs.length >= max) return false;
    grantedAtMs.push(nowMs);
    return true;
  };
}
