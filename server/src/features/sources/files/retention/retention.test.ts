import { expect, test } from 'vitest';
import { type Account, createTestClock, until } from '../../../../../test/harness.ts';
import { useParley } from '../../../../../test/use-parley.ts';
import { sql } from '../../../../platform/database/index.ts';

const dayMs = 86_400_000;
const clock = createTestClock();
const parley = useParley({ clock });

const segments = [{ speaker: 'Ada', start_seconds: 0, end_seconds: 9, text: 'The price is hard to find.' }];

/** A workspace with a recording, a document and a card that quotes the recording, all added now. */
async function newStudy() {
  const ada = await parley.account();
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id as string;
  const create = async (plural: string, body: object) =>
    (await ada.post(`/v1/projects/${project}/${plural}`, body)).body.data.id as string;
  const recording = await create('files', { name: 'A talk', transcript: { segments } });
  await parley.db.query(sql`update files set kind = 'audio', duration_seconds = 9 where id = ${recording}`);
  const document = await create('files', { name: 'Notes.txt', text: 'Some words.' });
  const evidence = [{ file_id: recording, start_seconds: 1, end_seconds: 2, quote: 'The price' }];
  const card = await create('cards', { title: 'Price', evidence });
  return { ada, recording, document, card };
}

const statusOf = async (ada: Account, file: string) => (await ada.get(`/v1/files/${file}`)).status;
const set = async (ada: Account, settings: object) =>
  expect((await ada.patch('/v1/workspace', settings)).status).toBe(200);

test('a recording is deleted when its period has ended; documents and quotations remain', async () => {
  const { ada, recording, document, card } = await newStudy();
  await set(ada, { retention_days: 30, retention_deletes: true });
  clock.advance(30 * dayMs - 60_000);
  await parley.sweep();
  expect(await statusOf(ada, recording)).toBe(200);
  clock.advance(120_000);
  await parley.sweep();
  expect(await statusOf(ada, recording)).toBe(404);
  expect(await statusOf(ada, document)).toBe(200);
  const { evidence } = (await ada.get(`/v1/cards/${card}`)).body.data;
  expect(evidence).toMatchObject([{ quote: 'The price', source_deleted: true }]);
  expect(await parley.checkStorage()).toMatchObject({ missing: [] });
});

test('a period without retention_deletes, and a workspace without a period, delete nothing', async () => {
  const [recorded, unlimited] = await Promise.all([newStudy(), newStudy()]);
  await set(recorded.ada, { retention_days: 1 });
  clock.advance(400 * dayMs);
  await parley.sweep();
  expect(await statusOf(recorded.ada, recorded.recording)).toBe(200);
  expect(await statusOf(unlimited.ada, unlimited.recording)).toBe(200);
});

test('deletion starts a day after the last change of the settings', async () => {
  const { ada, recording } = await newStudy();
  clock.advance(100 * dayMs);
  await set(ada, { retention_days: 30, retention_deletes: true });
  clock.advance(dayMs - 60_000);
  await parley.sweep();
  // Another change starts the day again; a change of the name does not.
  await set(ada, { retention_days: 31 });
  clock.advance(dayMs - 60_000);
  await set(ada, { name: 'Renamed' });
  await parley.sweep();
  expect(await statusOf(ada, recording)).toBe(200);
  const preview = (await ada.get('/v1/workspace/retention')).body.data;
  expect(preview).toMatchObject({ retention_days: 31, retention_deletes: true, file_count: 1 });
  expect(Date.parse(preview.starts_at)).toBe(clock.now().getTime() + 60_000);
  clock.advance(60_000);
  await parley.sweep();
  expect(await statusOf(ada, recording)).toBe(404);
});

test('a recording remains if the owner turns the deletion off after the list of recordings was read', async () => {
  const { ada, recording } = await newStudy();
  await set(ada, { retention_days: 30, retention_deletes: true });
  clock.advance(31 * dayMs);
  let sweep: Promise<unknown> | undefined;
  await parley.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from files where id = ${recording} for update`);
    sweep = parley.sweep();
    await until(async () => {
      const waiting = await parley.db.query(
        sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return waiting.length > 0;
    }, 'the deletion to wait for the recording');
    await set(ada, { retention_deletes: false });
  });
  await sweep;
  expect(await statusOf(ada, recording)).toBe(200);
});

test('the preview counts the recordings of the own workspace for any period, and deletes nothing', async () => {
  const { ada, recording } = await newStudy();
  await newStudy();
  clock.advance(10 * dayMs);
  const preview = async (query = '') => (await ada.get(`/v1/workspace/retention${query}`)).body.data;
  expect(await preview()).toMatchObject({ retention_days: null, file_count: 0, starts_at: null });
  const due = await preview('?days=9');
  expect(due).toMatchObject({ file_count: 1, oldest_created_at: expect.any(String) });
  expect(due.size_bytes).toBeGreaterThan(0);
  expect(await preview('?days=11')).toMatchObject({ file_count: 0, size_bytes: 0, oldest_created_at: null });
  expect((await ada.get('/v1/workspace/retention?days=0')).status).toBe(422);
  expect(await statusOf(ada, recording)).toBe(200);
});

test('returns 422 for retention_deletes without a period, and clearing the period switches the deletion off', async () => {
  const { ada } = await newStudy();
  for (const change of [{ retention_deletes: true }, { retention_deletes: true, retention_days: null }]) {
    const { status, body } = await ada.patch('/v1/workspace', change);
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject([{ field: 'retention_deletes' }]);
  }
  await set(ada, { retention_days: 30 });
  await set(ada, { retention_deletes: true });
  await set(ada, { retention_days: null });
  expect((await ada.get('/v1/workspace')).body.data).toMatchObject({
    retention_days: null,
    retention_deletes: false,
  });
  await set(ada, { retention_days: 30 });
  expect((await ada.get('/v1/workspace')).body.data.retention_deletes).toBe(false);
});

test('only the owner turns the deletion on', async () => {
  const { ada } = await newStudy();
  const admin = await parley.account({ workspace_id: ada.workspace_id, role: 'admin' });
  expect((await admin.patch('/v1/workspace', { retention_deletes: true })).status).toBe(403);
  expect((await ada.get('/v1/workspace')).body.data.retention_deletes).toBe(false);
});
