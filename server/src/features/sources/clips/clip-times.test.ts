import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { claimTask, deleteLeasedTask } from '../../../platform/tasks/store.ts';

const clock = createTestClock();
// No background work: the test runs the tasks itself.
const parley = useParley({ clock });
const ada = useAccount(parley);
let project: string;
let fileId: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  fileId = (await ada.post(`/v1/projects/${project}/files`, { name: 'a.txt', text: 'words' })).body.data.id;
  await parley.db.query(sql`
    update files set kind = 'audio', content_type = 'audio/wav', status = 'ready', duration_seconds = 100800
     where id = ${fileId}`);
});

const create = (start_seconds: number, end_seconds: number) =>
  ada.post(`/v1/projects/${project}/clips`, { file_id: fileId, name: 'x', start_seconds, end_seconds });

describe('the times of a clip', () => {
  test.each([
    ['shorter than a tenth of a second', 1, 1.05, 'end_seconds', /at least 0\.1 seconds/],
    ['longer than two hours', 0, 7200.5, 'end_seconds', /at most 2 hours/],
    ['as long as a recording of 28 hours', 0, 100_800, 'end_seconds', /at most 2 hours/],
    ['entirely past the end of the file', 100_800.01, 100_800.2, 'start_seconds', /past the end/],
    ['partly past the end of the file', 100_790, 100_801, 'end_seconds', /past the end/],
  ])('refuses a clip that is %s', async (_case, start, end, field, message) => {
    const answer = await create(start, end);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details).toEqual([{ field, message: expect.stringMatching(message) }]);
  });

  test.each([
    ['a tenth of a second', 1.2, 1.3],
    ['two hours', 10, 7210],
    ['the last second of the file', 100_799, 100_800],
  ])('the times of a clip may span %s', async (_case, start, end) => {
    expect((await create(start, end)).status).toBe(201);
  });

  test('validates the times of a clip by the same rules in a PATCH', async () => {
    const { body } = await create(0, 5);
    const answer = await ada.patch(`/v1/clips/${body.data.id}`, { end_seconds: 0.01 });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].field).toBe('end_seconds');
  });
});

test('a new clip is refused on every field that is wrong', async () => {
  const unknown = { file_id: 'fil_nope', tag_ids: ['tag_nope'] };
  const wrong = { ...unknown, name: 'x', start_seconds: 5, end_seconds: 4 };
  const answer = await ada.post(`/v1/projects/${project}/clips`, wrong);
  expect(answer.status).toBe(422);
  const fields = answer.body.error.details.map((row: { field: string }) => row.field).sort();
  expect(fields).toEqual(['end_seconds', 'file_id', 'tag_ids.0']);
  const nowhere = '/v1/projects/prj_01k9p3v7e8r5ys1q2w4x6z8abc/clips';
  expect((await ada.post(nowhere, wrong)).status).toBe(422);
  expect((await ada.post(nowhere, { ...wrong, end_seconds: 6 })).status).toBe(404);
});

test('a PATCH that changes nothing does not move updated_at', async () => {
  const { body } = await create(0, 5);
  clock.advance(1_000);
  const unchanged = { name: 'x', start_seconds: 0, end_seconds: 5, tag_ids: [] };
  const answer = await ada.patch(`/v1/clips/${body.data.id}`, unchanged);
  expect(answer.body.data.updated_at).toBe(body.data.updated_at);
  const renamed = await ada.patch(`/v1/clips/${body.data.id}`, { ...unchanged, name: 'y' });
  expect(renamed.body.data.updated_at).toBe(clock.now().toISOString());
});

test('changing the times cancels the running cut and queues a new one', async () => {
  await parley.db.query(sql`delete from tasks`);
  const { body } = await create(0, 5);
  const running = await claimTask(parley.db, 'clip.cut', {}, 60_000);
  expect(running?.subject).toBe(body.data.id);
  expect((await ada.patch(`/v1/clips/${body.data.id}`, { name: 'renamed' })).status).toBe(200);
  const tasks = () => parley.db.query<{ id: number; attempts: number }>(sql`select id, attempts from tasks`);
  expect(await tasks()).toEqual([{ id: running?.id, attempts: 1 }]);
  expect((await ada.patch(`/v1/clips/${body.data.id}`, { end_seconds: 4 })).status).toBe(200);
  // The worker with the old times can no longer write its result. The new task has not started yet.
  expect(running && (await deleteLeasedTask(parley.db, running))).toBe(false);
  expect(await tasks()).toEqual([{ id: expect.any(Number), attempts: 0 }]);
});

test('returns 422 for sharing a clip that is not ready', async () => {
  const { body } = await create(0, 5);
  const answer = await ada.post(`/v1/clips/${body.data.id}/share`);
  expect(answer.status).toBe(422);
  expect(answer.body.error.details[0].message).toContain('processing');
});
