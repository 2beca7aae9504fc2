import { beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { giveTestPassword, testPassword } from '../../../../test/signed-in.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { createRelativeLinks } from '../../../http/relative-links.ts';

let project: string;
const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley, { email: 'ada@example.com' });
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Checkout' })).body.data.id;
});

const segments = [
  { speaker: 'Mina', start_seconds: 0, end_seconds: 4, text: 'The costs came too late.' },
  { speaker: 'Ben', start_seconds: 4, end_seconds: 8, text: 'I closed the page.' },
];

async function newFile(name = 'Talk') {
  const { id } = (await ada.post(`/v1/projects/${project}/files`, { name, transcript: { segments } })).body
    .data;
  return { id, segments: (await ada.get(`/v1/files/${id}/transcript`)).body.data.segments };
}
const newTag = async (name: string) =>
  (await ada.post(`/v1/projects/${project}/tags`, { name })).body.data.id as string;

test('the material of a file is everything that was made from it, and nothing of other files', async () => {
  const [file, other] = [await newFile(), await newFile('Another')];
  const tag = await newTag('Late');
  const taggingOf = async (segmentId: string) =>
    (await ada.post(`/v1/tags/${tag}/taggings`, { target_type: 'segment', target_id: segmentId })).body.data;
  const tagging = await taggingOf(file.segments[0].id);
  await taggingOf(other.segments[0].id);
  const note = (await ada.post(`/v1/projects/${project}/notes`, { body: 'Look here', file_id: file.id })).body
    .data;
  const cardOf = async (segmentId: string) =>
    (
      await ada.post(`/v1/projects/${project}/cards`, {
        title: 'Costs',
        evidence: [{ segment_id: segmentId }],
      })
    ).body.data;
  const card = await cardOf(file.segments[1].id);
  await cardOf(other.segments[1].id);
  const { status, body } = await ada.get(`/v1/files/${file.id}/material`);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    file_id: file.id,
    project_id: project,
    taggings: [tagging],
    suggestions: [],
    notes: [note],
    clips: [],
    cards: [card],
    has_more: false,
  });
});

test('the board has every lane with its cards in their order', async () => {
  const board = (await ada.post('/v1/projects', { name: 'Board' })).body.data.id;
  const lanes = (await ada.get(`/v1/projects/${board}/lanes`)).body.data;
  const newCard = async (title: string) =>
    (await ada.post(`/v1/projects/${board}/cards`, { title })).body.data.id;
  const [one, two, three] = [await newCard('One'), await newCard('Two'), await newCard('Three')];
  await ada.post(`/v1/cards/${three}/move`, { before_card_id: one });
  await ada.post(`/v1/cards/${two}/move`, { lane_id: lanes[1].id });
  const { data } = (await ada.get(`/v1/projects/${board}/board`)).body;
  expect(data).toMatchObject({ project_id: board, has_more: false });
  expect(data.lanes.map(({ id }: { id: string }) => id)).toEqual(lanes.map(({ id }: { id: string }) => id));
  const titles = data.lanes.map(({ cards }: { cards: { title: string }[] }) => cards.map((c) => c.title));
  expect(titles).toEqual([['Three', 'One'], ['Two'], [], []]);
  expect(data.lanes[0].cards[1]).toEqual((await ada.get(`/v1/cards/${one}`)).body.data);
  expect(data.lanes[0].card_count).toBe(2);
});

test('files are sorted by size and duration, page by page', async () => {
  const sorted = (await ada.post('/v1/projects', { name: 'Sorted' })).body.data.id;
  for (const text of ['Three words here', 'One', 'Two of them'])
    await ada.post(`/v1/projects/${sorted}/files`, { name: text, text });
  const names: string[] = [];
  let cursor = '';
  do {
    const page = await ada.get(
      `/v1/projects/${sorted}/files?sort=-size_bytes&limit=1${cursor && `&cursor=${cursor}`}`,
    );
    names.push(...page.body.data.map(({ name }: { name: string }) => name));
    cursor = page.body.meta.next_cursor ?? '';
  } while (cursor);
  expect(names).toEqual(['Three words here', 'Two of them', 'One']);
  expect((await ada.get(`/v1/projects/${sorted}/files?sort=duration_seconds`)).body.data).toHaveLength(3);
});

test('the project with the latest activity comes first', async () => {
  const quiet = (await ada.post('/v1/projects', { name: 'Quiet' })).body.data.id;
  clock.advance(60_000);
  await ada.post(`/v1/projects/${project}/notes`, { body: 'New' });
  const listed = (await ada.get('/v1/projects?sort=-last_activity_at')).body.data;
  const ids = listed.map(({ id }: { id: string }) => id);
  expect(ids[0]).toBe(project);
  expect(ids.indexOf(quiet)).toBeGreaterThan(0);
});

test('the browser gets links to bytes without a host, programs with one', async () => {
  const created = { name: 'Talk.mp4', content_type: 'video/mp4', size_bytes: 10 };
  const file = (await ada.post(`/v1/projects/${project}/files`, created)).body.data;
  expect(file.upload.url).toMatch(new RegExp(`^${parley.config.publicUrl}/uploads/`));
  await giveTestPassword(parley, ada.user_id);
  const signedIn = await parley.request('POST', '/app/sign-in', {
    body: { email: 'ada@example.com', password: testPassword },
    headers: { origin: parley.url },
  });
  const cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] as string;
  const read = await fetch(`${parley.url}/app/v1/files/${file.id}`, { headers: { cookie } });
  const { data } = (await read.json()) as { data: { upload: { url: string } } };
  expect(data.upload.url).toMatch(/^\/uploads\//);
});

test.each([
  [
    '{"download_url":"http://h:1/blobs/a","share_url":"http://h:1/s/clips/a"}',
    '{"download_url":"/blobs/a","share_url":"http://h:1/s/clips/a"}',
  ],
  ['{"body":"see http://h:1/blobs/a"}', '{"body":"see http://h:1/blobs/a"}'],
])('relative links: %s', (body, expected) => {
  expect(createRelativeLinks('http://h:1')(body)).toBe(expected);
});
