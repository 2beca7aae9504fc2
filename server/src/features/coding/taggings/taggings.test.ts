import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const make = async (path: string, body: object, home = project) =>
  (await ada.post(`/v1/projects/${home}/${path}`, body)).body.data;
const usage = async (tagId: string) => (await ada.get(`/v1/tags/${tagId}`)).body.data.usage_count;
const fields = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map((row) => row.field);

describe('a tagging', () => {
  test('shows a tagging of a whole note in its tag_ids', async () => {
    const tag = await make('tags', { name: 'Fact' });
    const note = await make('notes', { body: 'plain' });
    const answer = await ada.post(`/v1/tags/${tag.id}/taggings`, { target_type: 'note', target_id: note.id });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      project_id: project,
      tag_id: tag.id,
      target_type: 'note',
      target_id: note.id,
      file_id: null,
      start_seconds: null,
      end_seconds: null,
      quote: null,
      source: 'manual',
      confidence: null,
      status: 'accepted',
      job_id: null,
      created_by: ada.user_id,
    });
    expect((await ada.get(`/v1/taggings/${answer.body.data.id}`)).body).toEqual(answer.body);
    expect((await ada.get(`/v1/notes/${note.id}`)).body.data.tag_ids).toEqual([tag.id]);
    expect(await usage(tag.id)).toBe(1);

    expect((await ada.delete(`/v1/taggings/${answer.body.data.id}`)).body.data.deleted).toBe(true);
    expect((await ada.get(`/v1/notes/${note.id}`)).body.data.tag_ids).toEqual([]);
    expect(await usage(tag.id)).toBe(0);
  });

  test('refuses a second tagging at the same position, but not at another', async () => {
    const tag = await make('tags', { name: 'Twice' });
    const note = await make('notes', { body: 'plain' });
    const put = (more = {}) =>
      ada.post(`/v1/tags/${tag.id}/taggings`, { target_type: 'note', target_id: note.id, ...more });
    for (const more of [{}, { start_seconds: 1, end_seconds: 2 }, { quote: 'pla' }]) {
      expect((await put(more)).status).toBe(201);
      const again = await put(more);
      expect(again.status).toBe(422);
      expect(fields(again)).toEqual(['target_id']);
    }
    expect(await usage(tag.id)).toBe(3);
  });

  test('refuses a tagging whose end is not after its start', async () => {
    const tag = await make('tags', { name: 'Span' });
    const note = await make('notes', { body: 'plain' });
    const put = (span: object) =>
      ada.post(`/v1/tags/${tag.id}/taggings`, { target_type: 'note', target_id: note.id, ...span });
    expect(fields(await put({ start_seconds: 5, end_seconds: 5 }))).toEqual(['end_seconds']);
    expect(fields(await put({ start_seconds: 5, end_seconds: 1 }))).toEqual(['end_seconds']);
    expect(fields(await put({ end_seconds: 1 }))).toEqual(['start_seconds']);
    expect(fields(await put({ start_seconds: -1, end_seconds: 1 }))).toEqual(['start_seconds']);
  });

  test('refuses a tagging for a target that is missing, of another type or in another project', async () => {
    const tag = await make('tags', { name: 'Target' });
    const elsewhere = (await ada.post('/v1/projects', { name: 'Other' })).body.data.id;
    const foreign = await make('notes', { body: 'far' }, elsewhere);
    const card = await make('cards', { title: 'a card' });
    const put = (target_type: string, target_id: string) =>
      ada.post(`/v1/tags/${tag.id}/taggings`, { target_type, target_id });
    for (const [type, id] of [
      ['note', foreign.id],
      ['note', card.id],
      ['note', 'rubbish'],
      ['file', 'fil_06a8m1v2e8r5ys1q2w4x6z8abc'],
    ] as const) {
      const answer = await put(type, id);
      expect(answer.status, type).toBe(422);
      expect(fields(answer)).toEqual(['target_id']);
    }
    expect(fields(await put('project', project))).toEqual(['target_type']);
    expect((await put('response', 'resp_01k9p3v7e8r5ys1q2w4x6z8abc')).body.error.details).toEqual([
      { field: 'target_id', message: 'is not a response of this project.' },
    ]);
    expect((await put('card', card.id)).status).toBe(201);
  });

  test('counts in usage_count and is shown in tag_ids only while it is accepted', async () => {
    const tag = await make('tags', { name: 'Status' });
    const note = await make('notes', { body: 'plain', tag_ids: [tag.id] });
    const [tagging] = (await ada.get(`/v1/projects/${project}/taggings?tag_id=${tag.id}`)).body.data;
    const rejected = await ada.patch(`/v1/taggings/${tagging.id}`, { status: 'rejected' });
    expect(rejected.body.data.status).toBe('rejected');
    expect(await usage(tag.id)).toBe(0);
    expect((await ada.get(`/v1/notes/${note.id}`)).body.data.tag_ids).toEqual([]);
    // Creating it again accepts the existing tagging and adds no second one.
    const again = await ada.post(`/v1/tags/${tag.id}/taggings`, { target_type: 'note', target_id: note.id });
    expect(again.body.data).toMatchObject({ id: tagging.id, status: 'accepted' });
    expect(await usage(tag.id)).toBe(1);
    expect(fields(await ada.patch(`/v1/taggings/${tagging.id}`, { status: 'suggested' }))).toEqual([
      'status',
    ]);
  });

  test('accepts, rejects and suggests taggings again together, and names those that are refused', async () => {
    const [tagA, tagB] = [await make('tags', { name: 'Bulk A' }), await make('tags', { name: 'Bulk B' })];
    const note = await make('notes', { body: 'x', tag_ids: [tagA.id, tagB.id] });
    const byPerson = await make('notes', { body: 'y', tag_ids: [tagA.id] });
    const listed = (await ada.get(`/v1/projects/${project}/taggings?target_id=${note.id}`)).body.data;
    const ids = listed.map(({ id }: { id: string }) => id).sort();
    await parley.db.query(sql`update taggings set source = 'ai' where target_id = ${note.id}`);
    const [manual] = (await ada.get(`/v1/projects/${project}/taggings?target_id=${byPerson.id}`)).body.data;
    const home = (await ada.post('/v1/projects', { name: 'Other' })).body.data.id;
    const foreign = await make(
      'notes',
      { body: 'z', tag_ids: [(await make('tags', { name: 'F' }, home)).id] },
      home,
    );
    const [other] = (await ada.get(`/v1/projects/${home}/taggings?target_id=${foreign.id}`)).body.data;

    const set = async (status: string, tagging_ids: string[]) => {
      const answer = await ada.patch(`/v1/projects/${project}/taggings`, { tagging_ids, status });
      expect(answer.status).toBe(200);
      expect(answer.body.data.tagging_ids.sort()).toEqual(ids);
      return answer.body.data.errors;
    };
    const [notByAi, unknown] = [
      'Only a tagging that AI created can be suggested again.',
      'is not a tagging of this project.',
    ];
    expect(await set('suggested', [...ids, manual.id, other.id])).toEqual([
      { tagging_id: manual.id, message: notByAi },
      { tagging_id: other.id, message: unknown },
    ]);
    expect([await usage(tagA.id), await usage(tagB.id)]).toEqual([1, 0]);
    expect(await set('accepted', [...ids, other.id, 'tgg_unknown'])).toEqual([
      { tagging_id: other.id, message: unknown },
      { tagging_id: 'tgg_unknown', message: unknown },
    ]);
    expect([await usage(tagA.id), await usage(tagB.id)]).toEqual([2, 1]);
    expect(await set('rejected', ids)).toEqual([]);
    expect((await ada.get(`/v1/notes/${note.id}`)).body.data.tag_ids).toEqual([]);
    const one = await ada.patch(`/v1/taggings/${ids[0]}`, { status: 'suggested' });
    expect([one.status, one.body.data.status]).toEqual([200, 'suggested']);
    const refused = await ada.patch(`/v1/taggings/${manual.id}`, { status: 'suggested' });
    expect(refused.body.error.details).toEqual([{ field: 'status', message: notByAi }]);
    expect((await ada.get(`/v1/taggings/${other.id}`)).body.data.status).toBe('accepted');
    const tooMany = Array.from({ length: 501 }, () => ids[0]);
    expect(
      fields(
        await ada.patch(`/v1/projects/${project}/taggings`, { tagging_ids: tooMany, status: 'accepted' }),
      ),
    ).toEqual(['tagging_ids']);
  });

  test('a tagging can be filtered by tag, target, status and source', async () => {
    const home = (await ada.post('/v1/projects', { name: 'Listed' })).body.data.id;
    const tag = await make('tags', { name: 'A' }, home);
    const other = await make('tags', { name: 'B' }, home);
    const note = await make('notes', { body: 'x', tag_ids: [tag.id, other.id] }, home);
    await make('cards', { title: 'x', tag_ids: [tag.id] }, home);
    const count = async (query: string) =>
      (await ada.get(`/v1/projects/${home}/taggings?${query}`)).body.data.length;
    expect(await count('')).toBe(3);
    expect(await count(`tag_id=${tag.id}`)).toBe(2);
    expect(await count(`target_id=${note.id}`)).toBe(2);
    expect(await count('target_type=card')).toBe(1);
    expect(await count('status=suggested')).toBe(0);
    expect(await count('source=manual')).toBe(3);
    expect((await ada.get(`/v1/projects/${home}/taggings?file_id=fil_x`)).status).toBe(404);
  });

  test('deletes a tagging with its target and with its tag', async () => {
    const tag = await make('tags', { name: 'Goes' });
    const note = await make('notes', { body: 'x', tag_ids: [tag.id] });
    const card = await make('cards', { title: 'x', tag_ids: [tag.id] });
    expect(await usage(tag.id)).toBe(2);
    await ada.delete(`/v1/notes/${note.id}`);
    expect(await usage(tag.id)).toBe(1);
    await ada.delete(`/v1/tags/${tag.id}`);
    expect((await ada.get(`/v1/cards/${card.id}`)).body.data.tag_ids).toEqual([]);
  });
});

