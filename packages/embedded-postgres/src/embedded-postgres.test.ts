import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Fixture, openFixture, query, readRow, storeRow } from '../test/fixture.ts';
import { findRunningPostgres, PostgresStartError, startEmbeddedPostgres } from './index.ts';
import { findPostmasterFile } from './postmaster-file.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let fixture: Fixture | undefined;
const setUp = async () => (fixture = await openFixture());
afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

const postmasterPid = async (dataDir: string) =>
  (await findPostmasterFile(join(dataDir, 'postgres')))?.pid as number;
const readLog = (dataDir: string) => readFile(join(dataDir, 'postgres.log'), 'utf8');

describe('start and stop', () => {
  test('shuts down cleanly, leaves no process, and the next start has the data', async () => {
    const { dataDir, start } = await setUp();
    const first = await start();
    expect(first.adopted).toBe(false);
    await storeRow(first.connection);
    const pid = await postmasterPid(dataDir);
    await first.stop();
    expect(await readLog(dataDir)).toMatch(/database system is shut down\n$/);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(existsSync(first.connection.host)).toBe(false);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await readRow(second.connection)).toEqual([{ value: 42 }]);
    expect(await readLog(dataDir)).not.toContain('not properly shut down');
  });

  test('is durable, uses UTF-8, recognises letters beyond ASCII and listens on no TCP port', async () => {
    const { start } = await setUp();
    const { connection } = await start({ settings: { work_mem: '5MB' } });
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

  test('Ctrl-C in the terminal reaches only the application, which stops PostgreSQL itself', async () => {
    const { dataDir, launchAndWait } = await setUp();
    const application = await launchAndWait();
    process.kill(-application.pid, 'SIGINT');
    await vi.waitFor(() => expect(application.output()).toContain('interrupted'), { timeout: 30_000 });
    await storeRow(application.connection);
    expect(await readLog(dataDir)).not.toContain('shutdown request');
    process.kill(application.pid, 'SIGTERM');
    expect(await application.ended).toContain('stopped');
    expect(await readLog(dataDir)).toMatch(/database system is shut down\n$/);
  });

  test('findRunningPostgres finds the server of a running application, and nothing when none runs', async () => {
    const { dataDir, start } = await setUp();
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
    const server = await start();
    expect(await findRunningPostgres(dataDir)).toEqual(server.connection);
    await server.stop();
    expect(await findRunningPostgres(dataDir)).toBeUndefined();
  });
});

describe('data directories', () => {
  test('accepts a path with a space, a quote and a comma under a 0700 parent', async () => {
    const { root, start } = await setUp();
    const parent = join(root, `it's a "home", really`);
    await mkdir(parent, { mode: 0o700 });
    const { connection } = await start({ dataDir: join(parent, 'data dir') });
    await storeRow(connection);
  });

  test('accepts a path that is longer than a socket path may be', async () => {
    const { root, start } = await setUp();
    const dataDir = join(root, 'x'.repeat(120), 'y'.repeat(120));
    const { connection } = await start({ dataDir });
    await storeRow(connection);
    expect(connection.host.length).toBeLessThan(90);
  });

  test('refuses a path that is not a directory, with a one-line message', async () => {
    const { root, start } = await setUp();
    const dataDir = join(root, 'file');
    await writeFile(dataDir, '');
    const refusal = await start({ dataDir }).catch((error) => error);
    expect(refusal).toBeInstanceOf(PostgresStartError);
    expect(refusal.message).toBe(
      `Data directory "${dataDir}" is not a directory: choose another data directory.`,
    );
  });

  test.skipIf(process.getuid?.() === 0)(
    'refuses a directory that is not writable, with a one-line message',
    async () => {
      const { root, start } = await setUp();
      await chmod(root, 0o500);
      const refusal = await start({ dataDir: join(root, 'new') }).catch((error) => error);
      await chmod(root, 0o700);
      expect(refusal).toBeInstanceOf(PostgresStartError);
      expect(refusal.message).toContain('may not write in data directory');
    },
  );

  test('refuses a cluster of another major version, with a one-line message', async () => {
    const { dataDir, start } = await setUp();
    await mkdir(join(dataDir, 'postgres'), { mode: 0o700 });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow(/was created by PostgreSQL 15/);
  });
});

describe('after SIGKILL', () => {
  test('of the application, the next one adopts its PostgreSQL with all data', async () => {
    const { dataDir, launchAndWait, start } = await setUp();
    const application = await launchAndWait();
    await storeRow(application.connection);
    const pid = await postmasterPid(dataDir);
    process.kill(application.pid, 'SIGKILL');
    await application.ended;
    const next = await start();
    expect(next.adopted).toBe(true);
    expect(await postmasterPid(dataDir)).toBe(pid);
    expect(await readRow(next.connection)).toEqual([{ value: 42 }]);
    await next.stop();
    expect(await readLog(dataDir)).toMatch(/database system is shut down\n$/);
  });

  test('of PostgreSQL, the application is notified and the next start has all committed data', async () => {
    const { dataDir, start } = await setUp();
    const first = await start();
    await storeRow(first.connection);
    // A busy process does not notice that its postmaster has ended.
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
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    expect(await first.exited).toContain('PostgreSQL has ended unexpectedly');
    const second = await start();
    expect(await busy).toBe('cut');
    expect(second.adopted).toBe(false);
    expect(await readRow(second.connection)).toEqual([{ value: 42 }]);
    await first.stop();
    expect(await readRow(second.connection)).toEqual([{ value: 42 }]);
  });

  test('of everything, the next start recovers', async () => {
    const { dataDir, launchAndWait, start } = await setUp();
    const application = await launchAndWait();
    await storeRow(application.connection);
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    process.kill(application.pid, 'SIGKILL');
    await application.ended;
    const next = await start();
    expect(next.adopted).toBe(false);
    expect(await readRow(next.connection)).toEqual([{ value: 42 }]);
  });

  test('PostgreSQL starts although a lock file holds a process id that now belongs to another program', async () => {
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

  test('a suspended PostgreSQL that does not respond is replaced', async () => {
    const { dataDir, launchAndWait, start } = await setUp();
    const application = await launchAndWait();
    await storeRow(application.connection);
    process.kill(await postmasterPid(dataDir), 'SIGSTOP');
    process.kill(application.pid, 'SIGKILL');
    await application.ended;
    const next = await start();
    expect(next.adopted).toBe(false);
    expect(await readRow(next.connection)).toEqual([{ value: 42 }]);
  });

  test('during the first start, nothing has to be cleaned up by hand', async () => {
    const { dataDir, launch, start } = await setUp();
    const application = launch();
    const unfinished = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'));
    await vi.waitFor(() => expect(unfinished()).toHaveLength(1), { timeout: 60_000, interval: 5 });
    process.kill(application.pid, 'SIGKILL');
    await application.ended;
    await storeRow((await start()).connection);
    await vi.waitFor(() => expect(unfinished()).toEqual([]), { timeout: 60_000 });
  });
});

describe('one application per data directory', () => {
  test('refuses the second with a one-line message, and accepts it after SIGKILL of the first', async () => {
    const { dataDir, launchAndWait, start } = await setUp();
    const application = await launchAndWait();
    await storeRow(application.connection);
    const refusal = await start().catch((error) => error);
    expect(refusal).toBeInstanceOf(PostgresStartError);
    expect(refusal.message).toContain(`Data directory "${dataDir}" is in use by another running server`);
    expect(await readRow(application.connection)).toEqual([{ value: 42 }]);
    process.kill(application.pid, 'SIGKILL');
    await application.ended;
    expect((await start()).adopted).toBe(true);
  });

  test('does not terminate an unresponsive PostgreSQL that another application uses', async () => {
    const { dataDir, launchAndWait, start } = await setUp();
    const application = await launchAndWait();
    await storeRow(application.connection);
    const pid = await postmasterPid(dataDir);
    process.kill(pid, 'SIGSTOP');
    try {
      await expect(start()).rejects.toThrow('its PostgreSQL does not answer: stop that server first');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await readRow(application.connection)).toEqual([{ value: 42 }]);
  });

  test('does not terminate a PostgreSQL that has no free connection', async () => {
    const { launchAndWait, start } = await setUp();
    const application = await launchAndWait({
      settings: { max_connections: '6', superuser_reserved_connections: '0' },
    });
    // A connection of the start may still be closing: the last of the five connects when it has closed.
    const connect = async () => {
      const client = new pg.Client(application.connection);
      client.on('error', () => {});
      await client.connect();
      return client;
    };
    const clients = await Promise.all(
      Array.from({ length: 5 }, () => vi.waitFor(connect, { timeout: 60_000 })),
    );
    await expect(start()).rejects.toThrow(/in use by another running server.*too many clients/);
    expect((await clients[0]?.query('select 1 as one'))?.rows).toEqual([{ one: 1 }]);
    await Promise.all(clients.map((client) => client.end()));
  });

  test('lets one of two simultaneous first starts succeed and refuses the other', async () => {
    const { launch } = await setUp();
    const both = [launch(), launch()];
    const outcomes = await Promise.all(both.map((one) => one.ready.then(() => 'ready', String)));
    expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.includes('in use by another running server'))).toHaveLength(
      1,
    );
  });

  test('starts PostgreSQL again if its owner stops it while a second process waits', async () => {
    const { start } = await setUp();
    const first = await start();
    await storeRow(first.connection);
    const waiting = start();
    await vi.waitFor(
      async () =>
        expect(
          await query(
            first.connection,
            `select from pg_stat_activity where application_name = 'embedded claim'`,
          ),
        ).toHaveLength(2),
      { timeout: 30_000 },
    );
    await first.stop();
    const second = await waiting;
    expect(await readRow(second.connection)).toEqual([{ value: 42 }]);
  });

  test('renews the claim after PostgreSQL has cut all connections', async () => {
    const { dataDir, start, warnings } = await setUp();
    const first = await start();
    const [row] = await query(
      first.connection,
      `select pid from pg_stat_activity where application_name = 'embedded claim'`,
    );
    // When one backend is killed, PostgreSQL resets all others.
    process.kill(row?.pid as number, 'SIGKILL');
    await vi.waitFor(() => expect(warnings).toContain('postgres.connections_reset'), {
      timeout: 60_000,
    });
    await expect(start()).rejects.toThrow(`Data directory "${dataDir}" is in use`);
  });
});

test('uses the given name and labels, and refuses a name that is not an identifier', async () => {
  const { root, start } = await setUp();
  const { connection } = await start({ name: 'notebook' });
  expect(connection).toMatchObject({ user: 'notebook', database: 'notebook' });
  const file = join(root, 'file');
  await writeFile(file, '');
  const labels = { dataDir: 'NOTEBOOK_DIR' };
  await expect(startEmbeddedPostgres({ dataDir: file, labels })).rejects.toThrow(
    `NOTEBOOK_DIR "${file}" is not a directory: choose another NOTEBOOK_DIR.`,
  );
  await expect(start({ name: "it's" })).rejects.toThrow(TypeError);
});

test('reports a full disk in a one-line message', async (context) => {
  const { root, start } = await setUp();
  const dataDir = join(root, 'small');
  await mkdir(dataDir);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dataDir], { stdio: 'ignore' });
  } catch {
    return context.skip('only root can mount a small disk');
  }
  try {
    const refusal = await start({ dataDir }).catch((error) => error);
    expect(refusal).toBeInstanceOf(PostgresStartError);
    expect(refusal.message).toContain('is full');
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  } finally {
    execFileSync('umount', [dataDir]);
  }
});
