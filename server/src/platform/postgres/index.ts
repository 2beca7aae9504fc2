import { realpath, rmdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../foundation/start-error.ts';
import { type Claim, claimDataDir } from './claim.ts';
import { clusterDirOf, ensureDataDir } from './cluster.ts';
import { connectionTo, ensureDatabase, type PostgresConnection } from './connection.ts';
import { fileSystemError } from './explain.ts';
import { terminatePostmaster } from './postmaster.ts';
import { findPostmaster, type PostmasterFile } from './postmaster-file.ts';
import { type Place, type StartLog, startOrAdopt } from './start-or-adopt.ts';

export type { PostgresConnection } from './connection.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: StartLog;
  tuning?: Record<string, string>;
  /** How often within a minute it is started again if it ends without `stop`; none unless told. */
  restartsPerMinute?: number;
  /** For tests: act as where namespaces are forbidden. */
  forceRunAs?: 'system-user';
}

export interface EmbeddedPostgres {
  connection: PostgresConnection;
  /** Whether it was already running, left by a server that was killed. */
  adopted: boolean;
  /** Clean shutdown of PostgreSQL. Close pools first: open connections are cut. */
  stop(): Promise<void>;
  /** Resolves with the line to print if PostgreSQL, or the claim on DATA_DIR, is lost without `stop`. */
  exited: Promise<string>;
}

const mostRounds = 10;

/**
 * Starts PostgreSQL in `<dataDir>/postgres`, or adopts the one that runs there, and claims DATA_DIR for this
 * process. Throws StartError; then whatever another process uses is left alone.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    await ensureDataDir(dataDir);
    const clusterDir = clusterDirOf(await realpath(dataDir));
    const place: Place = { ...options, dataDir, clusterDir };
    for (let round = 1; round <= mostRounds; round++) {
      const { file, adopted } = await startOrAdopt(place);
      const claim = await claimStanding(file, place);
      if (claim) return hold(place, { file, adopted, claim, restartsMax: options.restartsPerMinute ?? 0 });
    }
  } catch (error) {
    throw isFileSystemError(error) ? fileSystemError(dataDir, error) : error;
  }
  throw new StartError(
    `PostgreSQL in DATA_DIR "${dataDir}" is being stopped again and again by another process.`,
  );
}

const isFileSystemError = (error: unknown) => typeof (error as NodeJS.ErrnoException).syscall === 'string';

/** The PostgreSQL that runs on this DATA_DIR now: for an admin command beside a running server. */
export async function findRunningPostgres(dataDir: string): Promise<PostgresConnection | undefined> {
  const real = await realpath(resolve(dataDir)).catch(() => undefined);
  const file = real && (await findPostmaster(clusterDirOf(real)));
  if (!file) return undefined;
  const connection = connectionTo(file);
  return ensureDatabase(connection, 5_000).then(
    () => connection,
    () => undefined,
  );
}

/** Nothing if its holder stopped PostgreSQL while we waited for the claim: then it is ours to start. */
async function claimStanding(file: PostmasterFile, place: Place): Promise<Claim | undefined> {
  try {
    const claim = await claimDataDir(connectionTo(file), place.dataDir);
    const now = await findPostmaster(place.clusterDir);
    if (now?.pid === file.pid && now.status === 'ready') return claim;
    await claim.release();
  } catch (error) {
    if (error instanceof StartError) throw error;
  }
  return undefined;
}

interface Held {
  file: PostmasterFile;
  adopted: boolean;
  claim: Claim;
  restartsMax: number;
}

function hold(
  place: Place,
  { file: first, adopted, claim: firstClaim, restartsMax }: Held,
): EmbeddedPostgres {
  const { clusterDir, dataDir, log } = place;
  const connection = connectionTo(first);
  let file = first;
  let claim = firstClaim;
  let stopping: Promise<void> | undefined;
  let restarting: Promise<unknown> | undefined;
  const mayRestart = limitPerMinute(restartsMax);

  const seeLog = `see "${dataDir}/postgres.log", then start again.`;

  /** Returns the line to print if it can't be brought back. */
  async function restart(): Promise<string | undefined> {
    if (!mayRestart()) {
      return restartsMax === 0
        ? `PostgreSQL has ended unexpectedly: ${seeLog}`
        : `PostgreSQL has ended unexpectedly more than ${restartsMax} times within a minute: ${seeLog}`;
    }
    log.warn({ pid: file.pid }, 'PostgreSQL has ended unexpectedly and is started again');
    try {
      const next = await startOrAdopt(place);
      file = next.file;
    } catch (error) {
      return `PostgreSQL has ended unexpectedly and could not be started again. ${(error as Error).message}`;
    }
    const { host, port } = connectionTo(file);
    // The pools were told once where to connect.
    return host === connection.host && port === connection.port
      ? undefined
      : `PostgreSQL has ended unexpectedly and came back at another address: ${seeLog}`;
  }

  /** PostgreSQL cuts all connections when one of its processes crashed, and goes on: so do we. */
  async function untilGone(): Promise<string> {
    for (;;) {
      await claim.lost;
      for (;;) {
        if (stopping) return new Promise(() => {});
        if ((await findPostmaster(clusterDir))?.pid !== file.pid) {
          const restarted = restart();
          restarting = restarted;
          const line = await restarted;
          if (stopping) return new Promise(() => {});
          if (line) return line;
        }
        try {
          claim = await claimDataDir(connection, dataDir);
          log.warn({}, 'PostgreSQL had cut its connections and is back');
          break;
        } catch (error) {
          if (error instanceof StartError) return error.message;
          await pause(100);
        }
      }
    }
  }

  async function stop(): Promise<void> {
    // One that is just being started is waited for: it would otherwise outlive us.
    await restarting;
    // The claim is kept until PostgreSQL ends: nobody else may take it over while it goes down.
    if (!(await terminatePostmaster(file.pid, clusterDir))) {
      log.warn({ pid: file.pid }, 'PostgreSQL could not be stopped');
    }
    await claim.release();
    // Not empty if the next one has already started.
    await rmdir(file.socketDir).catch(() => {});
  }

  return { connection, adopted, exited: untilGone(), stop: () => (stopping ??= stop()) };
}

/** True at most so many times within any minute. */
function limitPerMinute(max: number): () => boolean {
  let takenMs: number[] = [];
  return () => {
    const nowMs = performance.now();
    takenMs = takenMs.filter((atMs) => nowMs - atMs < 60_000);
    if (takenMs.length >= max) return false;
    takenMs.push(nowMs);
    return true;
  };
}
