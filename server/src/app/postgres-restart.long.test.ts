import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startChildServer } from '../../test/child-server.ts';
import { until } from '../../test/harness.ts';

/** Kills the embedded PostgreSQL of a running server. */
test('a server restarts its PostgreSQL up to three times a minute, then stops with a clear message', {
  timeout: 300_000,
}, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-restart-'));
  const server = await startChildServer(
    {},
    { DATA_DIR: dataDir, DATABASE_URL: '', SECRET_KEY: '', RATE_LIMIT_SELF_HOSTED: '0' },
  );
  try {
    const key = /prl_live_\w+/.exec(server.stdout())?.[0] as string;
    const call = (method: string, body?: object) =>
      fetch(`${server.url}/v1/projects`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      }).then(
        async (response) => ({
          status: response.status,
          id: ((await response.json()) as { data?: { id: string } }).data?.id,
        }),
        () => ({ status: 0, id: undefined }),
      );
    const postmaster = async () => {
      const text = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
      return Number(text.split('\n')[0]);
    };
    const acknowledged: string[] = [];
    const create = async (name: string) => {
      const { status, id } = await call('POST', { name });
      if (status === 201) acknowledged.push(id as string);
      return status;
    };

    for (let round = 1; round <= 3; round++) {
      expect(await create(`before ${round}`)).toBe(201);
      const pid = await postmaster();
      // Requests on all connections during the kill may fail, but must neither hang nor end the server.
      const load = Promise.all(Array.from({ length: 40 }, (_, i) => create(`during ${round}.${i}`)));
      process.kill(pid, 'SIGKILL');
      for (const status of await load) expect([0, 201, 500, 503]).toContain(status);
      // A backend of the killed PostgreSQL may serve one more request before it exits.
      await until(
        async () => (await postmaster()) !== pid && (await create(`after ${round}`)) === 201,
        'requests to succeed again',
        60_000,
      );
      // Every connection of the pool is usable, not only the first.
      const statuses = await Promise.all(Array.from({ length: 40 }, () => call('GET')));
      expect(statuses.map(({ status }) => status)).toEqual(Array(40).fill(200));
    }
    const listed: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await fetch(`${server.url}/v1/projects?limit=100${cursor}`, {
        headers: { authorization: `Bearer ${key}` },
      }).then(
        (response) => response.json() as Promise<{ data: { id: string }[]; meta: { next_cursor: string } }>,
      );
      listed.push(...page.data.map(({ id }) => id));
      if (!page.meta.next_cursor) break;
      cursor = `&cursor=${page.meta.next_cursor}`;
    }
    expect(acknowledged.filter((id) => !listed.includes(id))).toEqual([]);

    let ended: number | string | undefined;
    void server.ended.then((code) => (ended = code));
    // On a slow machine the first restart may be more than a minute ago, so the test kills it until the limit is reached.
    for (let killed = 0; ended === undefined; ) {
      const pid = await postmaster();
      if (pid > 0 && pid !== killed) {
        process.kill(pid, 'SIGKILL');
        killed = pid;
      }
      await until(
        async () =>
          ended !== undefined || ((await call('GET')).status === 200 && (await postmaster()) !== killed),
        'the server to come back or to end',
        60_000,
      );
    }
    expect(ended).toBe(1);
    expect(server.stderr()).toContain('PostgreSQL has ended unexpectedly more than 3 times within a minute');
  } finally {
    await server.stop('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
});
