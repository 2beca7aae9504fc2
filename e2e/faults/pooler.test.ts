import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findPgbouncer,
  type ParleyProcess,
  type Pgbouncer,
  startPgbouncer,
  startReceiverProcess,
} from '@parley/testing';
import { expect, test } from 'vitest';
import { createDatabase, type Database, type Db, sql } from '../../server/src/platform/database/index.ts';
import { createFixtureAccount, insertWebhooks } from '../fixtures/backlog.ts';
import { logResult } from '../fixtures/delivery-fixture.ts';
import { startMigratedPostgres } from '../fixtures/migrated-postgres.ts';
import { startNode } from '../fixtures/start-node.ts';
import { until } from '../fixtures/until.ts';

/** Fewer than the concurrent transactions: code that needs a second connection inside a transaction would deadlock. */
const poolSize = 2;
const pgbouncer = findPgbouncer();
const projects = 150;

test('pgbouncer is installed if REQUIRE_PGBOUNCER is set, as in CI', () => {
  if (!pgbouncer) logResult('pgbouncer', { skipped: 'it is not installed' });
  expect(pgbouncer !== undefined || !process.env.REQUIRE_PGBOUNCER).toBe(true);
});

test.skipIf(!pgbouncer)(
  'behind pgbouncer in transaction mode: migrates, is idempotent, delivers once, recovers, and stops cleanly',
  async ({ onTestFinished }) => {
    const { postgres, pooler, receiver } = await openPooledFixture(onTestFinished);
    const servers: ParleyProcess[] = [];
    onTestFinished(() => Promise.all(servers.map((server) => server.stop('SIGKILL'))).then(() => {}));
    const env = {
      LOG_LEVEL: 'warn',
      WEBHOOK_RETRY_DELAYS: '0,0.2,0.2,0.2,0.2,0.2',
      WEBHOOK_JITTER: 'false',
    };
    // All start at once on an empty database: one migrates it, the others wait.
    const roles = ['api', 'api', 'worker', 'worker'] as const;
    const starts = await Promise.allSettled(roles.map((role) => startNode(pooler.url, { role, env })));
    servers.push(...starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : [])));
    expect(starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))).toEqual(
      [],
    );
    const apis = servers.slice(0, 2);
    const account = await createFixtureAccount(postgres.db);
    const urls = [receiver.url('ok', 'one'), receiver.url('ok', 'two')];
    await insertWebhooks(postgres.db, account, urls, ['project.created']);
    await insertWebhooks(postgres.db, account, [receiver.url('fail', 'failing')], ['project.created']);

    const create = async (server: ParleyProcess, key: string) => {
      const response = await fetch(`${server.url}/v1/projects`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${account.key}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ name: 'Behind a pooler' }),
      });
      return { status: response.status, body: await response.text() };
    };
    // Each key goes to both servers at once, twice: duplicate requests wait for the row of the first one.
    const answers = await Promise.all(
      Array.from({ length: projects }, async () => {
        const key = randomUUID();
        return Promise.all([...apis, ...apis].map((api) => create(api, key)));
      }),
    );
    await waitForEmptyQueue(postgres.db);

    const [counts] = await postgres.db.query<{ made: number; migrations: number; locks: number }>(sql`
      select (select count(*) from events where type = 'project.created') as made,
             (select count(*) from migrations) as migrations,
             (select count(*) from pg_locks where locktype = 'advisory' and objsubid = 1) as locks`);
    const healthy = await receiver.report('one').then(async (one) => [one, await receiver.report('two')]);
    const failing = await receiver.report('failing');
    const sent = healthy.reduce((sum, report) => sum + report.total, 0);
    logResult('behind pgbouncer', {
      connections: poolSize,
      keys: projects,
      requests: answers.flat().length,
      created: counts?.made,
      sent,
      received: healthy.reduce((sum, report) => sum + report.unique, 0),
      duplicated: healthy.reduce((sum, report) => sum + report.duplicates, 0),
      lost: 2 * projects - healthy.reduce((sum, report) => sum + report.unique, 0),
      p50_ms: healthy[0]?.p50,
      failed_attempts: failing.total,
    });
    expect(answers.flat().filter((answer) => answer.status !== 201)).toEqual([]);
    expect(answers.filter((same) => new Set(same.map((answer) => answer.body)).size !== 1)).toEqual([]);
    expect(counts?.made).toBe(projects);
    for (const report of healthy) expect(report).toMatchObject({ total: projects, unique: projects });
    // Six attempts of each delivery, none sent twice.
    expect(failing).toMatchObject({ total: 6 * projects, unique: projects });
    expect(counts?.locks).toBe(0);
    expect(await listeningConnections(pooler, onTestFinished)).toBe(0);
    for (const server of servers)
      expect(server.stderr()).not.toMatch(/prepared statement|deadlock|wait_timeout/);

    await pooler.restart();
    const after = await until(async () => {
      const answer = await create(apis[0] as ParleyProcess, randomUUID()).catch(() => undefined);
      return answer?.status === 201 && (JSON.parse(answer.body) as { data: { id: string } }).data.id;
    }, 'projects to be created after pgbouncer was killed');
    await until(async () => (await receiver.ids('one')).length > projects, `the event of ${after} arrives`);
    await waitForEmptyQueue(postgres.db);
    for (const server of servers.splice(0)) expect(await server.stop()).toBe(0);
  },
);

