import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock } from '../../../test/harness.ts';
import { useAccount, useParley } from '../../../test/use-parley.ts';
import { sql } from '../../platform/database/index.ts';
import { purgeDeletedProjects } from './store.ts';

// A day behind the real time: the database dates a removal by its own clock, which is then clearly later.
const clock = createTestClock(new Date(Date.now() - 86_400_000));
const parley = useParley({ clock });
const ada = useAccount(parley);
let project: `/v1/projects/${string}`;
beforeAll(async () => {
  project = `/v1/projects/${(await ada.post('/v1/projects', { name: 'Busy' })).body.data.id}`;
});

const activity = async () => (await ada.get(project)).body.data.last_activity_at;

/** Makes a change one second later and expects `last_activity_at` to show that time. */
async function expectActivity(
  what: string,
  change: () => Promise<{ status: number; body: { data: { id: string } } }>,
) {
  clock.advance(1_000);
  const answer = await change();
  expect([what, answer.status < 300]).toEqual([what, true]);
  expect([what, await activity()]).toEqual([what, clock.now().toISOString()]);
  return answer.body.data.id;
}

describe('last_activity_at', () => {
  test('sets last_activity_at to the time of creation at first, and the same in the list, the event and the single read', async () => {
    const bob = await parley.account();
    const { body } = await bob.post('/v1/projects', { name: 'New' });
    expect(body.data.last_activity_at).toBe(clock.now().toISOString());
    expect((await bob.get(`/v1/projects/${body.data.id}`)).body.data).toEqual(body.data);
    expect((await bob.get('/v1/projects')).body.data[0]).toEqual(body.data);
    expect((await bob.get('/v1/events')).body.data[0].data).toEqual(body.data);
  });

  test('changes with every addition and change in the project', async () => {
    await expectActivity('the project', () => ada.patch(project, { description: 'Changed' }));
    const note = await expectActivity('a note', () => ada.post(`${project}/notes`, { body: 'Seen' }));
    await expectActivity('a changed note', () => ada.patch(`/v1/notes/${note}`, { body: 'Seen again' }));
    const tag = await expectActivity('a tag', () => ada.post(`${project}/tags`, { name: 'price' }));
    await expectActivity('a tagged note', () => ada.patch(`/v1/notes/${note}`, { tag_ids: [tag] }));
    await expectActivity('a renamed tag', () => ada.patch(`/v1/tags/${tag}`, { name: 'cost' }));
    const lane = await expectActivity('a lane', () => ada.post(`${project}/lanes`, { name: 'Later' }));
    const card = await expectActivity('a card', () => ada.post(`${project}/cards`, { title: 'Do it' }));
    await expectActivity('a moved card', () => ada.post(`/v1/cards/${card}/move`, { lane_id: lane }));
    await expectActivity('a test', () => ada.post(`${project}/tests`, { name: 'Survey', type: 'survey' }));
    const segments = [{ start_seconds: 0, end_seconds: 2, text: 'Hello there', speaker: 'A' }];
    const file = await expectActivity('a file', () =>
      ada.post(`${project}/files`, { name: 'Talk', transcript: { segments } }),
    );
    await expectActivity('a renamed file', () => ada.patch(`/v1/files/${file}`, { name: 'Interview' }));
    expect((await ada.get('/v1/projects')).body.data[0].last_activity_at).toBe(clock.now().toISOString());
  });

  test('changes when something is removed', async () => {
    const { body } = await ada.post(`${project}/notes`, { body: 'Short-lived' });
    const before = await activity();
    expect((await ada.delete(`/v1/notes/${body.data.id}`)).status).toBe(200);
    // By the clock of the database, a day ahead of the test's.
    expect((await activity()) > before).toBe(true);
  });

  test('does not change with activity in another project', async () => {
    const other = (await ada.post('/v1/projects', { name: 'Quiet' })).body.data;
    clock.advance(1_000);
    await ada.post(`${project}/notes`, { body: 'Noise' });
    expect((await ada.get(`/v1/projects/${other.id}`)).body.data.last_activity_at).toBe(
      other.last_activity_at,
    );
  });

  test('does not block writers: a change succeeds while another transaction locks the activity', async () => {
    const { body } = await ada.post(`${project}/notes`, { body: 'Held' });
    await parley.db.transaction(async (tx) => {
      await tx.query(sql`select 1 from project_activity for update`);
      clock.advance(1_000);
      expect((await ada.patch(`/v1/notes/${body.data.id}`, { body: 'Changed' })).status).toBe(200);
    });
  });

  test('deletes last_activity_at with a project that is purged', async () => {
    const { body } = await ada.post('/v1/projects', { name: 'Purged' });
    const { id } = body.data;
    await ada.post(`/v1/projects/${id}/notes`, { body: 'x' });
    await ada.delete(`/v1/projects/${id}`);
    await purgeDeletedProjects(parley.db, new Date(clock.now().getTime() + 1));
    expect(await parley.db.query(sql`select 1 from projects where id = ${id}`)).toEqual([]);
    expect(await parley.db.query(sql`select 1 from project_activity where project_id = ${id}`)).toEqual([]);
  });
});
