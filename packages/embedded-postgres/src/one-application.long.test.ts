import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { postmasterPid, query, readRow, storeRow, useFixture } from '../test/fixture.ts';
import { PostgresStartError } from './index.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const setUp = useFixture();

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
