import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type PostgresConnection,
  startEmbeddedPostgres,
} from '../src/index.ts';
import { terminatePostmaster } from '../src/postmaster.ts';
import { clusterName, findPostmaster, findPostmasterFile } from '../src/postmaster-file.ts';

/** An application in a process of its own that uses an embedded PostgreSQL, so that a test can kill it. */
interface Application {
  pid: number;
  /** Rejects with the output of the process if it could not start PostgreSQL. */
  ready: Promise<PostgresConnection>;
  /** The output so far: `interrupted` on SIGINT, which it survives; `stopped` after SIGTERM. */
  output(): string;
  /** The whole output, once the process has ended. */
  ended: Promise<string>;
}

type StartChanges = Partial<Omit<EmbeddedPostgresOptions, 'log'>>;
type LaunchChanges = StartChanges & { uid?: number; gid?: number };

export interface Fixture {
  /** A temporary folder; `dataDir` is a folder in it. */
  root: string;
  dataDir: string;
  warnings: string[];
  /** Starts PostgreSQL for this process. */
  start(changes?: StartChanges): Promise<EmbeddedPostgres>;
  /** Starts an application process without waiting for its PostgreSQL. */
  launch(changes?: LaunchChanges): Application;
  launchAndWait(changes?: LaunchChanges): Promise<Application & { connection: PostgresConnection }>;
  /** Ends every process and removes every folder, whatever state the test left. */
  close(): Promise<void>;
}

const program = `
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
  try {
    const postgres = await startEmbeddedPostgres(JSON.parse(process.env.START_OPTIONS));
    const stop = () => postgres.stop().then(() => console.log('stopped'));
    process.on('SIGINT', () => console.log('interrupted')).once('SIGTERM', stop);
    console.log('ready ' + JSON.stringify(postgres.connection));
  } catch (error) {
    console.log(error.name + ': ' + error.message);
  }`;

async function openFixture(): Promise<Fixture> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-test-')));
  const dataDir = join(root, 'data');
  await mkdir(dataDir);
  const started: EmbeddedPostgres[] = [];
  const applications: Application[] = [];
  const dataDirs = new Set([dataDir]);
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (fields: object) => void warnings.push(String(Object(fields).event)) };

  async function start(changes: StartChanges = {}): Promise<EmbeddedPostgres> {
    dataDirs.add(changes.dataDir ?? dataDir);
    const postgres = await startEmbeddedPostgres({ dataDir, log, ...changes });
    started.push(postgres);
    return postgres;
  }

  function launch({ uid, gid, ...changes }: LaunchChanges = {}): Application {
    dataDirs.add(changes.dataDir ?? dataDir);
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      ...{ uid, gid, detached: true, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] },
      env: { PATH: process.env.PATH, START_OPTIONS: JSON.stringify({ dataDir, ...changes }) },
    });
    let output = '';
    const ready = new Promise<PostgresConnection>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const line = /^ready (.*)\n/m.exec(output)?.[1];
        if (line) resolve(JSON.parse(line) as PostgresConnection);
      });
      child.once('close', () => reject(new Error(output)));
    });
    ready.catch(() => {});
    const ended = once(child, 'close').then(() => output);
    const application: Application = { pid: child.pid as number, ready, output: () => output, ended };
    applications.push(application);
    return application;
  }

  async function launchAndWait(changes?: LaunchChanges) {
    const application = launch(changes);
    return { ...application, connection: await application.ready };
  }

  async function close(): Promise<void> {
    for (const { pid } of applications) kill(pid);
    await Promise.all(applications.map(({ ended }) => ended));
    await Promise.all(started.map((postgres) => postgres.stop()));
    for (const used of dataDirs) {
      const cluster = { clusterDir: join(used, 'postgres'), name: 'embedded' };
      const running = await findPostmaster(cluster);
      if (running) await terminatePostmaster(running.pid, cluster);
      const sockets = (await readdir(tmpdir())).filter((name) => name.startsWith(clusterName(cluster)));
      for (const name of sockets) await rm(join(tmpdir(), name), { recursive: true, force: true });
    }
    await rm(root, { recursive: true, force: true, maxRetries: 10 });
  }

  return { root, dataDir, warnings, start, launch, launchAndWait, close };
}

export async function query(
  connection: PostgresConnection,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Stores a row, which `readRow` reads: evidence that a later server has the same data. */
export const storeRow = (connection: PostgresConnection) =>
  query(connection, 'create table stored as select 42 as value');
export const readRow = (connection: PostgresConnection) => query(connection, 'select value from stored');

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** The process id of the PostgreSQL that runs on the data directory. */
export const postmasterPid = async (dataDir: string) =>
  (await findPostmasterFile(join(dataDir, 'postgres')))?.pid as number;

export const readLog = (dataDir: string) => readFile(join(dataDir, 'postgres.log'), 'utf8');

/** Opens fixtures, each of which is closed after its test. */
export function useFixture(): () => Promise<Fixture> {
  let fixture: Fixture | undefined;
  afterEach(async () => {
    await fixture?.close();
    fixture = undefined;
  });
  return async () => (fixture = await openFixture());
}
