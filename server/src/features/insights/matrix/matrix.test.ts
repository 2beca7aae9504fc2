import { expect, test } from 'vitest';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley);

const newProject = async () => (await ada.post('/v1/projects', { name: 'Study' })).body.data.id as string;
const newTag = async (project: string, name: string) =>
  (await ada.post(`/v1/projects/${project}/tags`, { name })).body.data.id as string;

const talk = [
  { speaker: 'Interviewer', start_seconds: 0, end_seconds: 4, text: 'What do you think of the price?' },
  { speaker: 'Mina', start_seconds: 4, end_seconds: 10, text: 'I would not pay for that.' },
  { speaker: 'Ben', start_seconds: 10, end_seconds: 12, text: 'It is far too expensive.' },
];
interface SegmentOf {
  id: string;
  speaker: string;
}
async function newFile(project: string, name: string) {
  const { id } = (await ada.post(`/v1/projects/${project}/files`, { name, transcript: { segments: talk } }))
    .body.data;
  const segments: SegmentOf[] = (await ada.get(`/v1/files/${id}/transcript`)).body.data.segments;
  return { id: id as string, segments };
}
async function highlight(tag: string, target_id: string | undefined, target_type = 'segment') {
  const made = await ada.post(`/v1/tags/${tag}/taggings`, { target_type, target_id });
  expect(made.status).toBe(201);
  return made.body.data.id as string;
}
const matrixOf = async (project: string, query = '') =>
  (await ada.get(`/v1/projects/${project}/matrix${query}`)).body.data;

test('counts highlights by person and tag, without interviewers and suggestions', async () => {
  const project = await newProject();
  const [price, trust] = [await newTag(project, 'Price'), await newTag(project, 'Trust')];
  const file = await newFile(project, 'Talk 1');
  const [asked, mina, ben] = file.segments;
  await highlight(price, asked?.id);
  await highlight(price, mina?.id);
  await highlight(trust, mina?.id);
  const suggested = await highlight(trust, ben?.id);
  await parley.db.query(sql`update taggings set status = 'suggested' where id = ${suggested}`);
  await highlight(price, file.id, 'file');

  const matrix = await matrixOf(project);
  expect(matrix.rows.map(({ label }: { label: string }) => label)).toEqual(['Mina – Talk 1']);
  expect(matrix.columns).toEqual([
    { id: price, label: 'Price' },
    { id: trust, label: 'Trust' },
  ]);
  const [row] = matrix.rows;
  const byColumn = (a: { column_id: string }, b: { column_id: string }) =>
    [price, trust].indexOf(a.column_id) - [price, trust].indexOf(b.column_id);
  expect(matrix.cells.sort(byColumn)).toEqual([
    { row_id: row.id, column_id: price, count: 1, seconds: 6, sentiment: null },
    { row_id: row.id, column_id: trust, count: 1, seconds: 6, sentiment: null },
  ]);
  const speakers = await matrixOf(project, '?rows=speaker');
  expect(speakers.rows.map(({ label }: { label: string }) => label)).toEqual([
    'Interviewer – Talk 1',
    'Mina – Talk 1',
  ]);
  const files = await matrixOf(project, `?rows=file&tag_ids=${price}`);
  expect(files.cells).toEqual([
    { row_id: file.id, column_id: price, count: 2, seconds: 10, sentiment: null },
  ]);
});

test('a cell has the moods of its highlights, except of segments that were edited since', async () => {
  const project = await newProject();
  const tag = await newTag(project, 'Price');
  const file = await newFile(project, 'Talk');
  const [, mina, ben] = file.segments;
  for (const segment of [mina, ben]) await highlight(tag, segment?.id);
  const at = new Date();
  await parley.db.query(sql`
    insert into file_sentiments (file_id, workspace_id, project_id, revision, label, score, segment_counts, word_counts,
      speakers, model, job_id, analyzed_at)
    values (${file.id}, ${ada.workspace_id}, ${project}, 1, 'negative', -0.5, '{0,0,2}', '{0,0,11}', '[]', 'm',
      ${newId('job', at.getTime())}, ${at})`);
  for (const [segment, score] of [
    [mina, -0.8],
    [ben, -0.05],
  ] as const)
    await parley.db.query(sql`
      insert into segment_sentiments (segment_id, file_id, project_id, label, score, words)
      values (${segment?.id}, ${file.id}, ${project}, 'negative', ${score}, 5)`);
  const read = async () => (await matrixOf(project, '?rows=file')).cells[0].sentiment;
  expect(await read()).toEqual({ score: -0.425, positive: 0, neutral: 1, negative: 1 });

  const edited = await ada.patch(`/v1/files/${file.id}/transcript/segments/${mina?.id}`, {
    text: 'I would pay for that.',
    expected_version: 1,
  });
  expect(edited.status).toBe(200);
  expect(await read()).toEqual({ score: -0.05, positive: 0, neutral: 1, negative: 0 });
});

