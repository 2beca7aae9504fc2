import { beforeAll, describe, expect, test } from 'vitest';
import { type Account, createTestClock } from '../../test/harness.ts';
import { openLink, publishTest } from '../../test/participant-link.ts';
import { useAccount, useParley } from '../../test/use-parley.ts';

/** Nodes render a record once for each version (ADR 38). All changes here happen in the same millisecond. */

const parley = useParley({ clock: createTestClock() });
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Checkout' })).body.data.id;
});

interface Change {
  what: string;
  make(): Promise<{ status: number }>;
  shows: object;
}

const create = async (path: string, body: object) =>
  (await ada.post(`/v1/projects/${project}/${path}`, body)).body.data.id as string;
const getIf = (path: string, tag: string) => ada.request('GET', path, { headers: { 'if-none-match': tag } });

/** After each change the record has another ETag, and its GET and its list show the change. */
async function expectChanges(path: string, list: string, changes: Change[]) {
  const id = path.split('/').at(-1);
  const listed = async () =>
    (await ada.get(list)).body.data.find((record: { id: string }) => record.id === id);
  // The second read of each is from the cache.
  await listed();
  expect((await ada.get(path)).body.data).toEqual(await listed());
  for (const { what, make, shows } of changes) {
    const tag = (await ada.get(path)).headers.get('etag') as string;
    expect([what, (await getIf(path, tag)).status]).toEqual([what, 304]);
    expect([what, (await make()).status < 300]).toEqual([what, true]);
    const after = await getIf(path, tag);
    expect([what, after.status]).toEqual([what, 200]);
    expect(after.headers.get('etag')).not.toBe(tag);
    expect(after.body.data).toMatchObject(shows);
    expect(after.body.data).toEqual(await listed());
    expect((await getIf(path, after.headers.get('etag') as string)).status).toBe(304);
  }
}

describe('a read of a record that was read before shows every change, with another ETag', () => {
  test('a project changes its ETag with its fields and with the counts of what is in it', async () => {
    const path = `/v1/projects/${project}`;
    await expectChanges(path, '/v1/projects', [
      { what: 'name', make: () => ada.patch(path, { name: 'One' }), shows: { name: 'One' } },
      { what: 'name again', make: () => ada.patch(path, { name: 'Two' }), shows: { name: 'Two' } },
      {
        what: 'a new tag',
        make: () => ada.post(`${path}/tags`, { name: 'Counted' }),
        shows: { tag_count: 1 },
      },
    ]);
  });

  test('a tag changes its ETag with its fields and with its uses', async () => {
    const id = await create('tags', { name: 'Pricing' });
    const path = `/v1/tags/${id}`;
    const lane_id = (await ada.get(`/v1/projects/${project}/lanes`)).body.data[0].id;
    const card = await create('cards', { title: 'Tagged', lane_id });
    await expectChanges(path, `/v1/projects/${project}/tags`, [
      { what: 'name', make: () => ada.patch(path, { name: 'Price' }), shows: { name: 'Price' } },
      { what: 'color', make: () => ada.patch(path, { color: '#000000' }), shows: { color: '#000000' } },
      {
        what: 'use',
        make: () => ada.patch(`/v1/cards/${card}`, { tag_ids: [id] }),
        shows: { usage_count: 1 },
      },
      { what: 'end of use', make: () => ada.delete(`/v1/cards/${card}`), shows: { usage_count: 0 } },
    ]);
  });

  test('a card changes its ETag with its fields, its place and its tags, even if a tag is deleted', async () => {
    const lanes = (await ada.get(`/v1/projects/${project}/lanes`)).body.data;
    const tag = await create('tags', { name: 'Usability' });
    const id = await create('cards', { title: 'Nobody finds the price', lane_id: lanes[0].id });
    const path = `/v1/cards/${id}`;
    await expectChanges(path, `/v1/projects/${project}/cards`, [
      { what: 'title', make: () => ada.patch(path, { title: 'Hidden' }), shows: { title: 'Hidden' } },
      {
        what: 'place',
        make: () => ada.post(`${path}/move`, { lane_id: lanes[1].id }),
        shows: { lane_id: lanes[1].id },
      },
      {
        what: 'tagging',
        make: () => ada.post(`/v1/tags/${tag}/taggings`, { target_type: 'card', target_id: id }),
        shows: { tag_ids: [tag] },
      },
      { what: 'deleted tag', make: () => ada.delete(`/v1/tags/${tag}`), shows: { tag_ids: [] } },
    ]);
  });

  test('a response changes its ETag with its answers, its status, its tags and the name of the person', async () => {
    const made = await publishTest(ada, project, { questions: [{ type: 'open', text: 'Why?' }] });
    const question = made.questions[0].id;
    const person = await openLink(parley, made.share_url).start({ name: 'Mina' });
    const list = `/v1/tests/${made.id}/responses` as const;
    const { id, participant } = (await ada.get(list)).body.data[0];
    const tag = await create('tags', { name: 'Answers' });
    const path = `/v1/responses/${id}`;
    await expectChanges(path, list, [
      {
        what: 'answer',
        make: () => person.answer(question, { text: 'First' }),
        shows: { answers: [{ text: 'First' }] },
      },
      {
        what: 'changed answer',
        make: () => person.answer(question, { text: 'Second' }),
        shows: { answers: [{ text: 'Second' }] },
      },
      { what: 'submission', make: () => person.post('/submit'), shows: { status: 'completed' } },
      { what: 'tags', make: () => ada.patch(path, { tag_ids: [tag] }), shows: { tag_ids: [tag] } },
      {
        what: 'name of the person',
        make: () => ada.patch(`/v1/participants/${participant.id}`, { name: 'Mina K.' }),
        shows: { participant: { name: 'Mina K.' } },
      },
    ]);
  });
});

