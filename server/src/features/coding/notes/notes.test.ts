import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const fields = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map((row) => row.field);
const newTag = async (name: string, home = project) =>
  (await ada.post(`/v1/projects/${home}/tags`, { name })).body.data.id as string;

describe('a note', () => {
  test('refuses a note on every record that does not exist and on every duplicate tag', async () => {
    const create = (given: object) => ada.post(`/v1/projects/${project}/notes`, { body: 'x', ...given });
    const unknown = await create({ file_id: 'fil_nope', tag_ids: ['tag_nope', 'tag_none'] });
    expect(unknown.status).toBe(422);
    expect(fields(unknown)).toEqual(['file_id', 'tag_ids.0', 'tag_ids.1']);
    const twice = await create({ tag_ids: ['tag_nope', 'tag_nope'] });
    expect(twice.body.error.details).toEqual([{ field: 'tag_ids.1', message: 'is a duplicate.' }]);
    expect((await create({ body: '' })).body.error.details).toEqual([
      { field: 'body', message: 'must not be empty.' },
    ]);
  });

  test('a note can be created, read, changed, listed and deleted, and is counted in its project', async () => {
    const home = (await ada.post('/v1/projects', { name: 'Notes' })).body.data.id;
    const created = await ada.post(`/v1/projects/${home}/notes`, { title: 'First', body: '# Seen\n*price*' });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      project_id: home,
      title: 'First',
      body: '# Seen\n*price*',
      file_id: null,
      session_id: null,
      response_id: null,
      start_seconds: null,
      end_seconds: null,
      tag_ids: [],
      pinned: false,
      created_by: ada.user_id,
    });
    const path = `/v1/notes/${created.body.data.id}`;
    expect((await ada.get(path)).body).toEqual(created.body);
    const changed = await ada.patch(path, { pinned: true, title: null });
    expect(changed.body.data).toMatchObject({ pinned: true, title: null, body: '# Seen\n*price*' });
    expect((await ada.get(`/v1/projects/${home}/notes`)).body.data).toEqual([changed.body.data]);
    expect((await ada.get(`/v1/projects/${home}`)).body.data.note_count).toBe(1);
    expect((await ada.delete(path)).body).toEqual({ data: { id: created.body.data.id, deleted: true } });
    expect((await ada.get(path)).status).toBe(404);
    expect((await ada.delete(path)).status).toBe(404);
    expect((await ada.get(`/v1/projects/${home}`)).body.data.note_count).toBe(0);
  });

  test('a note has a body of 1 to 50,000 characters', async () => {
    const write = (body: string) => ada.post(`/v1/projects/${project}/notes`, { body });
    expect((await write('x'.repeat(50_000))).status).toBe(201);
    expect(fields(await write('x'.repeat(50_001)))).toEqual(['body']);
    expect(fields(await write(''))).toEqual(['body']);
  });

  test('a note with a time range requires a file and an end after the start', async () => {
    const write = (more: object) => ada.post(`/v1/projects/${project}/notes`, { body: 'x', ...more });
    expect(fields(await write({ start_seconds: 1, end_seconds: 2 }))).toEqual(['file_id']);
    const file_id = 'fil_06a8m1v2e8r5ys1q2w4x6z8abc';
    expect(fields(await write({ file_id, start_seconds: 2, end_seconds: 2 }))).toEqual(['end_seconds']);
    expect(fields(await write({ file_id, start_seconds: 2, end_seconds: 1 }))).toEqual(['end_seconds']);
    expect(fields(await write({ file_id, end_seconds: 1 }))).toEqual(['start_seconds']);
    const { body } = await write({});
    expect(fields(await ada.patch(`/v1/notes/${body.data.id}`, { start_seconds: 1 }))).toEqual(['file_id']);
  });

  test('a note can refer only to records of its project', async () => {
    const answer = await ada.post(`/v1/projects/${project}/notes`, {
      body: 'x',
      file_id: 'fil_06a8m1v2e8r5ys1q2w4x6z8abc',
      session_id: 'ses_06a8m1v2e8r5ys1q2w4x6z8abc',
      response_id: 'rubbish',
    });
    expect(answer.status).toBe(422);
    expect(fields(answer)).toEqual(['file_id', 'session_id', 'response_id']);
  });

  test('a note can have tags of its project, in the given order', async () => {
    const [a, b, c] = [await newTag('a'), await newTag('b'), await newTag('c')];
    const created = await ada.post(`/v1/projects/${project}/notes`, { body: 'x', tag_ids: [c, a] });
    const path = `/v1/notes/${created.body.data.id}` as const;
    expect((await ada.get(path)).body.data.tag_ids).toEqual([c, a]);
    expect((await ada.patch(path, { tag_ids: [a, b, c] })).body.data.tag_ids).toEqual([a, b, c]);
    expect((await ada.get(path)).body.data.tag_ids).toEqual([a, b, c]);
    expect((await ada.patch(path, { title: 'kept' })).body.data.tag_ids).toEqual([a, b, c]);
    expect((await ada.get(`/v1/projects/${project}/notes?tag_id=${b}`)).body.data).toHaveLength(1);

    const elsewhere = (await ada.post('/v1/projects', { name: 'Other' })).body.data.id;
    const foreign = await newTag('far', elsewhere);
    expect(fields(await ada.patch(path, { tag_ids: [a, foreign, 'rubbish'] }))).toEqual([
      'tag_ids.1',
      'tag_ids.2',
    ]);
    expect(
      fields(await ada.post(`/v1/projects/${project}/notes`, { body: 'x', tag_ids: [foreign] })),
    ).toEqual(['tag_ids.0']);
    expect((await ada.patch(path, { tag_ids: [] })).body.data.tag_ids).toEqual([]);
    expect((await ada.get(path)).body.data.tag_ids).toEqual([]);
  });

  test('a note can be found by pin and by part of its text', async () => {
    const home = (await ada.post('/v1/projects', { name: 'Found' })).body.data.id;
    await ada.post(`/v1/projects/${home}/notes`, { body: 'about PRICES', pinned: true });
    await ada.post(`/v1/projects/${home}/notes`, { title: 'Layout', body: 'x' });
    const bodies = async (query: string) =>
      (await ada.get(`/v1/projects/${home}/notes?${query}`)).body.data.map(
        (note: { body: string }) => note.body,
      );
    expect(await bodies('pinned=true')).toEqual(['about PRICES']);
    expect(await bodies('q=prices')).toEqual(['about PRICES']);
    expect(await bodies('q=layout&pinned=false')).toEqual(['x']);
  });
});

