import { expect, test } from 'vitest';
import { prompt, reportStudies } from '../../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';
import { sql } from '../../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley);
const { newProject, newTalk, study } = reportStudies(() => ada);

const words = 'I wanted to see the total with shipping before that.';
const create = (project: string, body: object, who = ada) =>
  who.post(`/v1/projects/${project}/reports`, body);

test('creates a report by hand with 201, verifies its quotations, and starts no job', async () => {
  const { project, mina } = await study();
  const body_markdown = `# Checkout\n\n> “${words}”\n\nShe said “I would like a pony for my birthday”.`;
  const created = await create(project, { title: 'Mine', summary: 'Short.', body_markdown, language: 'en' });
  expect(created.status).toBe(201);
  const report = created.body.data;
  expect(created.headers.get('location')).toBe(`/v1/reports/${report.id}`);
  expect(report).toMatchObject({
    project_id: project,
    title: 'Mine',
    summary: 'Short.',
    status: 'edited',
    version: 1,
    prompt: null,
    template: null,
    model: null,
    job_id: null,
    language: 'en',
    quote_count: 1,
    unverified_quote_count: 1,
    file_ids: [mina],
    response_ids: [],
    created_by: ada.user_id,
  });
  expect(report.citations.find((c) => c.verified)).toMatchObject({
    file_id: mina,
    speaker: 'Mina',
    quote: words,
  });
  expect(report.body_markdown).not.toContain('“I would like a pony');
  expect((await ada.get(`/v1/reports/${report.id}`)).body.data).toEqual(report);
  expect((await ada.get(`/v1/jobs?project_id=${project}&type=report`)).body.data).toEqual([]);
  expect((await ada.get(`/v1/events?type=report.generated&project_id=${project}`)).body.data).toEqual([]);
  expect((await ada.get(`/v1/projects/${project}`)).body.data.report_count).toBe(1);
  const found = await ada.get(`/v1/search?q=pony&types=report&project_id=${project}`);
  expect(found.body.data).toMatchObject([{ type: 'report', id: report.id }]);
  const list = await ada.get(`/v1/projects/${project}/reports?file_id=${mina}`);
  expect(list.body.data).toMatchObject([{ id: report.id, prompt: null }]);
});

test('a report by hand can quote files that are added later, and names the files that it quotes', async () => {
  const { project, mina } = await study();
  const { id } = (await create(project, { body_markdown: `> “${words}”` })).body.data;
  const later = await newTalk(project, 'Talk with Lea', 'Lea: The blue button did nothing at all.', 'en');
  const changed = await ada.patch(`/v1/reports/${id}`, {
    body_markdown: '> “The blue button did nothing at all.”',
  });
  expect(changed.body.data).toMatchObject({ quote_count: 1, unverified_quote_count: 0, file_ids: [later] });
  const both = await ada.patch(`/v1/reports/${id}`, {
    body_markdown: `${changed.body.data.body_markdown}\n\n> “${words}”`,
  });
  expect(both.body.data.file_ids.toSorted()).toEqual([mina, later].toSorted());
});

test('an empty report has the headings of its template, in its language, or no text', async () => {
  const project = await newProject();
  const outline = async (body: object) => {
    const created = await create(project, { body_markdown: '', ...body });
    expect(created.status).toBe(201);
    return created.body.data.sections.map(({ heading }) => heading);
  };
  expect(await outline({ template: 'usability' })).toEqual([
    'What participants say about the question',
    'Where people struggle',
    'What people like',
    'What people wish for',
    'Where participants disagree',
  ]);
  expect(await outline({ template: 'survey', language: 'de' })).toContain('Wo es hakt');
  expect(await outline({})).toEqual([]);
  const own = await create(project, { body_markdown: '## My own', template: 'interview' });
  expect(own.body.data).toMatchObject({ template: 'interview', body_markdown: '## My own', title: 'My own' });
});

test.each([
  ['## What **stops** people\n\nText', 'What stops people'],
  ['---\n\n> First line. Second sentence.', 'First line.'],
  ['', 'Untitled report'],
  ['***', 'Untitled report'],
])('a report by hand without a title takes it from its text: %j', async (body_markdown, title) => {
  expect((await create(await newProject(), { body_markdown })).body.data.title).toBe(title);
});

test('the text of a report can be emptied', async () => {
  const { id } = (await create(await newProject(), { body_markdown: 'Text' })).body.data;
  const emptied = await ada.patch(`/v1/reports/${id}`, { body_markdown: '' });
  expect(emptied.body.data).toMatchObject({ body_markdown: '', sections: [], version: 2 });
});

test('returns the stored 201 for a duplicate request', async () => {
  const project = await newProject();
  const send = () =>
    ada.post(`/v1/projects/${project}/reports`, { body_markdown: 'Once' }, { 'idempotency-key': 'by hand' });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  expect(second.body).toEqual(first.body);
  const rows = await parley.db.query(sql`select 1 from reports where project_id = ${project}`);
  expect(rows).toHaveLength(1);
});

test.each([
  [{}, ['prompt']],
  [{ title: 'Only' }, ['prompt']],
  [{ prompt, body_markdown: 'Text' }, ['body_markdown']],
  [{ prompt, summary: 'Text' }, ['summary']],
  [{ body_markdown: 'Text', file_ids: ['fil_1'], tag_ids: [] }, ['file_ids', 'tag_ids']],
  [{ body_markdown: null }, ['body_markdown']],
  [{ body_markdown: 'x'.repeat(200_001) }, ['body_markdown']],
  [{ body_markdown: 'Text', title: ' ' }, ['title']],
  [{ body_markdown: 'Text', template: 'poem' }, ['template']],
  [{ body_markdown: 'Text', status: 'ready' }, ['status']],
])('returns 422 for a new report with %.60j, and names the fields', async (body, fields) => {
  const project = await newProject();
  const refused = await create(project, body);
  expect(refused.status).toBe(422);
  expect(refused.body.error.details.map(({ field }) => field)).toEqual(fields);
  expect((await ada.get(`/v1/projects/${project}/reports`)).body.data).toEqual([]);
});

test('refuses more than 2,000 quotations with 422', async () => {
  const { project } = await study();
  const body_markdown = Array.from({ length: 2_001 }, (_, n) => `> “${n} shipping”`).join('\n\n');
  const refused = await create(project, { body_markdown });
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toMatchObject([{ field: 'body_markdown' }]);
});

test('only those who may write to the project create a report by hand', async () => {
  const project = await newProject();
  const body = { body_markdown: 'Text' };
  const colleague = await parley.account({ workspace_id: ada.workspace_id });
  const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
  const bea = await parley.account();
  expect((await create(project, body, colleague)).status).toBe(403);
  expect((await create(project, body, bea)).status).toBe(404);
  await ada.patch(`/v1/projects/${project}`, { visibility: 'workspace' });
  expect((await create(project, body, viewer)).status).toBe(403);
  expect((await create(project, body, colleague)).status).toBe(201);
});
