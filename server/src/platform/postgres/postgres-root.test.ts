import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Bench, openBench } from '../../../test/postgres-bench.ts';
import type { PostgresConnection } from './index.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const nobody = 65534;
const isRoot = process.getuid?.() === 0;
// An installation in a 0700 home can't be read by nobody, and then neither can it be started by nobody.
const nobodyReads =
  isRoot && succeeds('cat', [fileURLToPath(import.meta.url)]) && succeeds(process.execPath, ['-v']);

function succeeds(file: string, args: string[]): boolean {
  try {
    execFileSync(file, args, { uid: nobody, gid: nobody, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let bench: Bench | undefined;
const setUp = async () => (bench = await openBench());
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

async function query(connection: PostgresConnection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const leaveMark = (connection: PostgresConnection) =>
  query(connection, 'create table mark as select 42 as value');
const readMark = (connection: PostgresConnection) => query(connection, 'select value from mark');

describe.skipIf(!isRoot)('started by root', () => {
  test('without namespaces a system user runs it, in a folder that user could not walk to', async () => {
    const { root, dataDir, start } = await setUp();
    await chmod(root, 0o700);
    const first = await start({ forceRunAs: 'system-user' });
    await leaveMark(first.connection);
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
    expect((await stat(first.connection.host)).mode & 0o777).toBe(0o700);
    await first.stop();
    const second = await start();
    expect(await readMark(second.connection)).toEqual([{ value: 42 }]);
  });

  test('data that root made in a namespace is handed over where namespaces are gone', async () => {
    const { dataDir, start } = await setUp();
    const first = await start();
    await leaveMark(first.connection);
    await first.stop();
    const second = await start({ forceRunAs: 'system-user' });
    expect(await readMark(second.connection)).toEqual([{ value: 42 }]);
    expect((await stat(join(dataDir, 'postgres', 'base'))).uid).not.toBe(0);
  });

  test("in another user's 0700 home root can start it all the same", async () => {
    const { root, start } = await setUp();
    const home = join(root, 'home');
    await mkdir(home, { mode: 0o700 });
    await chown(home, nobody, nobody);
    const { connection } = await start({ dataDir: join(home, 'data') });
    await leaveMark(connection);
  });
});

describe.skipIf(!nobodyReads)('started by an ordinary user', () => {
  const asNobody = { uid: nobody, gid: nobody };

  test('it runs as that user, survives kill -9 of its server, and root can take over and give back', async () => {
    const { root, dataDir, hold, start } = await setUp();
    await chown(root, nobody, nobody);
    await chown(dataDir, nobody, nobody);
    const first = await hold({ ...asNobody });
    await leaveMark(first.connection);
    process.kill(first.pid, 'SIGKILL');
    await first.ended;

    const asRoot = await start();
    expect(asRoot.adopted).toBe(true);
    await asRoot.stop();
    const again = await start();
    expect(await readMark(again.connection)).toEqual([{ value: 42 }]);
    await again.stop();

    const last = await hold({ ...asNobody });
    expect(await readMark(last.connection)).toEqual([{ value: 42 }]);
    process.kill(last.pid, 'SIGTERM');
    expect(await last.ended).toContain('stopped');
  });

  test('a folder of someone else is refused in one line', async () => {
    const { root, dataDir, launch } = await setUp();
    await chmod(root, 0o755);
    await chmod(dataDir, 0o755);
    const outcome = await launch({ ...asNobody }).up.catch(String);
    expect(outcome).toContain(`StartError: This user may not write in DATA_DIR "${dataDir}"`);
  });

  test('a user without a name on this system can start it', async () => {
    const { root, dataDir, hold } = await setUp();
    const nameless = 54_321;
    await chown(root, nameless, nameless);
    await chown(dataDir, nameless, nameless);
    const { connection } = await hold({ uid: nameless, gid: nameless });
    await leaveMark(connection);
  });
});
