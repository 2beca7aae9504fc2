import { afterAll, beforeAll, expect, test } from 'vitest';
import { startParley, type TestParley } from '../../../test/harness.ts';

let parley: TestParley;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

test('returns each project in a list exactly as its own GET returns it', async () => {
  const ada = await parley.account();
  const bob = await parley.account({ workspace_id: ada.workspace_id });
  const hard = 'a "quote" \\ a line\nbreak, <b>, \u2028, 🎧, ä';
  const inputs = [
    { name: 'Plain' },
    { name: 'Hard', description: hard, metadata: { team: hard }, member_ids: [bob.user_id], language: 'de' },
    { name: 'Shared', visibility: 'workspace' },
  ];
  for (const input of inputs) expect((await ada.post('/v1/projects', input)).status).toBe(201);
  const listed = (await ada.get('/v1/projects')).body.data;
  await ada.patch(`/v1/projects/${listed[0].id}`, { status: 'archived' });
  const { data, meta } = (await ada.get('/v1/projects?limit=2')).body;
  const rest = (await ada.get(`/v1/projects?limit=2&cursor=${meta.next_cursor}`)).body.data;
  const all = [...data, ...rest];
  expect(all).toHaveLength(3);
  for (const project of all) expect(project).toEqual((await ada.get(`/v1/projects/${project.id}`)).body.data);
});
