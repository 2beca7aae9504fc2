import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Claim, claimDataDir } from './claim.ts';
import { clusterDirOf, ensureDataDir } from './cluster.ts';
import { connectionTo, ensureDatabase, type PostgresConnection } from './connection.ts';
import {
  assertName,
  defaultLabels,
  defaultName,
  describeDataDir,
  type Instance,
  type Labels,
  type StartLog,
} from './instance.ts';
import { findPostmaster, type PostmasterFile } from './postmaster-file.ts';
import { keepReserve } from './reserve.ts';
import { fileSystemError, PostgresStartError } from './start-error.ts';
import { startOrAdopt } from './start-or-adopt.ts';
import { supervise } from './supervise.ts';

export interface EmbeddedPostgresOptions {
  /** Created if it is missing. The cluster is in its subdirectory `postgres`, the log in `postgres.log`. */
  dataDir: string;
  /** The name of the superuser and the database. Never change it for an existing directory. */
  name?: string;
  log?: StartLog;
  /** PostgreSQL settings that replace the defaults, for example `{ max_connections: '200' }`. */
  settings?: Record<string, string>;
  /**
   * The size of a file that keeps disk space for PostgreSQL: it is removed before a start on a full disk and written again when
   * there is room. 0 unless set: no such file.
   */
  reserveBytes?: number;
  /** How often within a minute PostgreSQL is restarted after it ended unexpectedly; 0 unless set. */
  restartsPerMinute?: number;
  /** How error messages name what an operator can change. */
  labels?: Partial<Labels>;
  /** For tests: behave as if user namespaces were forbidden. */
  forceRunAs?: 'system-user';
}

export interface EmbeddedPostgres {
  connection: PostgresConnection;
  /** Whether it was already running, left behind by an application that was killed. */
  adopted: boolean;
  /** Shuts PostgreSQL down. Close pools first: open connections are cut. */
  stop(): Promise<void>;
  /** Resolves with one line for the operator if PostgreSQL, or the claim on the directory, is lost without `stop`. */
  exited: Promise<string>;
}

// Each attempt means that another process stopped PostgreSQL between our start and our claim.
const attemptsMax = 10;
const reserveEveryMs = 60_000;
const silentLog: StartLog = { info: () => {}, warn: () => {} };

/**
 * Starts PostgreSQL in `<dataDir>/postgres`, or adopts the server that runs there, and claims the directory for this
 * process. Throws PostgresStartError, in which case a server that another process uses is left alone.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { name = defaultName, log = silentLog, settings, reserveBytes, forceRunAs } = options;
  assertName(name);
  const dataDir = resolve(options.dataDir);
  const labels = { ...defaultLabels, ...options.labels };
  try {
    await ensureDataDir(dataDir);
    const clusterDir = clusterDirOf(await realpath(dataDir));
    const instance: Instance = {
      ...{ name, dataDir, clusterDir, log, settings, forceRunAs, labels },
      reserveBytes,
    };
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const { file, adopted } = await startOrAdopt(instance);
      const claim = await claimIfRunning(file, instance);
      if (claim) {
        const restartsPerMinute = options.restartsPerMinute ?? 0;
        return keepingReserve(instance, {
          adopted,
          ...supervise(instance, { file, claim, restartsPerMinute }),
        });
      }
    }
  } catch (error) {
    throw isFileSystemError(error) ? fileSystemError({ dataDir, labels }, error) : error;
  }
  throw new PostgresStartError(
    `${describeDataDir({ dataDir, labels })}: another process repeatedly stops its PostgreSQL.`,
  );
}

/** Writes the reserve now, and again after it was released and space was freed. */
async function keepingReserve(instance: Instance, postgres: EmbeddedPostgres): Promise<EmbeddedPostgres> {
  if (!instance.reserveBytes) return postgres;
  await keepReserve(instance);
  const timer = setInterval(() => void keepReserve(instance), reserveEveryMs).unref();
  return {
    ...postgres,
    stop() {
      clearInterval(timer);
      return postgres.stop();
    },
  };
}

const isFileSystemError = (error: unknown) => typeof (error as NodeJS.ErrnoException).syscall === 'string';

/** The PostgreSQL that runs in this directory now, for a command-line tool next to a running application. */
export async function findRunningPostgres(
  dataDir: string,
  name: string = defaultName,
): Promise<PostgresConnection | undefined> {
  const real = await realpath(resolve(dataDir)).catch(() => undefined);
  const file = real && (await findPostmaster({ clusterDir: clusterDirOf(real), name }));
  if (!file) return undefined;
  const connection = connectionTo(file, name);
  return ensureDatabase(connection, 5_000).then(
    () => connection,
    () => undefined,
  );
}

/** Returns undefined if the previous owner stopped PostgreSQL while we waited for the claim: it must be started again. */
async function claimIfRunning(file: PostmasterFile, instance: Instance): Promise<Claim | undefined> {
  try {
    const claim = await claimDataDir(connectionTo(file, instance.name), instance);
    const now = await findPostmaster(instance);
    if (now?.pid === file.pid && now.status === 'ready') return claim;
    await claim.release();
  } catch (error) {
    if (error instanceof PostgresStartError) throw error;
  }
  return undefined;
}
