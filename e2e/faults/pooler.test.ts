import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabase, type Database, type Db, sql } from '../../server/src/platform/database/index.ts';
import { createStageAccount, insertWebhooks } from '../stage/backlog.ts';
import { pgbouncer, type StagePooler, startPooler } from '../stage/pooler.ts';
import { type StagePostgres, startStagePostgres } from '../stage/postgres.ts';
import { type StageReceiver, startStageReceiver } from '../stage/receiver.ts';
import { type StageServer, startServer } from '../stage/server.ts';
import { tell } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

/** Fewer than the transactions that want to run: who needed a second connection inside one would wait for ever. */
const poolSize = 2;
const projects = 150;

test('REQUIRE_PGBOUNCER, which CI sets, leaves no way to skip what follows', () => {
  if (!pgbouncer) tell('pgbouncer', { skipped: 'every proof behind a pooler, it is not on this machine' });
  expect(pgbouncer !== undefined || !process.env.REQUIRE_PGBOUNCER).toBe(true);
});

test.skipIf(!pgbouncer)(
  'behind pgbouncer in transaction mode: set up, idempotent, delivered once each, healed, stopped in order',
  async ({ onTestFinished }) => {
    const { postgres, pooler, receiver } = await openPooledStage(onTestFinished);
    const servers: StageServer[] = [];
    onTestFinished(() => Promise.all(servers.map((server) => server.kill())).then(() => {}));
    const env = {
      LOG_LEVEL: 'warn',
      WEBHOOK_RETRY_DELAYS: '0,0.2,0.2,0.2,0.2,0.2',
      WEBHOOK_JITTER: 'false',
    };
    // All at once on an empty database: one of them sets it up, the others wait for it.
    const roles = ['api', 'api', 'worker', 'worker'] as const;
    const starts = await Promise.allSettled(roles.map((role) => startServer(pooler.url, { role, env })));
    servers.push(...starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : [])));
    expect(starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))).toEqual(
      [],
    );
    const apis = servers.slice(0, 2);
    const account = await createStageAccount(postgres.db);
    const urls = [receiver.url('ok', 'one'), receiver.url('ok', 'two')];
    await insertWebhooks(postgres.db, account, urls, ['project.created']);
    await insertWebhooks(postgres.db, account, [receiver.url('fail', 'ill')], ['project.created']);

    const create = async (server: StageServer, key: string) => {
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
    // Each key at both servers at once, twice: whoever is second waits for the first one's row in PostgreSQL.
    const answers = await Promise.all(
      Array.from({ length: projects }, async () => {
        const key = randomUUID();
        return Promise.all([...apis, ...apis].map((api) => create(api, key)));
      }),
    );
    await settled(postgres.db);

    const [counts] = await postgres.db.query<{ made: number; migrations: number; locks: number }>(sql`
      select (select count(*) from events where type = 'project.created') as made,
             (select count(*) from migrations) as migrations,
             (select count(*) from pg_locks where locktype = 'advisory' and objsubid = 1) as locks`);
    const well = await receiver.report('one').then(async (one) => [one, await receiver.report('two')]);
    const ill = await receiver.report('ill');
    const sent = well.reduce((sum, report) => sum + report.total, 0);
    tell('behind pgbouncer', {
      connections: poolSize,
      keys: projects,
      requests: answers.flat().length,
      created: counts?.made,
      sent,
      received: well.reduce((sum, report) => sum + report.unique, 0),
      duplicated: well.reduce((sum, report) => sum + report.duplicates, 0),
      lost: 2 * projects - well.reduce((sum, report) => sum + report.unique, 0),
      p50_ms: well[0]?.p50,
      failed_attempts: ill.total,
    });
    expect(answers.flat().filter((answer) => answer.status !== 201)).toEqual([]);
    expect(answers.filter((same) => new Set(same.map((answer) => answer.body)).size !== 1)).toEqual([]);
    expect(counts?.made).toBe(projects);
    for (const report of well) expect(report).toMatchObject({ total: projects, unique: projects });
    // Six attempts of each, none twice.
    expect(ill).toMatchObject({ total: 6 * projects, unique: projects });
    expect(counts?.locks).toBe(0);
    expect(await listeningConnections(pooler, onTestFinished)).toBe(0);
    for (const server of servers)
      expect(server.said()).not.toMatch(/prepared statement|deadlock|wait_timeout/);

    await pooler.restart();
    const after = await until(async () => {
      const answer = await create(apis[0] as StageServer, randomUUID()).catch(() => undefined);
      return answer?.status === 201 && (JSON.parse(answer.body) as { data: { id: string } }).data.id;
    }, 'projects are created again after the pooler was killed');
    await until(async () => (await receiver.ids('one')).length > projects, `the event of ${after} arrives`);
    await settled(postgres.db);
    for (const server of servers.splice(0)) expect(await server.stop()).toBe(0);
  },
);

test.skipIf(!pgbouncer)(
  'behind pgbouncer in transaction mode: one node at a time writes to an upload, also when one is killed',
  async ({ onTestFinished }) => {
    const { postgres, pooler } = await openPooledStage(onTestFinished);
    const folder = await mkdtemp(join(tmpdir(), 'parley-stage-uploads-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const env = { STORAGE_URL: `file://${folder}` };
    const [one, two] = [
      await startServer(pooler.url, { role: 'api', env }),
      await startServer(pooler.url, { role: 'api', env }),
    ];
    onTestFinished(() => Promise.all([one.kill(), two.kill()]).then(() => {}));
    const account = await createStageAccount(postgres.db);
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
    const begin = (server: StageServer, offset: number) => {
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
        `${bytes} bytes arrive`,
      );
    const offsetAt = async (server: StageServer) => {
      const answer = await fetch(server.url + path, { method: 'HEAD', headers: tus });
      return [answer.status, Number(answer.headers.get('upload-offset'))];
    };

    const silent = begin(one, 0);
    await arrived(500_000);
    expect(await offsetAt(two)).toEqual([200, 500_000]);
    silent.destroy();
    begin(one, 500_000);
    await arrived(1_000_000);
    await one.kill();
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

async function openPooledStage(onTestFinished: (end: () => Promise<void>) => void) {
  const postgres: StagePostgres = await startStagePostgres({ migrated: false });
  onTestFinished(() => postgres.stop());
  const pooler: StagePooler = await startPooler(postgres, poolSize);
  onTestFinished(() => pooler.stop());
  const receiver: StageReceiver = await startStageReceiver();
  onTestFinished(() => receiver.close());
  return { postgres, pooler, receiver };
}

async function settled(db: Database): Promise<void> {
  await until(async () => {
    const [row] = await db.query<{ count: number }>(sql`select count(*) from webhook_queue`);
    return row?.count === 0;
  }, 'nothing waits any more');
}

/** As many transactions as there are connections, open at the same time: between them they see every one. */
async function listeningConnections(
  pooler: StagePooler,
  onTestFinished: (end: () => Promise<void>) => void,
): Promise<number> {
  const db = createDatabase({
    connection: { connectionString: pooler.url },
    prepare: false,
    maxConnections: poolSize,
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
