import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ensureCluster } from './cluster.ts';
import { connectionTo, ensureDatabase } from './connection.ts';
import { getExecutableBinaries } from './executable-binaries.ts';
import { describeDataDir, type Instance } from './instance.ts';
import { killOrphans, type LaunchResult, launchPostmaster, terminatePostmaster } from './postmaster.ts';
import { findPostmaster, hasClients, type PostmasterFile } from './postmaster-file.ts';
import { releaseReserve } from './reserve.ts';
import { chooseRunAs } from './run-as.ts';
import { prepareSocketDir } from './socket-dir.ts';
import { PostgresStartError, programError } from './start-error.ts';

// Replaying half a gigabyte of write-ahead log (max_wal_size in settings.ts) on a slow disk takes a minute.
const startTimeoutMs = 120_000;
const stopTimeoutMs = 40_000;
const answerTimeoutMs = 5_000;
// A server that refuses connections (all are taken, for example) is alive and in use by another process.
const refusalTimeoutMs = 10_000;

/**
 * Failures that pass by themselves: another process starts the server, a stopping server has just removed the folder of
 * the socket, or processes of a killed postmaster have not ended yet.
 */
const transientFailure = /lock file .{0,500} (?:already exists|No such file)|still in use/;
const killOrphansAfterMs = 5_000;
const transientFailureTimeoutMs = 30_000;

/** Returns a PostgreSQL that responds: the one that a killed application left running, or a new one. */
export async function startOrAdopt(instance: Instance): Promise<{ file: PostmasterFile; adopted: boolean }> {
  let firstFailureAt: number | undefined;
  for (;;) {
    const running = await findPostmaster(instance);
    if (running) {
      const state = await checkRunning(running, instance);
      if (state === 'ready') {
        return { file: (await findPostmaster(instance)) ?? running, adopted: true };
      }
      if (state === 'unresponsive') {
        instance.log.warn(
          { event: 'postgres.unresponsive_server_terminated', pid: running.pid },
          'PostgreSQL did not respond and was terminated',
        );
        await terminatePostmaster(running.pid, instance);
      }
    }
    const launched = await launch(instance);
    if (launched.file) return { file: launched.file, adopted: false };
    if (firstFailureAt === undefined) {
      firstFailureAt = performance.now();
      instance.log.warn(
        { event: 'postgres.start_failed', reason: launched.output.trim() },
        'PostgreSQL did not start',
      );
    }
    const failingMs = performance.now() - firstFailureAt;
    if (!transientFailure.test(launched.output) || failingMs > transientFailureTimeoutMs) {
      throw await programError(instance, 'The embedded PostgreSQL did not start', launched.output);
    }
    if (failingMs > killOrphansAfterMs) await killOrphans(instance);
    await pause(200);
  }
}

async function launch(instance: Instance): Promise<LaunchResult> {
  await releaseReserve(instance);
  const runAs = await chooseRunAs(instance.clusterDir, {
    force: instance.forceRunAs,
    labels: instance.labels,
  });
  const binaries = await getExecutableBinaries(instance, runAs);
  const isNew = await ensureCluster(instance, binaries, runAs);
  const socketDir = await prepareSocketDir(instance, runAs);
  const launched = await launchPostmaster({ instance, socketDir, binaries, runAs }, startTimeoutMs);
  if (launched.file) {
    try {
      await ensureDatabase(connectionTo(launched.file, instance.name), 30_000);
    } catch (error) {
      await terminatePostmaster(launched.file.pid, instance);
      return { file: undefined, output: `error: ${(error as Error).message}` };
    }
    const { pid } = launched.file;
    instance.log.info(
      { event: 'postgres.started', pid, run_as: runAs.kind, new_cluster: isNew },
      'PostgreSQL has started',
    );
  }
  return launched;
}

/** Waits while the server starts or stops. A ready server must fail to respond twice before it counts as unresponsive. */
async function checkRunning(
  found: PostmasterFile,
  instance: Instance,
): Promise<'ready' | 'gone' | 'unresponsive'> {
  const startedAt = performance.now();
  let unanswered = 0;
  let refusal = '';
  for (;;) {
    const now = await findPostmaster(instance);
    if (now?.pid !== found.pid) return 'gone';
    if (now.status === 'ready') {
      try {
        await ensureDatabase(connectionTo(now, instance.name), answerTimeoutMs);
        return 'ready';
      } catch (error) {
        refusal = error instanceof pg.DatabaseError ? error.message : '';
        if (refusal === '') unanswered++;
      }
    }
    const waitedMs = performance.now() - startedAt;
    if (refusal !== '' && waitedMs > refusalTimeoutMs) throw inUse(instance, `says "${refusal}"`);
    if (unanswered >= 2 || waitedMs > (now.status === 'stopping' ? stopTimeoutMs : startTimeoutMs)) {
      // A live application keeps its connections open; those of a killed one end by themselves.
      if (await hasClients(instance)) throw inUse(instance, 'does not answer');
      return 'unresponsive';
    }
    await pause(50);
  }
}

const inUse = (instance: Instance, problem: string) =>
  new PostgresStartError(
    `${describeDataDir(instance)} is in use by another running server, and its PostgreSQL ${problem}: stop that server first.`,
  );
