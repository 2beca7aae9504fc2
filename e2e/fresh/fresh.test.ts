import { execFileSync } from 'node:child_process';
import { mkdtempSync, statSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import { databaseUrl, stopAllProcesses } from '@parley/testing';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { admin, apiKeyOf, call, expectAdminToFail, expectCloneStartToFail, start } from './process.ts';

/** The commands of a new user and an operator, run in a fresh clone with real processes. */

const home = inject('home');
const newDataDir = () => mkdtempSync(path.join(home, 'data of '));
const isRoot = process.getuid?.() === 0;

afterAll(stopAllProcesses);

describe('the first command of the README', () => {
  test('prints the address, a sign-in and a key that works, and stops cleanly', async () => {
    const server = await start({ npmScript: 'start' });
    expect(server.stdout()).toContain(`Address   ${server.url}`);
    expect(server.stdout()).toMatch(/Sign in +\S+@\S+ +with the password +\S{12,}/);
    const me = await call(server.url, apiKeyOf(server), 'GET', '/v1/me');
    expect(me.status).toBe(200);
    expect(me.body.data).toMatchObject({ role: 'owner', kind: 'researcher', plan: 'self_hosted' });
    expect((await call(server.url, apiKeyOf(server), 'POST', '/v1/projects', { name: 'First' })).status).toBe(
      201,
    );
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    // All data is in the clone's data folder, which only its owner may read.
    const data = path.join(inject('clone'), 'data');
    expect(statSync(path.join(data, 'secret.key')).mode & 0o777).toBe(0o600);
    await server.stop('SIGTERM');

    const again = await start({ npmScript: 'start' });
    expect(apiKeyOf(again)).toBe('');
    expect(again.stdout()).toContain('admin -- key create');
    const list = await call(again.url, apiKeyOf(server), 'GET', '/v1/projects');
    expect(list.body.data).toHaveLength(1);
    await again.stop('SIGINT');
  });
});

describe('a start that fails', () => {
  test('because another server uses the data prints one line', async () => {
    const DATA_DIR = newDataDir();
    const first = await start({ env: { DATA_DIR } });
    const second = await expectCloneStartToFail({ DATA_DIR, PORT: '0' });
    expect(second).toMatchObject({ code: 1, stdout: '', lines: [expect.stringContaining(DATA_DIR)] });
    expect((await call(first.url, apiKeyOf(first), 'GET', '/v1/me')).status).toBe(200);

    const { port } = new URL(first.url);
    const elsewhere = await expectCloneStartToFail({
      DATA_DIR: newDataDir(),
      PORT: port,
      LOG_LEVEL: 'error',
    });
    expect(elsewhere).toMatchObject({ code: 1, lines: [expect.stringMatching(`Port ${port} .* is in use`)] });
    expect(await first.stop('SIGTERM')).toBe(0);
  });

  test('because of invalid variables prints one line for each', async () => {
    const { code, lines } = await expectCloneStartToFail({ PORT: 'many', ROLE: 'api' });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^PORT: /), expect.stringMatching(/^ROLE: .*DATABASE_URL/)]);
  });

  test('because the database does not respond prints one line', async () => {
    const DATABASE_URL = 'postgresql://nobody:hunter2@127.0.0.1:1/none';
    const { code, lines } = await expectCloneStartToFail({ DATABASE_URL, DATA_DIR: newDataDir() });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^DATABASE_URL: /)]);
    expect(lines.join()).not.toContain('hunter2');
  });
});

