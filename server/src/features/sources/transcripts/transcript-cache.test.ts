import { beforeAll, expect, test } from 'vitest';
import { createTestClock, type TestParley } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { createTranscriptCache } from './transcript-cache.ts';

/** The cache never returns an outdated revision, and never bypasses the access check. */
const clock = createTestClock();
const one = useParley({ clock });
const two = useParley({ clock, sameDatabaseAs: one });
const ada = useAccount(one);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study', visibility: 'workspace' })).body.data.id;
});

const segments = [
  { speaker: 'Ada', start_seconds: 0, end_seconds: 0.1, text: 'Quotes " and \\ and \u001e, and\nlines.' },
  { speaker: 'Ada', start_seconds: 0.1, end_seconds: 4.3, text: '🙂 調べ', page: 3, confidence: 0.25 },
];
const newTalk = async () =>
  (await ada.post(`/v1/projects/${project}/files`, { name: 'Talk', transcript: { segments } })).body.data.id;

const readAt = (node: TestParley, fileId: string, key = ada.key) =>
  node.request('GET', `/v1/files/${fileId}/transcript`, { headers: { authorization: `Bearer ${key}` } });

test('every read on every node returns the current revision, cached or not', async () => {
  const path = `/v1/files/${await newTalk()}/transcript`;
  const fileId = path.split('/')[3] as string;
  const change = (method: string, where: string, body: object) =>
    ada.request(method, path + where, { body }).then(({ status }) => expect(status).toBe(200));
  const same = async () => {
    const answers = [];
    for (const node of [one, two, two, one]) answers.push((await readAt(node, fileId)).text);
    expect(new Set(answers).size).toBe(1);
    return JSON.parse(answers[0] as string).data;
  };
  const first = await same();
  expect(first.segments).toMatchObject(segments);
  expect(first.segments.map((segment: object) => Object.keys(segment))).toEqual(
    Array(2).fill([
      'id',
      'speaker',
      'speaker_id',
      'start_seconds',
      'end_seconds',
      'text',
      'page',
      'confidence',
      'version',
    ]),
  );
  await change('PATCH', `/segments/${first.segments[0].id}`, { text: 'Said otherwise.' });
  expect((await same()).segments[0].text).toBe('Said otherwise.');
  await change('PATCH', '/speakers/spk_1', { label: 'Grace' });
  expect((await same()).segments[1].speaker).toBe('Grace');
  await change('POST', '/revert', { revision: 1 });
  expect(await same()).toMatchObject({
    revision: 4,
    segments: first.segments.map((segment: object) => ({ ...segment, version: expect.any(Number) })),
  });
  await change('PUT', '', { segments: segments.slice(1) });
  expect(await same()).toMatchObject({ revision: 5, segments: segments.slice(1) });
});

test('a cached transcript is returned only with current access, and not after deletion', async () => {
  const fileId = await newTalk();
  const bob = await one.account({ workspace_id: ada.workspace_id, role: 'member' });
  expect((await readAt(two, fileId, bob.key)).status).toBe(200);
  await ada.patch(`/v1/projects/${project}`, { visibility: 'private' });
  expect((await readAt(two, fileId, bob.key)).status).toBe(403);
  expect((await readAt(two, fileId, (await one.account()).key)).status).toBe(404);
  expect((await readAt(two, fileId)).status).toBe(200);
  await ada.delete(`/v1/files/${fileId}`);
  expect((await readAt(two, fileId)).status).toBe(404);
});

test('the cache is bounded and evicts the least recently used entries', () => {
  const cache = createTranscriptCache();
  const at = new Date();
  const of = (bytes: number) => ({ revision: 1, updated_at: at, json: { response: Buffer.alloc(bytes) } });
  const megabyte = 1024 * 1024;
  for (let i = 0; i < 16; i++) cache.set(`fil_${i}`, of(megabyte));
  cache.find('fil_0');
  cache.set('fil_0', of(megabyte));
  cache.set('fil_16', of(megabyte));
  expect(['fil_0', 'fil_1', 'fil_2'].map((id) => cache.find(id) !== undefined)).toEqual([true, false, true]);
  cache.set('fil_huge', of(15 * megabyte));
  expect(cache.find('fil_huge')).toBeUndefined();
  cache.remove('fil_0');
  expect(cache.find('fil_0')).toBeUndefined();
});