test.skipIf(!pgbouncer)(
  'behind pgbouncer in transaction mode: one node at a time writes to an upload, even after a node is killed',
  async ({ onTestFinished }) => {
    const { postgres, pooler } = await openPooledFixture(onTestFinished);
    const folder = await mkdtemp(join(tmpdir(), 'parley-e2e-uploads-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const env = { STORAGE_URL: `file://${folder}` };
    const [one, two] = [
      await startNode(pooler.url, { role: 'api', env }),
      await startNode(pooler.url, { role: 'api', env }),
    ];
    onTestFinished(() => Promise.all([one.stop('SIGKILL'), two.stop('SIGKILL')]).then(() => {}));
    const account = await createFixtureAccount(postgres.db);
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' };
      const response = await fetch(one.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return ((await response.json()) as { data: { id: string; upload: { url: string } } }).data;
    };
    const project = await post('/v1/projects', { name: 'Uploads' });
    const file = await post(`/v1/projects/${project.id}/files`, { name: 'a.bin', size_bytes: 2_000_000 });
    const path = new URL(file.upload.url).pathname;
    const tus = { 'tus-resumable': '1.0.0' };
    const type = 'application/offset+octet-stream';
    const begin = (server: ParleyProcess, offset: number) => {
      const headers = {
        ...tus,
        'upload-offset': offset,
        'content-type': type,
        'content-length': 2_000_000 - offset,
      };
      const outgoing = request(server.url + path, { method: 'PATCH', headers }).on('error', () => {});
      outgoing.write(Buffer.alloc(500_000, 'a'));
      return outgoing;
    };
    const arrived = (bytes: number) =>
      until(
        async () => (await stat(join(folder, 'uploads', file.id))).size === bytes,
        `${bytes} bytes to arrive`,
      );
    const offsetAt = async (server: ParleyProcess) => {
      const answer = await fetch(server.url + path, { method: 'HEAD', headers: tus });
      return [answer.status, Number(answer.headers.get('upload-offset'))];
    };

    const idle = begin(one, 0);
    await arrived(500_000);
    expect(await offsetAt(two)).toEqual([200, 500_000]);
    idle.destroy();
    begin(one, 500_000);
    await arrived(1_000_000);
    await one.stop('SIGKILL');
    expect(await offsetAt(two)).toEqual([200, 1_000_000]);
    const rest = await fetch(two.url + path, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '1000000', 'content-type': type },
      body: new Uint8Array(1_000_000),
    });
    expect(rest.status).toBe(204);
    expect(await postgres.db.query(sql`select * from upload_locks`)).toEqual([]);
  },
);

async function openPooledFixture(onTestFinished: (end: () => Promise<void>) => void) {
  const postgres = await startMigratedPostgres({ migrated: false });
  onTestFinished(() => postgres.stop());
  const pooler: Pgbouncer = await startPgbouncer(postgres, poolSize);
  onTestFinished(() => pooler.stop());
  const receiver = await startReceiverProcess();
  onTestFinished(() => receiver.close());
  return { postgres, pooler, receiver };
}

async function waitForEmptyQueue(db: Database): Promise<void> {
  await until(async () => {
    const [row] = await db.query<{ count: number }>(sql`select count(*) from webhook_queue`);
    return row?.count === 0;
  }, 'the delivery queue to be empty');
}

/** Opens as many transactions at once as the pool has connections, so that each connection is checked. */
async function listeningConnections(
  pooler: Pgbouncer,
  onTestFinished: (end: () => Promise<void>) => void,
): Promise<number> {
  const db = createDatabase({
    connection: { connectionString: pooler.url },
    prepare: false,
    // One connection is for reads by key.
    maxConnections: poolSize + 1,
    onIdleError: () => {},
  });
  onTestFinished(() => db.close());
  const backEnds = new Set<number>();
  const channels: string[] = [];
  const look = async (tx: Db, next: number): Promise<void> => {
    const [own] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    backEnds.add(own?.pid ?? 0);
    const found = await tx.query<{ channel: string }>(sql`select pg_listening_channels() as channel`);
    channels.push(...found.map((row) => row.channel));
    if (next > 1) await db.transaction((other) => look(other, next - 1));
  };
  await db.transaction((tx) => look(tx, poolSize));
  expect(backEnds.size).toBe(poolSize);
  return channels.length;
}
