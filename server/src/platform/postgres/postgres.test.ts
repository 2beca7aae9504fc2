import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Bench, openBench } from '../../../test/postgres-bench.ts';
import { StartError } from '../../foundation/start-error.ts';
import { findRunningPostgres, type PostgresConnection } from './index.ts';
import { findPostmasterFile } from './postmaster-file.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let bench: Bench | undefined;
const setUp = async () => (bench = await openBench());
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

async function query(connection: PostgresConnection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
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
const postmasterOf = async (dataDir: string) =>
  (await findPostmasterFile(join(dataDir, 'postgres')))?.pid as number;
const logOf = (dataDir: string) => readFile(join(dataDir, 'postgres.log'), 'utf8');

describe('the life of an embedded PostgreSQL', () => {
  test('a stop is clean, leaves no process, and the next start finds the data', async () => {
    const { dataDir, start } = await setUp();
    const first = await start();
    expect(first.adopted).toBe(false);
    await leaveMark(first.connection);
    const pid = await postmasterOf(dataDir);
    await first.stop();
    expect(await logOf(dataDir)).toMatch(/database system is shut down\n$/);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(existsSync(first.connection.host)).toBe(false);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await readMark(second.connection)).toEqual([{ value: 42 }]);
    expect(await logOf(dataDir)).not.toContain('not properly shut down');
  });

  test('it is durable, speaks UTF-8, knows letters beyond ASCII and listens on no port', async () => {
    const { start } = await setUp();
    const { connection } = await start({ tuning: { work_mem: '5MB' } });
    await query(connection, 'create extension pg_trgm');
    const [row] = await query(
      connection,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
        current_setting('work_mem') as work_mem, upper('é') as upper, cardinality(show_trgm('Привет')) as trigrams`,
    );
    expect(row).toEqual({
      ...{ fsync: 'on', commit: 'on', addresses: '', encoding: 'UTF8', work_mem: '5MB' },
      ...{ upper: 'É', trigrams: 7 },
    });
  });

  test('Ctrl-C in the terminal reaches the server only, which stops PostgreSQL when it is ready to', async () => {
    const { dataDir, hold } = await setUp();
    const holder = await hold();
    process.kill(-holder.pid, 'SIGINT');
    await vi.waitFor(() => expect(holder.said()).toContain('interrupted'), { timeout: 30_000 });
    await leaveMark(holder.connection);
    expect(await logOf(dataDir)).not.toContain('shutdown request');
    process.kill(holder.pid, 'SIGTERM');
    expect(await holder.ended).toContain('stopped');
    expect(await logOf(dataDir)).toMatch(/database system is shut down\n$/);
  });

  test('an admin command finds the PostgreSQL of a running server, and nothing where none runs', async () => {
    const { dataDir, start } = await setUp();
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
    const server = await start();
    expect(await findRunningPostgres(dataDir)).toEqual(server.connection);
    await server.stop();
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
  });
});

describe('any folder', () => {
  test('a path with a space, a quote and a comma under a 0700 parent works', async () => {
    const { root, start } = await setUp();
    const parent = join(root, `it's a "home", really`);
    await mkdir(parent, { mode: 0o700 });
    const { connection } = await start({ dataDir: join(parent, 'data dir') });
    await leaveMark(connection);
  });

  test('a path longer than a socket may have works', async () => {
    const { root, start } = await setUp();
    const dataDir = join(root, 'x'.repeat(120), 'y'.repeat(120));
    const { connection } = await start({ dataDir });
    await leaveMark(connection);
    expect(connection.host.length).toBeLessThan(90);
  });

  test('a DATA_DIR that is no folder is refused in one line', async () => {
    const { root, start } = await setUp();
    const dataDir = join(root, 'file');
    await writeFile(dataDir, '');
    const refusal = await start({ dataDir }).catch((error) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(refusal.message).toBe(`DATA_DIR "${dataDir}" is not a folder: set DATA_DIR to another path.`);
  });

  test.skipIf(process.getuid?.() === 0)(
    'a folder that may not be written is refused in one line',
    async () => {
      const { root, start } = await setUp();
      await chmod(root, 0o500);
      const refusal = await start({ dataDir: join(root, 'new') }).catch((error) => error);
      await chmod(root, 0o700);
      expect(refusal).toBeInstanceOf(StartError);
      expect(refusal.message).toContain('may not write in DATA_DIR');
    },
  );

  test('a cluster of another major version is refused in one line', async () => {
    const { dataDir, start } = await setUp();
    await mkdir(join(dataDir, 'postgres'), { mode: 0o700 });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 15/);
  });
});

describe('sudden death', () => {
  test('after kill -9 of the server the next one adopts its PostgreSQL with all data', async () => {
    const { dataDir, hold, start } = await setUp();
    const holder = await hold();
    await leaveMark(holder.connection);
    const pid = await postmasterOf(dataDir);
    process.kill(holder.pid, 'SIGKILL');
    await holder.ended;
    const next = await start();
    expect(next.adopted).toBe(true);
    expect(await postmasterOf(dataDir)).toBe(pid);
    expect(await readMark(next.connection)).toEqual([{ value: 42 }]);
    await next.stop();
    expect(await logOf(dataDir)).toMatch(/database system is shut down\n$/);
  });

  test('after kill -9 of PostgreSQL the server learns it, and the next start has what was committed', async () => {
    const { dataDir, start } = await setUp();
    const first = await start();
    await leaveMark(first.connection);
    // A process that is busy does not notice the death of its parent by itself.
    const busy = query(first.connection, 'select sum(sqrt(n)) from generate_series(1, 4000000000) n').catch(
      () => 'cut',
    );
    await vi.waitFor(
      async () =>
        expect(
          await query(first.connection, `select from pg_stat_activity where query ~ '^select sum'`),
        ).toHaveLength(1),
      { timeout: 30_000 },
    );
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    expect(await first.exited).toContain('PostgreSQL has ended unexpectedly');
    const second = await start();
    expect(await busy).toBe('cut');
    expect(second.adopted).toBe(false);
    expect(await readMark(second.connection)).toEqual([{ value: 42 }]);
    await first.stop();
    expect(await readMark(second.connection)).toEqual([{ value: 42 }]);
  });

  test('after kill -9 of everything the next start recovers', async () => {
    const { dataDir, hold, start } = await setUp();
    const holder = await hold();
    await leaveMark(holder.connection);
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    process.kill(holder.pid, 'SIGKILL');
    await holder.ended;
    const next = await start();
    expect(next.adopted).toBe(false);
    expect(await readMark(next.connection)).toEqual([{ value: 42 }]);
  });

  test('a lock file whose number now belongs to another program does not keep PostgreSQL from starting', async () => {
    const { dataDir, start } = await setUp();
    const first = await start();
    const lockPath = join(dataDir, 'postgres', 'postmaster.pid');
    const lines = (await readFile(lockPath, 'utf8')).split('\n');
    const socketLock = join(first.connection.host, '.s.PGSQL.5432.lock');
    await first.stop();
    const stranger = [String(process.ppid), ...lines.slice(1)].join('\n');
    await writeFile(lockPath, stranger, { mode: 0o600 });
    await mkdir(first.connection.host, { mode: 0o700 });
    await writeFile(socketLock, stranger, { mode: 0o600 });
    expect((await start()).adopted).toBe(false);
  });

  test('a PostgreSQL that is suspended and answers nobody is replaced', async () => {
    const { dataDir, hold, start } = await setUp();
    const holder = await hold();
    await leaveMark(holder.connection);
    process.kill(await postmasterOf(dataDir), 'SIGSTOP');
    process.kill(holder.pid, 'SIGKILL');
    await holder.ended;
    const next = await start();
    expect(next.adopted).toBe(false);
    expect(await readMark(next.connection)).toEqual([{ value: 42 }]);
  });

  test('kill -9 during the very first start leaves nothing to clean up by hand', async () => {
    const { dataDir, launch, start } = await setUp();
    const holder = launch();
    const unfinished = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'));
    await vi.waitFor(() => expect(unfinished()).toHaveLength(1), { timeout: 60_000, interval: 5 });
    process.kill(holder.pid, 'SIGKILL');
    await holder.ended;
    await leaveMark((await start()).connection);
    await vi.waitFor(() => expect(unfinished()).toEqual([]));
  });
});

describe('one server for a DATA_DIR', () => {
  test('the second is refused in one line, harms nothing, and gets in after kill -9 of the first', async () => {
    const { dataDir, hold, start } = await setUp();
    const holder = await hold();
    await leaveMark(holder.connection);
    const refusal = await start().catch((error) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(refusal.message).toContain(`DATA_DIR "${dataDir}" is in use by another running server`);
    expect(await readMark(holder.connection)).toEqual([{ value: 42 }]);
    process.kill(holder.pid, 'SIGKILL');
    await holder.ended;
    expect((await start()).adopted).toBe(true);
  });

  test('a PostgreSQL that hangs under a living server is not taken from it', async () => {
    const { dataDir, hold, start } = await setUp();
    const holder = await hold();
    await leaveMark(holder.connection);
    const pid = await postmasterOf(dataDir);
    process.kill(pid, 'SIGSTOP');
    try {
      await expect(start()).rejects.toThrow('its PostgreSQL does not answer: stop that server first');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await readMark(holder.connection)).toEqual([{ value: 42 }]);
  });

  test('a PostgreSQL without a free connection is not taken from its server', async () => {
    const { hold, start } = await setUp();
    const holder = await hold({ tuning: { max_connections: '6', superuser_reserved_connections: '0' } });
    // A connection of the start may still be ending: the last of the five gets in when it has made room.
    const enter = async () => {
      const client = new pg.Client(holder.connection);
      client.on('error', () => {});
      await client.connect();
      return client;
    };
    const clients = await Promise.all(
      Array.from({ length: 5 }, () => vi.waitFor(enter, { timeout: 60_000 })),
    );
    await expect(start()).rejects.toThrow(/in use by another running server.*too many clients/);
    expect((await clients[0]?.query('select 1 as one'))?.rows).toEqual([{ one: 1 }]);
    await Promise.all(clients.map((client) => client.end()));
  });

  test('of two first starts at the same moment one wins and the other is refused', async () => {
    const { launch } = await setUp();
    const both = [launch(), launch()];
    const outcomes = await Promise.all(both.map((one) => one.up.then(() => 'up', String)));
    expect(outcomes.filter((outcome) => outcome === 'up')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.includes('in use by another running server'))).toHaveLength(
      1,
    );
  });

  test('who waits while the holder shuts down starts PostgreSQL anew', async () => {
    const { start } = await setUp();
    const first = await start();
    await leaveMark(first.connection);
    const waiting = start();
    await vi.waitFor(
      async () =>
        expect(
          await query(
            first.connection,
            `select from pg_stat_activity where application_name = 'parley claim'`,
          ),
        ).toHaveLength(2),
      { timeout: 30_000 },
    );
    await first.stop();
    const second = await waiting;
    expect(await readMark(second.connection)).toEqual([{ value: 42 }]);
  });

  test('the claim is taken again after PostgreSQL has cut all connections', async () => {
    const { dataDir, start, warnings } = await setUp();
    const first = await start();
    const [row] = await query(
      first.connection,
      `select pid from pg_stat_activity where application_name = 'parley claim'`,
    );
    // One dead backend makes PostgreSQL reset all others.
    process.kill(row?.pid as number, 'SIGKILL');
    await vi.waitFor(() => expect(warnings).toContain('PostgreSQL had cut its connections and is back'), {
      timeout: 60_000,
    });
    await expect(start()).rejects.toThrow(`DATA_DIR "${dataDir}" is in use`);
  });
});

test('on a full disk the one line says so', async (context) => {
  const { root, start } = await setUp();
  const dataDir = join(root, 'small');
  await mkdir(dataDir);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dataDir], { stdio: 'ignore' });
  } catch {
    return context.skip('only root can make a small disk');
  }
  try {
    const refusal = await start({ dataDir }).catch((error) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(refusal.message).toContain('is full');
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  } finally {
    execFileSync('umount', [dataDir]);
  }
});
