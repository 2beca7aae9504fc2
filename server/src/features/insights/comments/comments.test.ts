import { expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley);

async function newCard(visibility = 'workspace') {
  const project = (await ada.post('/v1/projects', { name: 'Study', visibility })).body.data.id;
  const card = (await ada.post(`/v1/projects/${project}/cards`, { title: 'Price' })).body.data.id;
  const target = { target_type: 'card', target_id: card };
  const comment = (body: object, who = ada) =>
    who.post(`/v1/projects/${project}/comments`, { ...target, body: 'Why?', ...body });
  return { project, card, comment };
}

test('returns a created comment, lists it by its record, and reports a live change', async () => {
  const { project, card, comment } = await newCard();
  const created = await comment({});
  expect(created.status).toBe(201);
  const { id } = created.body.data;
  expect(created.body.data).toMatchObject({
    project_id: project,
    target_type: 'card',
    target_id: card,
    anchor: null,
    body: 'Why?',
    mentions: [],
    parent_id: null,
    resolved_at: null,
    resolved_by: null,
    created_by: ada.user_id,
  });
  expect((await ada.get(`/v1/comments/${id}`)).body.data).toEqual(created.body.data);
  const list = async (query: string) =>
    (await ada.get(`/v1/projects/${project}/comments?${query}`)).body.data.map((row) => row.id);
  expect(await list(`target_id=${card}`)).toEqual([id]);
  expect(await list('target_type=report,note')).toEqual([]);
  expect(await list('resolved=true')).toEqual([]);
  const changes = await parley.db.query(
    sql`select action from changes where project_id = ${project} and type = 'comment'`,
  );
  expect(changes).toEqual([{ action: 'created' }]);
});

test('lists the comments about a file with those about its highlights and clips, and no others', async () => {
  const { project, comment } = await newCard();
  const segments = [{ speaker: 'Mina', start_seconds: 0, end_seconds: 4, text: 'It came too late.' }];
  const newFile = async (name: string) =>
    (await ada.post(`/v1/projects/${project}/files`, { name, transcript: { segments } })).body.data.id;
  const [file, other] = [await newFile('Talk'), await newFile('Other')];
  const tag = (await ada.post(`/v1/projects/${project}/tags`, { name: 'Late' })).body.data.id;
  const [segment] = (await ada.get(`/v1/files/${file}/transcript`)).body.data.segments;
  const tagging = (
    await ada.post(`/v1/tags/${tag}/taggings`, { target_type: 'segment', target_id: segment.id })
  ).body.data.id;
  await comment({});
  await comment({ target_type: 'file', target_id: other });
  const aboutFile = (await comment({ target_type: 'file', target_id: file })).body.data.id;
  const aboutHighlight = (await comment({ target_type: 'tagging', target_id: tagging })).body.data.id;
  const { body } = await ada.get(`/v1/projects/${project}/comments?file_id=${file}`);
  expect(new Set(body.data.map(({ id }) => id))).toEqual(new Set([aboutFile, aboutHighlight]));
});

test('mentions members who may read the project, and refuses others with 422', async () => {
  const { project, comment } = await newCard('private');
  const bea = await parley.account({ workspace_id: ada.workspace_id });
  const stranger = await parley.account();
  const refused = await comment({ mentions: [ada.user_id, bea.user_id, stranger.user_id] });
  expect(refused.status).toBe(422);
  expect(refused.body.error.details.map(({ field }) => field)).toEqual(['mentions.1', 'mentions.2']);
  await ada.patch(`/v1/projects/${project}`, { member_ids: [bea.user_id] });
  const created = await comment({ mentions: [bea.user_id] });
  expect(created.body.data.mentions).toEqual([bea.user_id]);
  const { id } = created.body.data;
  const found = await ada.get(`/v1/projects/${project}/comments?mentions=${bea.user_id}`);
  expect(found.body.data.map((row) => row.id)).toEqual([id]);
  // A member who has lost the access stays mentioned.
  await ada.patch(`/v1/projects/${project}`, { member_ids: [] });
  const edit = { body: 'Why not?', mentions: [bea.user_id] };
  expect((await ada.patch(`/v1/comments/${id}`, edit)).body.data).toMatchObject(edit);
});

test('a thread has one level of replies about the same record', async () => {
  const { project, comment } = await newCard();
  const first = (await comment({})).body.data.id;
  const reply = await comment({ parent_id: first, body: 'Because.' });
  expect(reply.body.data.parent_id).toBe(first);
  const note = (await ada.post(`/v1/projects/${project}/notes`, { body: 'x' })).body.data.id;
  for (const body of [
    { parent_id: reply.body.data.id },
    { parent_id: 'cmt_01k9p3v7e8r5ys1q2w4x6z8abc' },
    { parent_id: first, target_type: 'note', target_id: note },
  ]) {
    const refused = await comment(body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details.map(({ field }) => field)).toEqual(['parent_id']);
  }
  expect((await ada.post(`/v1/comments/${reply.body.data.id}/resolve`)).status).toBe(422);
  await ada.delete(`/v1/comments/${first}`);
  expect((await ada.get(`/v1/comments/${reply.body.data.id}`)).status).toBe(404);
});

