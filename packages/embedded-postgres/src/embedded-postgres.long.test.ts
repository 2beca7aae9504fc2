import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { postmasterPid, query, readLog, readRow, storeRow, useFixture } from '../test/fixture.ts';
import { findRunningPostgres, PostgresStartError, startEmbeddedPostgres } from './index.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const setUp = useFixture();

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

  test('starts a PostgreSQL that is durable, uses UTF-8, recognizes letters beyond ASCII and listens on no TCP port', async () => {
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