describe('kill -9 under write load', () => {
  test('loses no acknowledged change, twice in a row, without manual cleanup', async () => {
    const env = { DATA_DIR: newDataDir(), RATE_LIMIT_SELF_HOSTED: '0', LOG_LEVEL: 'error' };
    const acknowledged = new Set<string>();
    let key = '';
    for (let round = 0; round < 2; round++) {
      const server = await start({ env });
      key ||= apiKeyOf(server);
      const before = acknowledged.size;
      let writing = true;
      let killed = false;
      const writers = Array.from({ length: 8 }, async () => {
        while (writing) {
          try {
            const { status, body } = await call(server.url, key, 'POST', '/v1/projects', { name: 'Load' });
            if (status === 201) acknowledged.add(body.data.id);
          } catch {
            // The connection was cut, so this change was not acknowledged.
            writing = false;
          }
          if (!killed && acknowledged.size - before >= 150) {
            killed = true;
            process.kill(server.pid, 'SIGKILL');
          }
        }
      });
      expect(await server.ended).toBe('SIGKILL');
      await Promise.all(writers);
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(300);

    const server = await start({ env });
    const projects = new Set<string>();
    for (const { id } of await readAll(server.url, key, '/v1/projects')) projects.add(id);
    const projectsOfEvents = new Set<string>();
    for (const { data } of await readAll(server.url, key, '/v1/events?type=project.created'))
      projectsOfEvents.add(data.id);
    expect([...acknowledged].filter((id) => !projects.has(id))).toEqual([]);
    // An unacknowledged change may exist too, but only together with its event; no event exists without its project.
    expect([...projects].toSorted()).toEqual([...projectsOfEvents].toSorted());
    expect(await server.stop('SIGTERM')).toBe(0);
  });

  async function readAll(url: string, key: string, list: string) {
    const items: { id: string; data: { id: string } }[] = [];
    let cursor = '';
    do {
      const page = `${list}${list.includes('?') ? '&' : '?'}limit=100${cursor}`;
      const { body } = await call(url, key, 'GET', page);
      items.push(...body.data);
      cursor = body.meta.next_cursor ? `&cursor=${body.meta.next_cursor}` : '';
    } while (cursor);
    return items;
  }
});

describe('the admin command', () => {
  test('works with and without a running server, and prints one JSON object', async () => {
    const env = { DATA_DIR: newDataDir() };
    const ada = await admin(['account', 'create', '--email', 'ada@example.com', '--name', 'Ada Lovelace'], {
      env,
    });
    expect(Object.keys(ada).sort()).toEqual(['api_key', 'user_id', 'workspace_id']);

    const server = await start({ env });
    const me = (key = '') => call(server.url, key, 'GET', '/v1/me');
    expect((await me(ada.api_key)).body.data).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'owner',
    });

    const inAdasWorkspace = ['--workspace', ada.workspace_id as string];
    const create = (email: string, ...more: string[]) =>
      admin(['account', 'create', '--email', email, ...more], { env });
    const viewer = await create('viewer@example.com', '--role', 'viewer', ...inAdasWorkspace);
    expect(viewer.workspace_id).toBe(ada.workspace_id);
    expect((await me(viewer.api_key)).body.data.role).toBe('viewer');
    const participant = await create('taker@example.com', '--kind', 'participant', ...inAdasWorkspace);
    expect((await me(participant.api_key)).body.error.code).toBe('forbidden');
    const free = await create('free@example.com', '--plan', 'free');
    expect((await me(free.api_key)).body.error.code).toBe('plan_required');

    await admin(['plan', 'set', '--workspace', free.workspace_id as string, '--plan', 'basic'], { env });
    expect((await me(free.api_key)).body.data.plan).toBe('basic');
    const second = await admin(['key', 'create', '--email', 'ada@example.com', '--name', 'Second'], { env });
    expect((await me(second.api_key)).body.data.api_key).toMatchObject({ id: second.key_id, name: 'Second' });
    await admin(['key', 'revoke', '--id', second.key_id as string], { env });
    expect((await me(second.api_key)).status).toBe(401);
    expect((await me(ada.api_key)).status).toBe(200);
    expect(await server.stop('SIGTERM')).toBe(0);

    for (const bad of [
      ['account', 'create', '--email', 'ADA@example.com'],
      ['account', 'create', '--email', 'nonsense'],
      ['plan', 'set', '--workspace', 'wsp_none', '--plan', 'gold'],
    ]) {
      const { code, stdout, lines } = await expectAdminToFail(bad, { env });
      expect({ code, stdout, lines }).toEqual({ code: 1, stdout: '', lines: [expect.any(String)] });
    }
  });
});

describe('two roles on one database', () => {
  test('ROLE=api serves requests, ROLE=worker runs tasks, and each stops independently', async () => {
    const dataDir = newDataDir();
    const postgres = await startEmbeddedPostgres({ dataDir, name: 'parley' });
    try {
      const DATABASE_URL = databaseUrl(postgres.connection);
      const env = { DATABASE_URL, DATA_DIR: newDataDir() };
      const [api, worker] = await Promise.all([
        start({ env: { ...env, ROLE: 'api' } }),
        start({ env: { ...env, ROLE: 'worker' } }),
      ]);
      expect((await call(api.url, apiKeyOf(api), 'POST', '/v1/projects', { name: 'Shared' })).status).toBe(
        201,
      );
      expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
      expect(await worker.stop('SIGTERM')).toBe(0);
      expect((await call(api.url, apiKeyOf(api), 'GET', '/v1/projects')).body.data).toHaveLength(1);
      expect(await api.stop('SIGTERM')).toBe(0);
    } finally {
      await postgres.stop();
    }
  });
});

// Last, because the clone then belongs to the other user.
describe.runIf(isRoot)('as another user than root', () => {
  test('npm start works in that user’s home directory', async () => {
    const uid = 65_534;
    execFileSync('chown', ['-R', `${uid}:${uid}`, home]);
    const server = await start({ npmScript: 'start', uid, env: { DATA_DIR: path.join(home, 'their data') } });
    expect((await call(server.url, apiKeyOf(server), 'GET', '/v1/me')).status).toBe(200);
    expect(statSync(path.join(home, 'their data')).uid).toBe(uid);
    await server.stop('SIGTERM');
  });
});
