import { beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

// A day behind the real time: the database dates a removal by its own clock, which is then clearly later.
const clock = createTestClock(new Date(Date.now() - 86_400_000));
const parley = useParley({ clock });
const ada = useAccount(parley);
let project: `/v1/projects/${string}`;
beforeAll(async () => {
  project = `/v1/projects/${(await ada.post('/v1/projects', { name: 'Busy' })).body.data.id}`;
});

const addFile = async (name: string): Promise<string> => {
  const segments = [{ start_seconds: 0, end_seconds: 2, text: 'Hello there', speaker: 'A' }];
  return (await ada.post(`${project}/files`, { name, transcript: { segments } })).body.data.id;
};

test('last_activity_at of a file moves with its transcript, taggings and notes, and sorts the list', async () => {
  const file = await addFile('First');
  clock.advance(1_000);
  const other = await addFile('Second');
  const expectFirst = async (
    what: string,
    change: Promise<{ status: number; body: { data: { id: string } } }>,
  ) => {
    const answer = await change;
    expect([what, answer.status < 300]).toEqual([what, true]);
    const { last_activity_at } = (await ada.get(`/v1/files/${file}`)).body.data;
    expect([what, last_activity_at]).toEqual([what, clock.now().toISOString()]);
    const { data } = (await ada.get(`${project}/files?sort=-last_activity_at&limit=1`)).body;
    expect([what, data[0].id, data[0].last_activity_at]).toEqual([what, file, last_activity_at]);
    clock.advance(1_000);
    await ada.patch(`/v1/files/${other}`, { name: `After ${what}` });
    clock.advance(1_000);
    return answer.body.data.id;
  };
  clock.advance(1_000);
  const [segment] = (await ada.get(`/v1/files/${file}/transcript`)).body.data.segments;
  const path = `/v1/files/${file}/transcript/segments/${segment.id}`;
  await expectFirst('an edited segment', ada.patch(path, { text: 'Hello here' }));
  const note = await expectFirst('a note', ada.post(`${project}/notes`, { body: 'Seen', file_id: file }));
  await expectFirst('a changed note', ada.patch(`/v1/notes/${note}`, { body: 'Seen again' }));
  const tag = (await ada.post(`${project}/tags`, { name: 'price' })).body.data.id;
  const target = { target_type: 'segment', target_id: segment.id };
  const tagging = await expectFirst('a tagging', ada.post(`/v1/tags/${tag}/taggings`, target));
  await ada.delete(`/v1/taggings/${tagging}`);
  const { data } = (await ada.get(`${project}/files?sort=-last_activity_at`)).body;
  expect(data.map(({ id }) => id)).toEqual([file, other]);
});

const activity = async (file: string) => (await ada.get(`/v1/files/${file}`)).body.data.last_activity_at;

test('a note that leaves a file moves last_activity_at of that file', async () => {
  const [left, next] = [await addFile('Left'), await addFile('Next')];
  const note = (await ada.post(`${project}/notes`, { body: 'Seen', file_id: left })).body.data.id;
  clock.advance(1_000);
  await ada.patch(`/v1/notes/${note}`, { file_id: next });
  const moved = clock.now().toISOString();
  expect([await activity(left), await activity(next)]).toEqual([moved, moved]);
  clock.advance(1_000);
  await ada.patch(`/v1/notes/${note}`, { file_id: null });
  expect([await activity(left), await activity(next)]).toEqual([moved, clock.now().toISOString()]);
});

test('a PATCH that changes nothing moves neither updated_at nor last_activity_at', async () => {
  const file = await addFile('Unchanged');
  const tag = (await ada.post(`${project}/tags`, { name: 'unchanged' })).body.data.id;
  const fields = {
    name: 'Named',
    recorded_at: '2026-11-01T10:00:00.000Z',
    metadata: { a: '1', b: '2' },
    tag_ids: [tag],
  };
  await ada.patch(`/v1/files/${file}`, fields);
  const before = (await ada.get(`/v1/files/${file}`)).body.data;
  clock.advance(1_000);
  const { status } = await ada.patch(`/v1/files/${file}`, { ...fields, metadata: { b: '2', a: '1' } });
  expect(status).toBe(200);
  const { updated_at, last_activity_at } = (await ada.get(`/v1/files/${file}`)).body.data;
  expect({ updated_at, last_activity_at }).toEqual({
    updated_at: before.updated_at,
    last_activity_at: before.last_activity_at,
  });
});

test('a deleted file leaves no activity behind', async () => {
  const file = await addFile('Gone');
  await ada.post(`${project}/notes`, { body: 'Seen', file_id: file });
  await ada.delete(`/v1/files/${file}`);
  expect(await parley.db.query(sql`select 1 from file_activity where file_id = ${file}`)).toEqual([]);
});
