import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type PostgresConnection,
  startEmbeddedPostgres,
} from '../src/platform/postgres/index.ts';
import { terminatePostmaster } from '../src/platform/postgres/postmaster.ts';
import { clusterName, findPostmaster } from '../src/platform/postgres/postmaster-file.ts';

/** A process of its own that holds an embedded PostgreSQL, to be killed in any way. */
interface Holder {
  pid: number;
  /** Rejects with what the process said when it could not start. */
  up: Promise<PostgresConnection>;
  /** What it has said so far: `interrupted` on SIGINT, which it survives; `stopped` after SIGTERM. */
  said(): string;
  /** All it said, once it has ended. */
  ended: Promise<string>;
}

type StartChanges = Partial<Omit<EmbeddedPostgresOptions, 'log'>>;
type HolderChanges = StartChanges & { uid?: number; gid?: number };

export interface Bench {
  /** A folder of this bench; `dataDir` is one inside it. */
  root: string;
  dataDir: string;
  warnings: string[];
  start(changes?: StartChanges): Promise<EmbeddedPostgres>;
  launch(changes?: HolderChanges): Holder;
  hold(changes?: HolderChanges): Promise<Holder & { connection: PostgresConnection }>;
  /** Ends every process and removes every folder, whatever state the test left. */
  close(): Promise<void>;
}

const program = `
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('../src/platform/postgres/index.ts', import.meta.url).href)};
  const log = { info() {}, warn() {} };
  try {
    const postgres = await startEmbeddedPostgres({ ...JSON.parse(process.env.HOLDER_OPTIONS), log });
    const stop = () => postgres.stop().then(() => console.log('stopped'));
    process.on('SIGINT', () => console.log('interrupted')).once('SIGTERM', stop);
    console.log('up ' + JSON.stringify(postgres.connection));
  } catch (error) {
    console.log(error.name + ': ' + error.message);
  }`;

export async function openBench(): Promise<Bench> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'parley-bench-')));
  const dataDir = join(root, 'data');
  await mkdir(dataDir);
  const started: EmbeddedPostgres[] = [];
  const holders: Holder[] = [];
  const dataDirs = new Set([dataDir]);
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (_fields: object, message: string) => void warnings.push(message) };

  async function start(changes: StartChanges = {}): Promise<EmbeddedPostgres> {
    dataDirs.add(changes.dataDir ?? dataDir);
    const postgres = await startEmbeddedPostgres({ dataDir, log, ...changes });
    started.push(postgres);
    return postgres;
  }

  function launch({ uid, gid, ...changes }: HolderChanges = {}): Holder {
    dataDirs.add(changes.dataDir ?? dataDir);
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      ...{ uid, gid, detached: true, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] },
      env: { PATH: process.env.PATH, HOLDER_OPTIONS: JSON.stringify({ dataDir, ...changes }) },
    });
    let said = '';
    const up = new Promise<PostgresConnection>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const line = /^up (.*)\n/m.exec(said)?.[1];
        if (line) resolve(JSON.parse(line) as PostgresConnection);
      });
      child.once('close', () => reject(new Error(said)));
    });
    up.catch(() => {});
    const ended = once(child, 'close').then(() => said);
    const holder: Holder = { pid: child.pid as number, up, said: () => said, ended };
    holders.push(holder);
    return holder;
  }

  async function hold(changes?: HolderChanges) {
    const holder = launch(changes);
    return { ...holder, connection: await holder.up };
  }

  async function close(): Promise<void> {
    for (const { pid } of holders) kill(pid);
    await Promise.all(holders.map(({ ended }) => ended));
    await Promise.all(started.map((postgres) => postgres.stop()));
    for (const used of dataDirs) {
      const clusterDir = join(used, 'postgres');
      const left = await findPostmaster(clusterDir);
      if (left) await terminatePostmaster(left.pid, clusterDir);
      const sockets = (await readdir(tmpdir())).filter((name) => name.startsWith(clusterName(clusterDir)));
      for (const name of sockets) await rm(join(tmpdir(), name), { recursive: true, force: true });
    }
    await rm(root, { recursive: true, force: true, maxRetries: 10 });
  }

  return { root, dataDir, warnings, start, launch, hold, close };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
