import { beforeAll, expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley);
let from: string;
let to: string;
beforeAll(async () => {
  from = await newProject('From');
  to = await newProject('To');
});

const newProject = async (name: string, who = ada) =>
  (await who.post('/v1/projects', { name })).body.data.id as string;

const newFile = async (name = 'Talk', projectId = from) =>
  (
    await ada.post(`/v1/projects/${projectId}/files`, {
      name,
      transcript: {
        segments: [{ speaker: 'Ada', start_seconds: 0, end_seconds: 4, text: 'Marmalade at breakfast' }],
      },
    })
  ).body.data;

const move = (fileId: string, project_id: string, who = ada) =>
  who.post(`/v1/files/${fileId}/move`, { project_id });
const counts = async (projectId: string) => (await ada.get(`/v1/projects/${projectId}`)).body.data;
const find = async (projectId: string, q: string) =>
  (await ada.get(`/v1/search?q=${q}&mode=lexical&project_id=${projectId}`)).body.data;

test('a file moves with its transcript, its clips and what the search finds', async () => {
  const file = await newFile();
  const { status, body } = await move(file.id, to);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ id: file.id, project_id: to, name: 'Talk' });
  expect((await ada.get(`/v1/files/${file.id}/transcript`)).body.data.segments).toHaveLength(1);
  expect((await ada.get(`/v1/projects/${to}/files`)).body.data).toHaveLength(1);
  expect((await ada.get(`/v1/projects/${from}/files`)).body.data).toHaveLength(0);
  expect(await find(from, 'marmalade')).toEqual([]);
  expect(await find(to, 'marmalade')).toMatchObject([{ type: 'segment', file_id: file.id, project_id: to }]);
  expect(await find(to, 'talk')).toMatchObject([{ type: 'file', id: file.id }]);
  expect(await counts(from)).toMatchObject({ file_count: 0 });
  expect(await counts(to)).toMatchObject({ file_count: 1 });
  await ada.delete(`/v1/files/${file.id}`);
  expect(await counts(to)).toMatchObject({ file_count: 0 });
});

test('a moved file can be tagged in its new project', async () => {
  const file = await newFile();
  await move(file.id, to);
  const tag = (await ada.post(`/v1/projects/${to}/tags`, { name: 'Food' })).body.data;
  const [segment] = (await ada.get(`/v1/files/${file.id}/transcript`)).body.data.segments;
  const tagged = await ada.post(`/v1/tags/${tag.id}/taggings`, {
    target_type: 'segment',
    target_id: segment.id,
  });
  expect(tagged.status).toBe(201);
});

test('a file that is in use stays, and the message says what uses it', async () => {
  const file = await newFile();
  const tag = (await ada.post(`/v1/projects/${from}/tags`, { name: 'Taste' })).body.data;
  await ada.post(`/v1/tags/${tag.id}/taggings`, { target_type: 'file', target_id: file.id });
  await ada.post(`/v1/projects/${from}/notes`, { body: 'Listen again', file_id: file.id });
  await ada.post(`/v1/projects/${from}/cards`, {
    title: 'Breakfast',
    evidence: [{ file_id: file.id, start_seconds: 0, end_seconds: 2 }],
  });
  const { status, body } = await move(file.id, to);
  expect(status).toBe(422);
  expect(body.error.details).toEqual([
    {
      field: 'project_id',
      message: 'This file is in use in its project: 1 tag or highlight, 1 note, 1 card. Remove them first.',
    },
  ]);
  expect((await ada.get(`/v1/files/${file.id}`)).body.data.project_id).toBe(from);
});

test('a file that is being uploaded stays', async () => {
  const { body } = await ada.post(`/v1/projects/${from}/files`, { name: 'a.mp4', size_bytes: 10 });
  expect((await move(body.data.id, to)).body.error.details[0].message).toMatch(/is uploading/);
});

test.each([
  ['session', sql`session_id = 'ses_1'`],
  ['response', sql`response_id = 'rsp_1'`],
])('the recording of a participant’s %s stays', async (_name, belongs) => {
  const file = await newFile();
  await parley.db.query(sql`update files set ${belongs} where id = ${file.id}`);
  const { status, body } = await move(file.id, to);
  expect(status).toBe(422);
  expect(body.error.details).toEqual([
    { field: 'project_id', message: 'This file belongs to a participant of its project.' },
  ]);
  expect((await ada.get(`/v1/files/${file.id}`)).body.data.project_id).toBe(from);
});

test('moving needs the right to change both projects', async () => {
  const file = await newFile();
  expect((await move(file.id, 'prj_absent')).status).toBe(404);
  const colleague = await parley.account({ workspace_id: ada.workspace_id });
  const stranger = await parley.account();
  expect((await move(file.id, await newProject('Elsewhere', stranger))).status).toBe(404);
  expect((await move(file.id, to, stranger)).status).toBe(404);
  expect((await move(file.id, to, colleague)).status).toBe(403);
});

test('moving to the same project changes nothing', async () => {
  const file = await newFile();
  const { status, body } = await move(file.id, from);
  expect(status).toBe(200);
  expect(body.data.updated_at).toBe(file.updated_at);
});

test('two moves at once in opposite directions both succeed', async () => {
  const [a, b] = [await newFile('A', from), await newFile('B', to)];
  const results = await Promise.all([move(a.id, to), move(b.id, from)]);
  expect(results.map(({ status }) => status)).toEqual([200, 200]);
});

test('a tag that is written during a move is either refused or keeps the file', async () => {
  const file = await newFile();
  const tag = (await ada.post(`/v1/projects/${from}/tags`, { name: 'During' })).body.data;
  const [moved, tagged] = await Promise.all([
    move(file.id, to),
    ada.post(`/v1/tags/${tag.id}/taggings`, { target_type: 'file', target_id: file.id }),
  ]);
  expect([moved.status === 200, tagged.status === 201].filter(Boolean)).toHaveLength(1);
});
