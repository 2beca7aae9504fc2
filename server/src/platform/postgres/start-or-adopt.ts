import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../foundation/start-error.ts';
import { ensureCluster } from './cluster.ts';
import { connectionTo, ensureDatabase } from './connection.ts';
import { programError } from './explain.ts';
import { endOrphans, type Launched, launchPostmaster, terminatePostmaster } from './postmaster.ts';
import { findPostmaster, hasClients, type PostmasterFile } from './postmaster-file.ts';
import { getReachableBinaries } from './reach.ts';
import { chooseRunAs } from './run-as.ts';
import { prepareSocketDir } from './socket-dir.ts';

export interface StartLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface Place {
  dataDir: string;
  clusterDir: string;
  log: StartLog;
  tuning?: Record<string, string>;
  /** For tests: act as where namespaces are forbidden. */
  forceRunAs?: 'system-user';
}

// Replaying half a gigabyte of write-ahead log (settings.ts) on a slow disk takes a minute.
const startTimeoutMs = 120_000;
const stopTimeoutMs = 40_000;
const answerTimeoutMs = 5_000;
// All connections taken, for one: it answers, so it is alive and someone's.
const refusalTimeoutMs = 10_000;

/**
 * What passes: another starter holds the lock, a server that stops has just removed the socket's folder, or
 * processes of a killed postmaster have not all noticed yet.
 */
const passing = /lock file .* already exists|lock file .* No such file|still in use/;
const orphanPatienceMs = 5_000;
const passingTimeoutMs = 30_000;

/** Leads to a PostgreSQL that answers: the one a killed server left running, or a new one. */
export async function startOrAdopt(place: Place): Promise<{ file: PostmasterFile; adopted: boolean }> {
  let refusedAt: number | undefined;
  for (;;) {
    const running = await findPostmaster(place.clusterDir);
    if (running) {
      const state = await stateOf(running, place);
      if (state === 'healthy') {
        return { file: (await findPostmaster(place.clusterDir)) ?? running, adopted: true };
      }
      if (state === 'sick') {
        place.log.warn({ pid: running.pid }, 'PostgreSQL of an earlier run does not answer, ending it');
        await terminatePostmaster(running.pid, place.clusterDir);
      }
    }
    const launched = await launch(place);
    if (launched.file) return { file: launched.file, adopted: false };
    if (refusedAt === undefined) {
      refusedAt = performance.now();
      place.log.warn({ reason: launched.output.trim() }, 'PostgreSQL could not start');
    }
    const refusedMs = performance.now() - refusedAt;
    if (!passing.test(launched.output) || refusedMs > passingTimeoutMs) {
      throw await programError(place.dataDir, 'The embedded PostgreSQL did not start', launched.output);
    }
    if (refusedMs > orphanPatienceMs) await endOrphans(place.clusterDir);
    await pause(200);
  }
}

async function launch(place: Place): Promise<Launched> {
  const { dataDir, clusterDir } = place;
  const runAs = await chooseRunAs(clusterDir, place.forceRunAs);
  const binaries = await getReachableBinaries(runAs, dataDir);
  const isNew = await ensureCluster(dataDir, binaries, runAs);
  const socketDir = await prepareSocketDir(clusterDir, runAs);
  const launched = await launchPostmaster({ ...place, socketDir, binaries, runAs }, startTimeoutMs);
  if (launched.file) {
    try {
      await ensureDatabase(connectionTo(launched.file), 30_000);
    } catch (error) {
      await terminatePostmaster(launched.file.pid, clusterDir);
      return { file: undefined, output: `error: ${(error as Error).message}` };
    }
    place.log.info({ pid: launched.file.pid, run_as: runAs.kind, new_cluster: isNew }, 'PostgreSQL started');
  }
  return launched;
}

/** Waits while it starts or stops; asks twice before it calls a ready one sick. */
async function stateOf(found: PostmasterFile, place: Place): Promise<'healthy' | 'gone' | 'sick'> {
  const since = performance.now();
  let silent = 0;
  let refusal = '';
  for (;;) {
    const now = await findPostmaster(place.clusterDir);
    if (now?.pid !== found.pid) return 'gone';
    if (now.status === 'ready') {
      try {
        await ensureDatabase(connectionTo(now), answerTimeoutMs);
        return 'healthy';
      } catch (error) {
        refusal = error instanceof pg.DatabaseError ? error.message : '';
        if (refusal === '') silent++;
      }
    }
    const waitedMs = performance.now() - since;
    if (refusal !== '' && waitedMs > refusalTimeoutMs) throw inUse(place.dataDir, `says "${refusal}"`);
    if (silent >= 2 || waitedMs > (now.status === 'stopping' ? stopTimeoutMs : startTimeoutMs)) {
      // A server that lives keeps its connections, those of a killed one end by themselves.
      if (await hasClients(place.clusterDir)) throw inUse(place.dataDir, 'does not answer');
      return 'sick';
    }
    await pause(50);
  }
}

const inUse = (dataDir: string, trouble: string) =>
  new StartError(
    `DATA_DIR "${dataDir}" is in use by another running server, and its PostgreSQL ${trouble}: stop that server first.`,
  );
