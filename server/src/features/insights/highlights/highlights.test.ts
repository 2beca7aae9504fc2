import { expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley);

const talk = [
  { speaker: 'Interviewer', start_seconds: 0, end_seconds: 4, text: 'What do you think of the price?' },
  { speaker: 'Mina', start_seconds: 4, end_seconds: 10, text: 'I would not pay for that.' },
  { speaker: 'Ben', start_seconds: 10, end_seconds: 12, text: 'It is far too expensive.' },
];

/** A project with a file, two tags, and a function that highlights a segment of the file. */
async function setUp() {
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id as string;
  const newTag = async (name: string) =>
    (await ada.post(`/v1/projects/${project}/tags`, { name })).body.data.id as string;
  const [price, trust] = [await newTag('Price'), await newTag('Trust')];
  const file = (
    await ada.post(`/v1/projects/${project}/files`, { name: 'Talk', transcript: { segments: talk } })
  ).body.data.id as string;
  const segments = (await ada.get(`/v1/files/${file}/transcript`)).body.data.segments as { id: string }[];
  const highlight = async (tag: string, segment: number, more: object = {}) => {
    // Ids of one millisecond have no order.
    clock.advance(1);
    const made = await ada.post(`/v1/tags/${tag}/taggings`, {
      target_type: 'segment',
      target_id: segments[segment]?.id,
      ...more,
    });
    expect(made.status).toBe(201);
    return made.body.data.id as string;
  };
  const list = async (query = '') => ada.get(`/v1/projects/${project}/highlights${query}`);
  const groups = async (query = '') =>
    (await ada.get(`/v1/projects/${project}/highlights/groups${query}`)).body.data;
  const analyze = async (segment: number, score: number) => {
    const at = new Date();
    await parley.db.query(sql`
      insert into file_sentiments (file_id, workspace_id, project_id, revision, label, score, segment_counts, word_counts,
        speakers, model, job_id, analyzed_at)
      values (${file}, ${ada.workspace_id}, ${project}, 1, 'negative', -0.5, '{0,0,2}', '{0,0,11}', '[]', 'm',
        ${newId('job', at.getTime())}, ${at}) on conflict do nothing`);
    await parley.db.query(sql`
      insert into segment_sentiments (segment_id, file_id, project_id, label, score, words)
      values (${segments[segment]?.id}, ${file}, ${project}, 'negative', ${score}, 6)`);
  };
  return { project, price, trust, file, segments, highlight, list, groups, analyze };
}
const quotesOf = (response: { body: { data: { quote: string }[] } }) =>
  response.body.data.map(({ quote }) => quote);

test('lists a passage with two tags once, with who says it, where and in which mood', async () => {
  const { price, trust, file, segments, highlight, list, analyze } = await setUp();
  const first = await highlight(price, 1);
  const second = await highlight(trust, 1);
  await analyze(1, -0.8);
  const { body } = await list();
  expect(body.data).toEqual([
    expect.objectContaining({
      id: first,
      taggings: [
        { id: first, tag_id: price },
        { id: second, tag_id: trust },
      ],
      target_type: 'segment',
      target_id: segments[1]?.id,
      file_id: file,
      file_name: 'Talk',
      file_kind: 'document',
      person: 'Mina',
      quote: 'I would not pay for that.',
      start_seconds: 4,
      end_seconds: 10,
      sentiment: 'negative',
      score: -0.8,
      created_by: ada.user_id,
    }),
  ]);
  await ada.delete(`/v1/taggings/${first}`);
  expect((await list()).body.data).toEqual([expect.objectContaining({ id: second })]);
});