async function answeredTest(project: string, ...names: string[]) {
  const made = await publishTest(ada, project, {
    questions: [
      { type: 'open', text: 'Why?' },
      { type: 'nps', text: 'Would you recommend it?' },
    ],
  });
  for (const name of names) {
    const person = await openLink(parley, made.share_url).start({ name });
    await person.answer(made.questions[0].id, { text: `Because, says ${name}.` });
    await person.answer(made.questions[1].id, { value: 9 });
    expect((await person.post('/submit')).status).toBe(200);
  }
  return made;
}

test('answers are counted by participant and question, and listed word for word', async () => {
  const project = await newProject();
  const made = await answeredTest(project, 'Ines', 'Bo');
  const matrix = await matrixOf(project, `?columns=question&test_id=${made.id}`);
  expect(matrix.rows.map(({ label }: { label: string }) => label)).toEqual(['Bo', 'Ines']);
  expect(matrix.columns).toEqual([
    { id: made.questions[0].id, label: 'Why?' },
    { id: made.questions[1].id, label: 'Would you recommend it?' },
  ]);
  expect(matrix.cells).toHaveLength(4);
  const [bo] = matrix.rows;
  const { body } = await ada.get(
    `/v1/projects/${project}/matrix/moments?columns=question&test_id=${made.id}&row_id=${bo.id}&column_id=${made.questions[0].id}`,
  );
  expect(body.data).toMatchObject([
    { type: 'answer', question_id: made.questions[0].id, tag_id: null, quote: 'Because, says Bo.' },
  ]);
});

test('a tagged response is a highlight of its participant', async () => {
  const project = await newProject();
  const tag = await newTag(project, 'Loyal');
  const made = await answeredTest(project, 'Ines');
  const [response] = (await ada.get(`/v1/tests/${made.id}/responses`)).body.data;
  await highlight(tag, response.id, 'response');
  const matrix = await matrixOf(project, `?test_id=${made.id}`);
  expect(matrix.rows).toEqual([{ id: response.participant.id, label: 'Ines' }]);
  expect(matrix.cells).toMatchObject([{ count: 1, seconds: 0 }]);
});

test('the moments of a cell are as many as it counts, page by page', async () => {
  const project = await newProject();
  const tag = await newTag(project, 'Price');
  const file = await newFile(project, 'Talk');
  const [, mina, ben] = file.segments;
  for (const segment of [mina, ben]) await highlight(tag, segment?.id);
  const cell = `rows=file&row_id=${file.id}&column_id=${tag}&limit=1`;
  const first = (await ada.get(`/v1/projects/${project}/matrix/moments?${cell}`)).body;
  const second = (
    await ada.get(`/v1/projects/${project}/matrix/moments?${cell}&cursor=${first.meta.next_cursor}`)
  ).body;
  const moments: { start_seconds: number }[] = [...first.data, ...second.data];
  expect(moments.sort((a, b) => a.start_seconds - b.start_seconds)).toMatchObject([
    { segment_id: mina?.id, quote: 'I would not pay for that.', speaker: 'Mina', start_seconds: 4 },
    { segment_id: ben?.id, quote: 'It is far too expensive.', speaker: 'Ben', start_seconds: 10 },
  ]);
  expect(second.meta.next_cursor).toBeNull();
});

test('tags of overlapping highlights are counted together, and tags of the next passage are not', async () => {
  const project = await newProject();
  const [price, trust, other] = [
    await newTag(project, 'Price'),
    await newTag(project, 'Trust'),
    await newTag(project, 'Other'),
  ];
  const { id, segments } = await newFile(project, 'Talk');
  const [asked, mina, ben] = segments;
  await highlight(price, mina?.id);
  await highlight(trust, mina?.id);
  await highlight(trust, ben?.id);
  await highlight(other, asked?.id);
  const suggested = await highlight(other, ben?.id);
  await parley.db.query(sql`update taggings set status = 'suggested' where id = ${suggested}`);
  const matrix = await matrixOf(project, '?rows=tag');
  expect(matrix.rows.map(({ label }: { label: string }) => label)).toEqual(['Price', 'Trust']);
  expect(matrix.cells).toHaveLength(2);
  for (const [row_id, column_id] of [
    [price, trust],
    [trust, price],
  ])
    expect(matrix.cells).toContainEqual(expect.objectContaining({ row_id, column_id, count: 1 }));
  expect((await matrixOf(project, `?rows=tag&tag_ids=${trust},${other}`)).cells).toEqual([]);
  const { body } = await ada.get(
    `/v1/projects/${project}/matrix/moments?rows=tag&row_id=${price}&column_id=${trust}`,
  );
  expect(body.data).toMatchObject([
    {
      tag_id: trust,
      quote: 'I would not pay for that.',
      file_id: id,
      file_name: 'Talk',
      file_kind: 'document',
    },
  ]);
});

