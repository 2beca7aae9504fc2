import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { postmasterPid, query, readLog, readRow, storeRow, useFixture } from '../test/fixture.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const setUp = useFixture();

describe('after SIGKILL', () => {
  test('adopts the PostgreSQL of a killed application with all data', async () => {
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

  test('notifies the application when PostgreSQL is killed, and the next start has all committed data', async () => {
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

  test('recovers at the next start after the application and PostgreSQL were killed', async () => {
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
