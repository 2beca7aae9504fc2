import { expect, test } from 'vitest';
import { publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';
import { findOrCreateParticipant } from '../../engage/participants/index.ts';

const parley = useParley();
const ada = useAccount(parley);

const newProject = async () => (await ada.post('/v1/projects', { name: 'Study' })).body.data.id as string;
const turns = [
  ['Interviewer', 'What do you think of the price?'],
  ['Mina', 'I would not pay for that.'],
  ['Mina', 'It is far too expensive for me.'],
  ['Ben', 'I like the photos of the lamp.'],
  ['Ben', 'The search was easy to use.'],
];
const otherTurns = [
  ['Interviewer', 'And the delivery?'],
  ['Lea', 'The parcel came after three weeks.'],
  ['Lea', 'Nobody told me that it was late.'],
];
async function newFile(project: string, name: string, said = turns) {
  const segments = said.map(([speaker, text], n) => ({
    speaker,
    text,
    start_seconds: n * 5,
    end_seconds: n * 5 + 5,
  }));
  const created = await ada.post(`/v1/projects/${project}/files`, { name, transcript: { segments } });
  const id = created.body.data.id as string;
  const { body } = await ada.get(`/v1/files/${id}/transcript`);
  return { id, segments: body.data.segments.map((segment: { id: string }) => segment.id) as string[] };
}
const coverageOf = async (project: string, query = '') =>
  (await ada.get(`/v1/projects/${project}/coverage${query}`)).body.data;
async function highlight(project: string, target_id: string | undefined, more = {}) {
  const tag = await ada.post(`/v1/projects/${project}/tags`, { name: newId('tag', Date.now()) });
  const made = await ada.post(`/v1/tags/${tag.body.data.id}/taggings`, {
    target_type: 'segment',
    target_id,
    ...more,
  });
  expect(made.status).toBe(201);
  return made.body.data.id as string;
}
const textsOf = (coverage: { unused_passages: { text: string }[] }) =>
  coverage.unused_passages.map(({ text }) => text);

test('counts passages of participants that are highlighted, cited or unused, without interviewers', async () => {
  const project = await newProject();
  const [first, second] = [await newFile(project, 'Talk 1'), await newFile(project, 'Talk 2', otherTurns)];
  // A highlight of the interviewer's question is none of a passage.
  await highlight(project, first.segments[0]);
  await highlight(project, first.segments[1]);
  const card = { title: 'Price', evidence: [{ segment_id: first.segments[2] }] };
  expect((await ada.post(`/v1/projects/${project}/cards`, card)).status).toBe(201);
  const body_markdown = '> “I like the photos of the lamp.”\n\n> “Nobody told me that it was late.”';
  const report = await ada.post(`/v1/projects/${project}/reports`, { body_markdown });
  expect(report.body.data.quote_count).toBe(2);

  expect(await coverageOf(project)).toEqual({
    project_id: project,
    passage_count: 6,
    highlighted_count: 1,
    cited_count: 3,
    unused_count: 2,
    files: expect.arrayContaining([
      {
        file_id: first.id,
        name: 'Talk 1',
        passage_count: 4,
        highlighted_count: 1,
        cited_count: 2,
        unused_count: 1,
        length_seconds: 25,
        cited_spans: [{ start_seconds: 10, end_seconds: 20 }],
        highlighted_spans: [{ start_seconds: 5, end_seconds: 10 }],
        strong_unused_seconds: [],
      },
      {
        file_id: second.id,
        name: 'Talk 2',
        passage_count: 2,
        highlighted_count: 0,
        cited_count: 1,
        unused_count: 1,
        length_seconds: 15,
        // Rounded outwards to a two-hundredth of 15 seconds.
        cited_spans: [{ start_seconds: 9.975, end_seconds: 15 }],
        highlighted_spans: [],
        strong_unused_seconds: [],
      },
    ]),
    unused_passages: null,
  });
  const only = await coverageOf(project, `?file_ids=${second.id}`);
  expect(only.files.map(({ file_id }: { file_id: string }) => file_id)).toEqual([second.id]);
  expect(only.passage_count).toBe(2);
  // What no transcript contains is not a use of it.
  await parley.db.query(sql`
    update reports set citations = jsonb_set(citations, '{0,verified}', 'false') where id = ${report.body.data.id}`);
  expect((await coverageOf(project)).cited_count).toBe(2);
});

test('a span over two segments uses both; suggested, rejected and detached highlights use none', async () => {
  const project = await newProject();
  const file = await newFile(project, 'Talk');
  const [, one, two, three, four] = file.segments;
  await highlight(project, one, { start_character: 5, end_segment_id: two, end_character: 8 });
  expect((await coverageOf(project)).files).toMatchObject([{ highlighted_count: 2, unused_count: 2 }]);
  const suggested = await highlight(project, three);
  const rejected = await highlight(project, three);
  const detached = await highlight(project, four);
  expect((await ada.patch(`/v1/taggings/${rejected}`, { status: 'rejected' })).status).toBe(200);
  await parley.db.query(sql`update taggings set status = 'suggested' where id = ${suggested}`);
  await parley.db.query(sql`update taggings set detached = true where id = ${detached}`);
  expect((await coverageOf(project)).files).toMatchObject([{ highlighted_count: 2, unused_count: 2 }]);
});

test('lists unused passages with the strongest opinion first, and those without a sentiment last', async () => {
  const project = await newProject();
  const file = await newFile(project, 'Talk');
  const [, one, two, three, four] = file.segments;
  await parley.db.query(sql`
    insert into file_sentiments (file_id, workspace_id, project_id, revision, label, score, segment_counts, word_counts,
      speakers, model, job_id, analyzed_at)
    values (${file.id}, ${ada.workspace_id}, ${project}, 1, 'mixed', 0, '{1,1,1}', '{1,1,1}', '[]', 'm',
      ${newId('job', Date.now())}, now())`);
  for (const [segment, label, score] of [
    [one, 'negative', -0.4],
    [two, 'negative', -0.9],
    [four, 'positive', 0.7],
  ] as const)
    await parley.db.query(sql`
      insert into segment_sentiments (segment_id, file_id, project_id, label, score, words)
      values (${segment}, ${file.id}, ${project}, ${label}, ${score}, 5)`);
  const coverage = await coverageOf(project, '?unused=true');
  expect(textsOf(coverage)).toEqual([turns[2]?.[1], turns[4]?.[1], turns[1]?.[1], turns[3]?.[1]]);
  expect(coverage.unused_passages[0]).toEqual({
    segment_id: two,
    file_id: file.id,
    file_name: 'Talk',
    speaker: 'Mina',
    start_seconds: 10,
    end_seconds: 15,
    text: 'It is far too expensive for me.',
    score: -0.9,
  });
  expect(coverage.unused_passages.at(-1)).toMatchObject({ segment_id: three, score: null });
  expect(coverage.files[0].strong_unused_seconds).toEqual([10, 20, 5]);
  await highlight(project, two);
  expect((await coverageOf(project)).files[0].strong_unused_seconds).toEqual([20, 5]);
  expect(textsOf(await coverageOf(project, '?unused=true'))).toEqual([
    turns[4]?.[1],
    turns[1]?.[1],
    turns[3]?.[1],
  ]);
});

test('neighbouring passages are one span, and those of a long file are no more than the steps of its length', async () => {
  const project = await newProject();
  const said = Array.from({ length: 900 }, (_, n) => ['Mina', `Every week the same ${n} things.`]);
  const file = await newFile(project, 'Talk', said);
  await highlight(project, file.segments[10], { end_segment_id: file.segments[19] });
  expect((await coverageOf(project)).files[0].highlighted_spans).toEqual([
    { start_seconds: 45, end_seconds: 112.5 },
  ]);
  const tag = await ada.post(`/v1/projects/${project}/tags`, { name: 'Routine' });
  const taggings = file.segments
    .filter((_, n) => n % 2 === 0)
    .map((target_id) => ({ tag_id: tag.body.data.id, target_type: 'segment', target_id }));
  expect((await ada.post(`/v1/projects/${project}/taggings`, { taggings })).status).toBe(200);
  const [all] = (await coverageOf(project)).files;
  expect(all.highlighted_count).toBe(455);
  expect(all.highlighted_spans).toEqual([{ start_seconds: 0, end_seconds: 4_500 }]);
});

test('an empty project has no passages', async () => {
  expect(await coverageOf(await newProject(), '?unused=true')).toMatchObject({
    passage_count: 0,
    unused_count: 0,
    files: [],
    unused_passages: [],
  });
});

test('leaves out participants of a simulation', async () => {
  const project = await newProject();
  const file = await newFile(project, 'Talk');
  const session = newId('session', Date.now());
  const other = { project_id: project, email: 'x@example.com', name: null, timezone: null, locale: null };
  const person = await findOrCreateParticipant(parley.db, { ...other, simulated: true }, new Date());
  const study = await publishTest(ada, project, { questions: [{ type: 'open', text: 'Why?' }] });
  await parley.db.query(sql`
    insert into engage_sessions (id, project_id, test_id, test_version, participant_id, kind, status, simulated, created_at,
      updated_at)
    values (${session}, ${project}, ${study.id}, 1, ${person.id}, 'ai', 'completed', true, now(), now())`);
  expect((await coverageOf(project)).passage_count).toBe(4);
  await parley.db.query(sql`update files set session_id = ${session} where id = ${file.id}`);
  expect((await coverageOf(project)).files).toEqual([]);
});

test('returns 422 for more than 1,000 files with transcripts and for bad input', async () => {
  const project = await newProject();
  const file = await newFile(project, 'Talk');
  await parley.db.query(sql`
    insert into files (id, workspace_id, project_id, name, kind, content_type, source, status, created_at, updated_at)
    select 'fil_' || lpad(n::text, 26, '0'), workspace_id, project_id, name, kind, content_type, source, status, created_at, updated_at
      from files cross join generate_series(1, 1000) n where id = ${file.id}`);
  await parley.db.query(sql`
    insert into transcripts (file_id, workspace_id, project_id, language, time_basis, revision, speakers, created_at, updated_at)
    select f.id, t.workspace_id, t.project_id, t.language, t.time_basis, t.revision, t.speakers, t.created_at, t.updated_at
      from transcripts t join files f on f.project_id = t.project_id and f.id <> t.file_id where t.file_id = ${file.id}`);
  await parley.db.query(sql`
    insert into segments (id, file_id, workspace_id, project_id, speaker_id, start_seconds, end_seconds, text, since_revision)
    select 'seg_' || right(f.id, 26), f.id, s.workspace_id, s.project_id, s.speaker_id, s.start_seconds, s.end_seconds, s.text, 1
      from segments s join files f on f.project_id = s.project_id and f.id <> s.file_id where s.id = ${file.segments[1]}`);
  const refused = await ada.get(`/v1/projects/${project}/coverage`);
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toMatchObject([{ field: 'file_ids' }]);
  expect((await coverageOf(project, `?file_ids=${file.id}`)).passage_count).toBe(4);
  for (const query of ['?unused=maybe', '?file_ids=nonsense', '?limit=5'])
    expect([query, (await ada.get(`/v1/projects/${project}/coverage${query}`)).status]).toEqual([
      query,
      query.includes('nonsense') ? 404 : 422,
    ]);
});

test('members without access get 403, other workspaces 404, and a viewer reads a shared project', async () => {
  const project = await newProject();
  const foreign = await newFile(await newProject(), 'Elsewhere');
  const path = `/v1/projects/${project}/coverage?unused=true`;
  const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
  const bea = await parley.account();
  expect((await viewer.get(path)).status).toBe(403);
  expect((await bea.get(path)).status).toBe(404);
  await ada.patch(`/v1/projects/${project}`, { visibility: 'workspace' });
  expect((await viewer.get(path)).status).toBe(200);
  expect((await viewer.get(`${path}&file_ids=${foreign.id}`)).status).toBe(403);
});