test('tags of one response are counted together', async () => {
  const project = await newProject();
  const [loyal, rich] = [await newTag(project, 'Loyal'), await newTag(project, 'Rich')];
  const made = await answeredTest(project, 'Ines');
  const [response] = (await ada.get(`/v1/tests/${made.id}/responses`)).body.data;
  for (const tag of [loyal, rich]) await highlight(tag, response.id, 'response');
  expect((await matrixOf(project, '?rows=tag')).cells).toHaveLength(2);
});

test('the export has a line for each row, and no formulas', async () => {
  const project = await newProject();
  const tag = await newTag(project, '=SUM(A1)');
  const { segments } = await newFile(project, 'Talk');
  await highlight(tag, segments[1]?.id);
  const { body } = await ada.get(`/v1/projects/${project}/matrix/export?format=csv`);
  expect(body.data.content).toBe("\ufeff,'=SUM(A1)\r\nMina – Talk,1\r\n");
});

test('a matrix with more than 500 rows or 200 columns is refused, and can be narrowed', async () => {
  const project = await newProject();
  const file = await newFile(project, 'Talk');
  const segment = file.segments[1]?.id as string;
  const tags = Array.from({ length: 201 }, () => newId('tag', Date.now()));
  await parley.db.query(sql`
    insert into tags (id, project_id, name, name_key, color, source, created_at, updated_at)
    select id, ${project}, id, id, '#888888', 'manual', now(), now() from unnest(${tags}::text[]) id`);
  await parley.db.query(sql`
    insert into taggings (id, project_id, tag_id, target_type, target_id, file_id, segment_id, source, status,
      start_seconds, end_seconds, created_at, updated_at)
    select 'tgg' || substr(id, 4), ${project}, id, 'segment', ${segment}, ${file.id}, ${segment}, 'manual', 'accepted',
      4, 10, now(), now() from unnest(${tags}::text[]) id`);
  const wide = await ada.get(`/v1/projects/${project}/matrix`);
  expect([wide.status, wide.body.error.details]).toEqual([
    422,
    [{ field: 'columns', message: expect.stringContaining('tag_ids') }],
  ]);
  const narrowed = await matrixOf(project, `?tag_ids=${tags.slice(0, 2)}`);
  expect(narrowed.columns).toHaveLength(2);

  const files = Array.from({ length: 501 }, () => newId('file', Date.now()));
  await parley.db.query(sql`
    insert into files (id, workspace_id, project_id, name, kind, content_type, source, status, created_at, updated_at)
    select id, ${ada.workspace_id}, ${project}, id, 'audio', 'audio/mpeg', 'upload', 'ready', now(), now()
      from unnest(${files}::text[]) id`);
  await parley.db.query(sql`
    insert into taggings (id, project_id, tag_id, target_type, target_id, file_id, source, status, start_seconds,
      end_seconds, created_at, updated_at)
    select 'tgg' || substr(id, 5), ${project}, ${tags[0]}, 'file', id, id, 'manual', 'accepted', 4, 10, now(), now()
      from unnest(${files}::text[]) id`);
  const long = await ada.get(`/v1/projects/${project}/matrix?rows=file&tag_ids=${tags[0]}`);
  expect([long.status, long.body.error.details]).toEqual([
    422,
    [{ field: 'rows', message: expect.stringContaining('file_ids') }],
  ]);
});

test.each([
  ['columns=question', 'test_id'],
  ['columns=question&rows=file', 'rows'],
  ['columns=question&tag_ids', 'tag_ids'],
])('returns 422 for %s', async (query, field) => {
  const project = await newProject();
  const made = await publishTest(ada, project, { questions: [{ type: 'open', text: 'Why?' }] });
  const tag = await newTag(project, 'A');
  const full = query.replace('tag_ids', `tag_ids=${tag}`);
  const wanted = field === 'test_id' ? full : `${full}&test_id=${made.id}`;
  const { status, body } = await ada.get(`/v1/projects/${project}/matrix?${wanted}`);
  expect([status, body.error.details[0].field]).toEqual([422, field]);
});

test('counts no answers to a test of another project', async () => {
  const [project, other] = [await newProject(), await newProject()];
  const made = await answeredTest(other, 'Ann');
  const query = `?columns=question&test_id=${made.id}`;
  const [answer] = (await matrixOf(other, query)).cells;
  expect(await matrixOf(project, query)).toMatchObject({
    project_id: project,
    rows: [],
    columns: [],
    cells: [],
  });
  const cell = `row_id=${answer.row_id}&column_id=${answer.column_id}` as const;
  const moments = await ada.get(`/v1/projects/${project}/matrix/moments${query}&${cell}`);
  expect(moments.body.data).toEqual([]);
});

test('returns 404 for a tag, a file or a test of another workspace', async () => {
  const project = await newProject();
  const other = await parley.account();
  const foreign = (await other.post('/v1/projects', { name: 'Other' })).body.data.id;
  const tag = (await other.post(`/v1/projects/${foreign}/tags`, { name: 'A' })).body.data.id;
  expect((await ada.get(`/v1/projects/${project}/matrix?tag_ids=${tag}`)).status).toBe(404);
  expect((await ada.get(`/v1/projects/${foreign}/matrix`)).status).toBe(404);
});