test('two parts of one segment are two highlights; suggestions and tags on whole files are none', async () => {
  const { price, trust, file, highlight, list } = await setUp();
  await highlight(price, 1, { start_character: 0, end_character: 7 });
  await highlight(price, 1, { start_character: 8, end_character: 15 });
  const suggested = await highlight(trust, 2);
  await parley.db.query(sql`update taggings set status = 'suggested' where id = ${suggested}`);
  await ada.post(`/v1/tags/${price}/taggings`, { target_type: 'file', target_id: file });
  expect(quotesOf(await list('?sort=created_at'))).toEqual(['I would', 'not pay']);
});

test('a passage that was tagged by its words in the file is the same highlight as by its segment', async () => {
  const { price, trust, file, segments, highlight, list } = await setUp();
  await highlight(price, 1);
  clock.advance(1);
  const quoted = { target_type: 'file', target_id: file, quote: 'I would not pay for that.' };
  expect((await ada.post(`/v1/tags/${trust}/taggings`, quoted)).status).toBe(201);
  const { body } = await list();
  expect(body.data).toHaveLength(1);
  expect(body.data[0]).toMatchObject({ segment_id: segments[1]?.id });
  expect(body.data[0].taggings.map(({ tag_id }: { tag_id: string }) => tag_id)).toEqual([price, trust]);
});

test('filters by tag, file, person, mood, author, source and words', async () => {
  const { price, trust, file, highlight, list, analyze } = await setUp();
  await highlight(price, 1);
  await highlight(trust, 1);
  await highlight(price, 2);
  await analyze(2, -0.8);
  const [ben, mina] = (await list()).body.data;
  const [paid, expensive] = ['I would not pay for that.', 'It is far too expensive.'];
  for (const [query, quotes] of [
    [`tag_id=${trust}`, [paid]],
    [`tag_id=${price}`, [expensive, paid]],
    [`file_id=${file}`, [expensive, paid]],
    [`person_id=${ben.person_id}`, [expensive]],
    [`person_id=${ben.person_id},${mina.person_id}`, [expensive, paid]],
    ['person_id=none', []],
    ['sentiment=negative', [expensive]],
    ['sentiment=none,positive', [paid]],
    [`created_by=${ada.user_id}`, [expensive, paid]],
    ['source=ai', []],
    ['q=PAY', [paid]],
    ['q=%25', []],
  ] as const)
    expect([query, quotesOf(await list(`?${query}`))]).toEqual([query, quotes]);
  for (const query of ['sentiment=angry', 'sort=name', 'cursor=x', 'source=none'])
    expect([query, (await list(`?${query}`)).status]).toEqual([query, 422]);
});

test('pages continue after the last highlight, although its passage has more taggings', async () => {
  const { price, trust, highlight, list } = await setUp();
  for (const segment of [0, 1, 2]) await highlight(price, segment);
  for (const segment of [0, 1, 2]) await highlight(trust, segment);
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await list(`?limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.data.map(({ person }: { person: string }) => person));
    cursor = body.meta.next_cursor;
  }
  expect(seen).toEqual(['Ben', 'Mina', 'Interviewer']);
});

test('counts a highlight with two tags in both groups, and once in all', async () => {
  const { price, trust, file, highlight, groups, analyze } = await setUp();
  await highlight(price, 1);
  await highlight(trust, 1);
  await highlight(price, 2);
  await analyze(2, -0.8);
  expect(await groups()).toMatchObject({
    group_by: 'tag',
    count: 2,
    person_count: 2,
    groups: [
      { id: price, label: 'Price', count: 2, person_count: 2, positive: 0, negative: 1 },
      { id: trust, label: 'Trust', count: 1, person_count: 1, positive: 0, negative: 0 },
    ],
  });
  expect((await groups('?group_by=file')).groups).toMatchObject([{ id: file, label: 'Talk', count: 2 }]);
  expect((await groups('?group_by=sentiment')).groups).toMatchObject([
    { id: 'negative', count: 1 },
    { id: 'none', label: null, count: 1 },
  ]);
  expect((await groups('?group_by=person&q=pay')).groups).toMatchObject([{ label: 'Mina', count: 1 }]);
});