test('a list of files that was sent before shows every change', async () => {
  const id = await create('files', { name: 'notes.txt', text: 'The price is hidden.' });
  const tag = await create('tags', { name: 'In files' });
  const listed = async () =>
    (await ada.get(`/v1/projects/${project}/files`)).body.data.find((file: { id: string }) => file.id === id);
  await listed();
  const changes: Change[] = [
    {
      what: 'name',
      make: () => ada.patch(`/v1/files/${id}`, { name: 'One.txt' }),
      shows: { name: 'One.txt' },
    },
    {
      what: 'tagging',
      make: () => ada.post(`/v1/tags/${tag}/taggings`, { target_type: 'file', target_id: id }),
      shows: { tag_ids: [tag] },
    },
    { what: 'deleted tag', make: () => ada.delete(`/v1/tags/${tag}`), shows: { tag_ids: [] } },
  ];
  for (const { what, make, shows } of changes) {
    expect([what, (await make()).status < 300]).toEqual([what, true]);
    expect(await listed()).toMatchObject(shows);
  }
});

test('a record that was read before is refused when its project is no longer shared, and after its deletion', async () => {
  const bob = await parley.account({ workspace_id: ada.workspace_id });
  const shared = (await ada.post('/v1/projects', { name: 'Shared', visibility: 'workspace' })).body.data.id;
  const tag = (await ada.post(`/v1/projects/${shared}/tags`, { name: 'Shared' })).body.data.id;
  const paths = [`/v1/projects/${shared}`, `/v1/tags/${tag}`];
  const statuses = async (account: Account) =>
    Promise.all(paths.map(async (path) => (await account.get(path)).status));
  expect([await statuses(ada), await statuses(bob)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  await ada.patch(`/v1/projects/${shared}`, { visibility: 'private' });
  expect([await statuses(ada), await statuses(bob)]).toEqual([
    [200, 200],
    [403, 403],
  ]);
  await ada.delete(`/v1/projects/${shared}`);
  expect(await statuses(ada)).toEqual([404, 404]);
});