describe('access to notes', () => {
  test('returns 404 to another workspace, 403 to a member without access, and is read-only for a viewer', async () => {
    const home = (await ada.post('/v1/projects', { name: 'Guarded' })).body.data.id;
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
    const outsider = await parley.account();
    const note = (await ada.post(`/v1/projects/${home}/notes`, { body: 'x' })).body.data;
    const all = async (who: Account) => {
      const answers = [
        await who.get(`/v1/projects/${home}/notes`),
        await who.get(`/v1/notes/${note.id}`),
        await who.post(`/v1/projects/${home}/notes`, { body: 'x' }),
        await who.patch(`/v1/notes/${note.id}`, { body: 'y' }),
        await who.delete(`/v1/notes/${note.id}`),
      ];
      return answers.map((answer) => answer.status);
    };
    expect(await all(outsider)).toEqual([404, 404, 404, 404, 404]);
    expect(await all(colleague)).toEqual([403, 403, 403, 403, 403]);
    await ada.patch(`/v1/projects/${home}`, { member_ids: [viewer.user_id] });
    expect(await all(viewer)).toEqual([200, 200, 403, 403, 403]);
    await ada.delete(`/v1/projects/${home}`);
    expect(await all(ada)).toEqual([404, 404, 404, 404, 404]);
    await ada.post(`/v1/projects/${home}/restore`);
    expect((await ada.get(`/v1/notes/${note.id}`)).body.data).toEqual(note);
  });
});
