import { expect, test } from 'vitest';
import { createTestClock } from '../../../test/harness.ts';
import { useParley } from '../../../test/use-parley.ts';

const clock = createTestClock();
const parley = useParley({ clock });

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

test('returns a list that was sent before with every change since then', async () => {
  const ada = await parley.account();
  const bob = await parley.account({ workspace_id: ada.workspace_id });
  const create = async (name: string) => (await ada.post('/v1/projects', { name })).body.data.id;
  const first = await create('First');
  const second = await create('Second');
  const listed = async (account = ada) => (await account.get('/v1/projects?sort=name')).body.data;
  const expectList = async (...ids: string[]) => {
    const projects = await Promise.all(ids.map((id) => ada.get(`/v1/projects/${id}`)));
    expect(await listed()).toEqual(projects.map(({ body }) => body.data));
  };
  const note = (await ada.post(`/v1/projects/${second}/notes`, { body: 'Draft' })).body.data.id;
  const changes = [
    () => ada.patch(`/v1/projects/${first}`, { description: 'Changed' }),
    () => ada.post(`/v1/projects/${first}/files`, { name: 'notes.txt', text: 'Changes the counters.' }),
    () => ada.patch(`/v1/notes/${note}`, { body: 'Changes the last activity.' }),
  ];
  await expectList(first, second);
  for (const change of changes) {
    clock.advance(1_000);
    expect((await change()).status).toBeLessThan(300);
    await expectList(first, second);
  }
  const third = await create('Third');
  await expectList(first, second, third);
  await ada.delete(`/v1/projects/${second}`);
  await expectList(first, third);
  expect(await listed(bob)).toEqual([]);
  await ada.patch(`/v1/projects/${third}`, { visibility: 'workspace' });
  expect(await listed(bob)).toHaveLength(1);
  await ada.patch(`/v1/projects/${third}`, { visibility: 'private' });
  expect(await listed(bob)).toEqual([]);
});