test('resolves and reopens a thread, and repeating it changes nothing', async () => {
  const { comment } = await newCard();
  const { id } = (await comment({})).body.data;
  const resolved = await ada.post(`/v1/comments/${id}/resolve`);
  expect(resolved.body.data.resolved_by).toBe(ada.user_id);
  expect(resolved.body.data.resolved_at).toBeTruthy();
  expect((await ada.post(`/v1/comments/${id}/resolve`)).body).toEqual(resolved.body);
  const reopened = await ada.post(`/v1/comments/${id}/reopen`);
  expect(reopened.body.data).toMatchObject({ resolved_at: null, resolved_by: null });
});

test('accepts a place that the record has, and refuses others with 422', async () => {
  const { project, comment } = await newCard();
  const transcript = { segments: [{ speaker: 'Mina', text: 'Yes.', start_seconds: 0, end_seconds: 4 }] };
  const file = (await ada.post(`/v1/projects/${project}/files`, { name: 'Talk', transcript })).body.data.id;
  const segment_id = (await ada.get(`/v1/files/${file}/transcript`)).body.data.segments[0].id;
  const onFile = { target_type: 'file', target_id: file };
  const created = await comment({ ...onFile, anchor: { segment_id } });
  expect(created.body.data.anchor).toEqual({
    citation_id: null,
    segment_id,
    start_seconds: null,
    excerpt: null,
  });
  expect((await comment({ ...onFile, anchor: { start_seconds: 2 } })).status).toBe(201);
  for (const [body, field] of [
    [{ anchor: { segment_id } }, 'anchor.segment_id'],
    [{ ...onFile, anchor: { citation_id: 'cit_1' } }, 'anchor.citation_id'],
    [{ ...onFile, anchor: { excerpt: { quote: 'Yes', before: '', after: '' } } }, 'anchor.excerpt'],
    [{ ...onFile, anchor: {} }, 'anchor'],
    [{ ...onFile, anchor: { segment_id, start_seconds: 2 } }, 'anchor'],
    [{ ...onFile, anchor: { start_seconds: -1 } }, 'anchor.start_seconds'],
    [{ target_type: 'card', target_id: file }, 'target_id'],
    [{ target_type: 'project' }, 'target_type'],
    [{ body: ' ' }, 'body'],
    [{ body: 'x'.repeat(10_001) }, 'body'],
  ] as const) {
    const refused = await comment(body);
    expect([field, refused.status]).toEqual([field, 422]);
    expect(refused.body.error.details.map((detail) => detail.field)).toEqual([field]);
  }
});

test('keeps the words of a report that a comment is about, with the text around them', async () => {
  const { project, comment } = await newCard();
  const report = { title: 'Slots', body_markdown: 'Five of eight people left.' };
  const { id } = (await ada.post(`/v1/projects/${project}/reports`, report)).body.data;
  const excerpt = { quote: 'eight people', before: 'Five of ', after: ' left.' };
  const onReport = { target_type: 'report', target_id: id };
  const created = await comment({ ...onReport, anchor: { excerpt } });
  expect(created.status).toBe(201);
  const anchor = { citation_id: null, segment_id: null, start_seconds: null, excerpt };
  expect((await ada.get(`/v1/comments/${created.body.data.id}`)).body.data.anchor).toEqual(anchor);
  const { body } = await ada.get(`/v1/projects/${project}/comments?target_id=${id}`);
  expect(body.data[0].anchor).toEqual(anchor);
  for (const [field, wrong] of [
    ['quote', { ...excerpt, quote: '' }],
    ['before', { ...excerpt, before: 'x'.repeat(101) }],
    ['after', { quote: 'eight', before: '' }],
  ] as const) {
    const refused = await comment({ ...onReport, anchor: { excerpt: wrong } });
    expect([field, refused.status]).toEqual([field, 422]);
    expect(refused.body.error.details[0].field).toBe(`anchor.excerpt.${field}`);
  }
});

test('comments are deleted with their record', async () => {
  const { project, card, comment } = await newCard();
  const { id } = (await comment({})).body.data;
  await ada.delete(`/v1/cards/${card}`);
  expect((await ada.get(`/v1/comments/${id}`)).status).toBe(404);
  expect(await parley.db.query(sql`select 1 from comments where project_id = ${project}`)).toEqual([]);
});

test('only the author changes a comment, the owner of the project also deletes it, and a viewer reads', async () => {
  const { project, comment } = await newCard();
  const bea = await parley.account({ workspace_id: ada.workspace_id });
  const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
  const stranger = await parley.account();
  const own = (await comment({})).body.data.id;
  const ofBea = (await comment({}, bea)).body.data.id;
  expect((await bea.patch(`/v1/comments/${own}`, { body: 'x' })).status).toBe(403);
  expect((await ada.patch(`/v1/comments/${ofBea}`, { body: 'x' })).status).toBe(403);
  expect((await bea.delete(`/v1/comments/${own}`)).status).toBe(403);
  expect((await ada.delete(`/v1/comments/${ofBea}`)).status).toBe(200);
  expect((await viewer.get(`/v1/comments/${own}`)).status).toBe(200);
  expect((await comment({}, viewer)).status).toBe(403);
  expect((await viewer.post(`/v1/comments/${own}/resolve`)).status).toBe(403);
  expect((await stranger.get(`/v1/comments/${own}`)).status).toBe(404);
  await ada.patch(`/v1/projects/${project}`, { visibility: 'private' });
  expect((await bea.get(`/v1/comments/${own}`)).status).toBe(403);
});