describe('usage_count', () => {
  test('counts usage_count exactly after concurrent tagging, untagging, deletion and merging', async () => {
    const tags = await Promise.all(['u1', 'u2', 'u3', 'u4'].map((name) => make('tags', { name })));
    const ids: string[] = tags.map((tag) => tag.id);
    const notes = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        make('notes', { body: 'x', tag_ids: i % 2 ? ids : [...ids].reverse() }),
      ),
    );
    const answers = await Promise.all([
      ...notes.slice(0, 4).map((note, i) => ada.patch(`/v1/notes/${note.id}`, { tag_ids: [ids[i % 3]] })),
      ...notes.slice(4, 8).map((note) => ada.delete(`/v1/notes/${note.id}`)),
      ada.post(`/v1/tags/${ids[3]}/merge`, { into_tag_id: ids[0] }),
      ...notes
        .slice(8)
        .map((note) =>
          ada.post(`/v1/tags/${ids[1]}/taggings`, { target_type: 'note', target_id: note.id, quote: 'x' }),
        ),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([...Array(9).fill(200), ...Array(4).fill(201)]);
    for (const tagId of ids.slice(0, 3)) {
      const rows = (await ada.get(`/v1/projects/${project}/taggings?tag_id=${tagId}&limit=100`)).body.data;
      expect(rows.length).toBeGreaterThan(0);
      expect(await usage(tagId)).toBe(rows.length);
    }
  });
});

describe('access to taggings', () => {
  test('returns 404 to another workspace, 403 to a member without access, and is read-only for a viewer', async () => {
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
    const outsider = await parley.account();
    const tag = await make('tags', { name: 'Guarded' });
    await make('notes', { body: 'x', tag_ids: [tag.id] });
    const [tagging] = (await ada.get(`/v1/projects/${project}/taggings?tag_id=${tag.id}`)).body.data;
    const path = `/v1/taggings/${tagging.id}` as const;
    const all = (who: Account) =>
      Promise.all([who.get(path), who.patch(path, { status: 'rejected' }), who.delete(path)]);
    expect((await all(outsider)).map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect((await all(colleague)).map((answer) => answer.status)).toEqual([403, 403, 403]);
    await ada.patch(`/v1/projects/${project}`, { member_ids: [viewer.user_id] });
    expect((await all(viewer)).map((answer) => answer.status)).toEqual([200, 403, 403]);
    expect((await ada.get(path)).body.data.status).toBe('accepted');
  });
});
