import { beforeAll, describe, expect, test } from 'vitest';
import { useAccount, useParley } from '../../../test/use-parley.ts';

let project: string;

const parley = useParley();
const ada = useAccount(parley);

const newProject = async (by = ada, more = {}) =>
  (await by.post('/v1/projects', { name: 'Study', ...more })).body.data.id as string;
const newTag = async (name: string, more = {}, by = ada) =>
  (await by.post(`/v1/projects/${project}/tags`, { name, ...more })).body.data;
const fields = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map((row) => row.field);

beforeAll(async () => {
  project = await newProject();
});

describe('a tag', () => {
  test('returns a tag by GET as created, lists it, and counts it in its project', async () => {
    const created = await ada.post(`/v1/projects/${project}/tags`, { name: 'Pricing', color: '#E0A13C' });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      project_id: project,
      name: 'Pricing',
      description: null,
      color: '#E0A13C',
      parent_id: null,
      usage_count: 0,
      source: 'manual',
      created_by: ada.user_id,
    });
    expect((await ada.get(`/v1/tags/${created.body.data.id}`)).body).toEqual(created.body);
    expect((await ada.get(`/v1/projects/${project}/tags`)).body.data).toEqual([created.body.data]);
    expect((await ada.get(`/v1/projects/${project}`)).body.data.tag_count).toBe(1);
  });

  test('gets a default color if none is given', async () => {
    expect((await newTag('Colourless')).color).toMatch(/^#[0-9A-F]{6}$/);
  });

  test('emits tag.created with the tag as GET returns it, only when it is created', async () => {
    const quiet = await newProject();
    const { body } = await ada.post(`/v1/projects/${quiet}/tags`, { name: 'Emitted' });
    await ada.post(`/v1/projects/${quiet}/tags`, { name: 'emitted' });
    await ada.patch(`/v1/tags/${body.data.id}`, { name: 'Retold' });
    const events = (await ada.get(`/v1/events?project_id=${quiet}&type=tag.created`)).body.data;
    expect(events).toHaveLength(1);
    expect(events[0].data).toEqual(body.data);
  });

  test('a tag has a name that is unique in its project, ignoring case in any script', async () => {
    const tag = await newTag('Überraschung');
    for (const name of ['überraschung', 'ÜBERRASCHUNG', ' Überraschung ']) {
      const answer = await ada.post(`/v1/projects/${project}/tags`, { name });
      expect(answer.status).toBe(422);
      expect(fields(answer)).toEqual(['name']);
    }
    const other = await newTag('Other');
    expect(fields(await ada.patch(`/v1/tags/${other.id}`, { name: 'ÜBERRaschung' }))).toEqual(['name']);
    expect((await ada.patch(`/v1/tags/${tag.id}`, { name: 'ÜBERRASCHUNG' })).status).toBe(200);
    expect((await ada.post(`/v1/projects/${await newProject()}/tags`, { name: 'Überraschung' })).status).toBe(
      201,
    );
  });

  test('creates a tag once for concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        ada.post(`/v1/projects/${project}/tags`, { name: i % 2 ? 'Race' : 'RACE' }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(422)]);
  });

  test('returns 422 for an invalid color, an empty name or an unknown field', async () => {
    const answer = await ada.post(`/v1/projects/${project}/tags`, { name: ' ', color: 'red', icon: 'x' });
    expect(fields(answer).sort()).toEqual(['color', 'icon', 'name']);
  });

  test('a tag can be found by part of its name and sorted by name', async () => {
    const home = await newProject();
    for (const name of ['beta', 'Alpha', 'gamma 100%']) await ada.post(`/v1/projects/${home}/tags`, { name });
    const names = async (query: string) =>
      (await ada.get(`/v1/projects/${home}/tags?${query}`)).body.data.map(
        (tag: { name: string }) => tag.name,
      );
    expect(await names('sort=name')).toEqual(['Alpha', 'beta', 'gamma 100%']);
    expect(await names('q=ALP')).toEqual(['Alpha']);
    expect(await names('q=0%25')).toEqual(['gamma 100%']);
  });
});

