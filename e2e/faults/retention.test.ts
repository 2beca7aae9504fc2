import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

let fixture: DeliveryFixture;
let folder: string;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
  folder = mkdtempSync(join(tmpdir(), 'parley-e2e-retention-'));
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

test('a worker that is killed while it deletes expired recordings leaves none half deleted, and the next one goes on', async () => {
  const { db } = fixture.postgres;
  const env = { STORAGE_URL: `file://${folder}` };
  const api = await fixture.start('api', env);
  const post = async (path: string, body: object): Promise<string> => {
    const response = await fetch(`${api.url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.account.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    return ((await response.json()) as { data: { id: string } }).data.id;
  };
  const project = await post('/projects', { name: 'Old interviews' });
  const segments = [{ speaker: 'Ada', start_seconds: 0, end_seconds: 9, text: 'The price is hard to find.' }];
  const ids: string[] = [];
  for (let i = 0; i < 5; i++)
    ids.push(await post(`/projects/${project}/files`, { name: `Talk ${i}`, transcript: { segments } }));
  ids.sort();
  await db.query(
    sql`update files set kind = 'audio', created_at = now() - interval '40 days' where id = any(${ids})`,
  );
  await db.query(sql`
    update workspaces set retention_days = 30, retention_deletes = true, retention_changed_at = now() - interval '2 days'`);

  /** The recordings that exist, and those of them with their transcript. */
  const remaining = async () => {
    const rows = await db.query<{ id: string; complete: boolean }>(sql`
      select f.id, exists (select 1 from segments s where s.file_id = f.id) and f.blob_key is not null as complete
        from files f where f.id = any(${ids}) order by f.id`);
    return { ids: rows.map(({ id }) => id), incomplete: rows.filter(({ complete }) => !complete) };
  };

  const holder = await db.connect();
  await holder.query('begin');
  await holder.query('select 1 from files where id = $1 for update', [ids[2]]);
  const worker = await fixture.start('worker', env);
  await until(async () => {
    const waiting = await db.query(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
    return waiting.length > 0;
  }, 'the worker to wait for the third recording');
  await worker.stop('SIGKILL');
  await holder.query('rollback');
  holder.release();
  const afterKill = await remaining();
  logResult('retention', { deleted_before_kill: ids.length - afterKill.ids.length });
  expect(afterKill).toEqual({ ids: ids.slice(2), incomplete: [] });

  await fixture.start('worker', env);
  await until(async () => (await remaining()).ids.length === 0, 'all recordings to be deleted');
  await until(async () => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    return names.every((entry) => !entry.isFile() || !entry.parentPath.includes('fil_'));
  }, 'the bytes to be deleted');
});