describe('the tree of tags', () => {
  test('accepts only a parent of the same project', async () => {
    const elsewhere = await newProject();
    const foreign = (await ada.post(`/v1/projects/${elsewhere}/tags`, { name: 'Far' })).body.data;
    const answer = await ada.post(`/v1/projects/${project}/tags`, { name: 'Near', parent_id: foreign.id });
    expect(answer.status).toBe(422);
    expect(fields(answer)).toEqual(['parent_id']);
    const near = await newTag('Near');
    expect(fields(await ada.patch(`/v1/tags/${near.id}`, { parent_id: foreign.id }))).toEqual(['parent_id']);
    expect(fields(await ada.patch(`/v1/tags/${near.id}`, { parent_id: 'nonsense' }))).toEqual(['parent_id']);
  });

  test('refuses cycles of any length', async () => {
    const a = await newTag('circle a');
    const b = await newTag('circle b', { parent_id: a.id });
    const c = await newTag('circle c', { parent_id: b.id });
    for (const parent of [a, b, c]) {
      const answer = await ada.patch(`/v1/tags/${a.id}`, { parent_id: parent.id });
      expect(answer.status).toBe(422);
      expect(fields(answer)).toEqual(['parent_id']);
    }
    expect((await ada.patch(`/v1/tags/${c.id}`, { parent_id: a.id })).status).toBe(200);
    expect((await ada.patch(`/v1/tags/${c.id}`, { parent_id: null })).body.data.parent_id).toBe(null);
  });

  test('the tree of tags has no cycle after two concurrent changes that would form one', async () => {
    for (let round = 0; round < 5; round++) {
      const a = await newTag(`left ${round}`);
      const b = await newTag(`right ${round}`);
      const answers = await Promise.all([
        ada.patch(`/v1/tags/${a.id}`, { parent_id: b.id }),
        ada.patch(`/v1/tags/${b.id}`, { parent_id: a.id }),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    }
  });

  test('moves the children of a deleted tag to its parent', async () => {
    const top = await newTag('del top');
    const mid = await newTag('del mid', { parent_id: top.id });
    const low = await newTag('del low', { parent_id: mid.id });
    expect((await ada.delete(`/v1/tags/${mid.id}`)).body).toEqual({ data: { id: mid.id, deleted: true } });
    expect((await ada.get(`/v1/tags/${low.id}`)).body.data.parent_id).toBe(top.id);
    expect((await ada.get(`/v1/tags/${mid.id}`)).status).toBe(404);
  });
});

describe('merging a tag into another', () => {
  test('moves its taggings without duplicates and its children, and deletes it', async () => {
    const home = await newProject();
    const make = async (path: string, body: object) =>
      (await ada.post(`/v1/projects/${home}/${path}`, body)).body.data;
    const from = await make('tags', { name: 'Cost' });
    const into = await make('tags', { name: 'Price' });
    const child = await make('tags', { name: 'Discount', parent_id: from.id });
    const both = await make('notes', { body: 'both', tag_ids: [from.id, into.id] });
    const one = await make('notes', { body: 'one', tag_ids: [from.id] });
    const card = await make('cards', { title: 'card', tag_ids: [from.id] });
    await ada.post(`/v1/tags/${from.id}/taggings`, { target_type: 'note', target_id: one.id, quote: 'on' });

    const merged = await ada.post(`/v1/tags/${from.id}/merge`, { into_tag_id: into.id });
    expect(merged.status).toBe(200);
    expect(merged.body.data).toMatchObject({ id: into.id, usage_count: 4 });
    expect((await ada.get(`/v1/tags/${from.id}`)).status).toBe(404);
    expect((await ada.get(`/v1/tags/${child.id}`)).body.data.parent_id).toBe(into.id);
    const tagged = [`/v1/notes/${both.id}`, `/v1/notes/${one.id}`, `/v1/cards/${card.id}`] as const;
    for (const path of tagged) {
      expect((await ada.get(path)).body.data.tag_ids).toEqual([into.id]);
    }
    const taggings = (await ada.get(`/v1/projects/${home}/taggings`)).body.data;
    expect(taggings.map((row: { tag_id: string }) => row.tag_id)).toEqual(Array(4).fill(into.id));
    expect((await ada.get(`/v1/projects/${home}`)).body.data.tag_count).toBe(2);
  });

  test('leaves an accepted tagging if one of two equal taggings was accepted', async () => {
    const from = await newTag('accept from');
    const into = await newTag('accept into');
    const body = { body: 'Read twice.', tag_ids: [from.id, into.id] };
    const note = (await ada.post(`/v1/projects/${project}/notes`, body)).body.data;
    const taggings = async () =>
      (await ada.get(`/v1/projects/${project}/taggings?target_id=${note.id}`)).body.data;
    const rejected = (await taggings()).find((row: { tag_id: string }) => row.tag_id === into.id);
    await ada.patch(`/v1/taggings/${rejected.id}`, { status: 'rejected' });

    await ada.post(`/v1/tags/${from.id}/merge`, { into_tag_id: into.id });
    expect(await taggings()).toMatchObject([{ tag_id: into.id, status: 'accepted' }]);
    expect((await ada.get(`/v1/notes/${note.id}`)).body.data.tag_ids).toEqual([into.id]);
  });

  test('into one of its descendants forms no cycle', async () => {
    const top = await newTag('m top');
    const from = await newTag('m from', { parent_id: top.id });
    const mid = await newTag('m mid', { parent_id: from.id });
    const into = await newTag('m into', { parent_id: mid.id });
    const merged = await ada.post(`/v1/tags/${from.id}/merge`, { into_tag_id: into.id });
    expect(merged.body.data.parent_id).toBe(top.id);
    expect((await ada.get(`/v1/tags/${mid.id}`)).body.data.parent_id).toBe(into.id);
  });

  test('refuses to merge a tag into itself, a tag of another project or a missing tag', async () => {
    const tag = await newTag('lonely');
    const elsewhere = await newProject();
    const foreign = (await ada.post(`/v1/projects/${elsewhere}/tags`, { name: 'Far' })).body.data;
    for (const into of [tag.id, foreign.id, 'tag_nonsense']) {
      const answer = await ada.post(`/v1/tags/${tag.id}/merge`, { into_tag_id: into });
      expect(answer.status).toBe(422);
      expect(fields(answer)).toEqual(['into_tag_id']);
    }
    expect((await ada.get(`/v1/tags/${tag.id}`)).status).toBe(200);
  });
});

describe('access to tags', () => {
  test('returns 404 to another workspace, 403 to a member without access, and is read-only for a viewer', async () => {
    const owner = await parley.account();
    const colleague = await parley.account({ workspace_id: owner.workspace_id });
    const viewer = await parley.account({ workspace_id: owner.workspace_id, role: 'viewer' });
    const outsider = await parley.account();
    const home = await newProject(owner);
    const shared = await newProject(owner, { visibility: 'workspace' });
    const tag = (await owner.post(`/v1/projects/${home}/tags`, { name: 'Mine' })).body.data;
    const open = (await owner.post(`/v1/projects/${shared}/tags`, { name: 'Ours' })).body.data;
    const everything = (tagId: string, projectId: string): [string, string, unknown?][] => [
      ['GET', `/v1/projects/${projectId}/tags`],
      ['GET', `/v1/projects/${projectId}/taggings`],
      ['POST', `/v1/projects/${projectId}/tags`, { name: 'New' }],
      ['GET', `/v1/tags/${tagId}`],
      ['PATCH', `/v1/tags/${tagId}`, { name: 'Changed' }],
      ['POST', `/v1/tags/${tagId}/merge`, { into_tag_id: tagId }],
      ['POST', `/v1/tags/${tagId}/taggings`, { target_type: 'note', target_id: 'note_x' }],
      ['DELETE', `/v1/tags/${tagId}`],
    ];
    for (const [method, path, body] of everything(tag.id, home)) {
      expect((await outsider.request(method, path, { body })).status, `${method} ${path}`).toBe(404);
      expect((await colleague.request(method, path, { body })).status, `${method} ${path}`).toBe(403);
    }
    for (const [method, path, body] of everything(open.id, shared)) {
      const status = method === 'GET' ? 200 : 403;
      expect((await viewer.request(method, path, { body })).status, `${method} ${path}`).toBe(status);
    }
    expect((await owner.get(`/v1/tags/${open.id}`)).body.data.name).toBe('Ours');
  });
});
