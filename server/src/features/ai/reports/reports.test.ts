import { describe, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { germanTalk, minaTalk } from '../../../../test/interviews.ts';
import { prompt, reportStudies } from '../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);

const { newProject, newTalk, ended, newReport, study, expectVerified } = reportStudies(() => ada);

describe('a report', () => {
  test('contains verified quotations of the transcripts, emits an event, is counted and can be found by search', async () => {
    const { project, mina, tom } = await study();
    const accepted = await ada.post(`/v1/projects/${project}/reports`, { prompt });
    expect(accepted.body.data).toMatchObject({
      type: 'report',
      status: 'queued',
      project_id: project,
      credits_used: 1,
      result: null,
    });
    const job = await ended(accepted.body.data.id);
    expect(job).toMatchObject({ status: 'succeeded', progress: 100, attempts: 1, credits_used: 1 });
    const report = (await ada.get(`/v1/reports/${job.result.report_id}`)).body.data;
    expect(report).toMatchObject({
      project_id: project,
      title: prompt,
      prompt,
      template: 'summary',
      status: 'ready',
      unverified_quote_count: 0,
      skipped: [],
      language: 'en',
      model: 'parley-extractive-1',
      job_id: job.id,
      share_url: null,
      created_by: ada.user_id,
    });
    expect(report.file_ids.toSorted()).toEqual([mina, tom].toSorted());
    expect(report.summary).toContain('Shipping costs (2/2)');
    expect(report.sections.map((s) => s.heading)).toEqual(
      expect.arrayContaining([
        'What participants say about the question',
        'Where people struggle',
        'Themes at a glance',
      ]),
    );
    expect(report.quote_count).toBeGreaterThan(5);
    expect(report.body_markdown).not.toContain('Tell me about');
    expect(report.body_markdown).toMatch(/> “.+”\n> — Mina, Talk with Mina, 0:\d\d \[cit_\d+\]/);
    await expectVerified(report);
    const cited = report.sections.flatMap((s) => s.citation_ids);
    expect(new Set(cited)).toEqual(new Set(report.citations.map((c) => c.id)));

    const { body } = await ada.get(`/v1/events?type=report.generated&project_id=${project}`);
    expect(body.data).toHaveLength(1);
    const { body_markdown: _b, sections: _s, citations: _c, ...rest } = report;
    expect(body.data[0].data).toEqual(rest);
    expect((await ada.get(`/v1/projects/${project}`)).body.data.report_count).toBe(1);
    expect((await ada.get(`/v1/projects/${project}/reports`)).body.data).toEqual([
      { ...report, body_markdown: null, sections: null, citations: null },
    ]);
    const { body: found } = await ada.get(`/v1/search?q=voucher&types=report&project_id=${project}`);
    expect(found.data).toHaveLength(1);
    expect(found.data[0]).toMatchObject({ type: 'report', id: report.id });
    expect(found.data[0].snippet).toContain('<mark>');
    expect(found.data[0].snippet).not.toMatch(/cit_|##|\\/);

    const deleted = await ada.delete(`/v1/reports/${report.id}`);
    expect(deleted.body).toEqual({ data: { id: report.id, deleted: true } });
    expect((await ada.get(`/v1/reports/${report.id}`)).status).toBe(404);
    expect((await ada.get(`/v1/projects/${project}`)).body.data.report_count).toBe(0);
    expect((await ada.get(`/v1/search?q=voucher&types=report&project_id=${project}`)).body.data).toEqual([]);
  });

  test('generates an identical report when it is generated again', async () => {
    const { project } = await study();
    const [one, two] = [await newReport(project, { prompt }), await newReport(project, { prompt })];
    expect(two.body_markdown).toBe(one.body_markdown);
    expect(two.citations).toEqual(one.citations);
  });

  test.each([
    ['usability', ['Where people struggle', 'What people like', 'What people wish for']],
    ['interview', ['What participants say about the question', 'Voucher field was hidden']],
    ['survey', ['What participants say about the question', 'Themes at a glance']],
  ])('a report with the template %s has its headings', async (template, headings) => {
    const { project } = await study();
    const report = await newReport(project, { prompt, template, title: 'Mine' });
    expect(report).toMatchObject({ template, title: 'Mine' });
    expect(report.sections.map((s) => s.heading)).toEqual(expect.arrayContaining(headings));
    await expectVerified(report);
  });

  test('writes a report in the language of the transcripts or in the requested one, and translates no quotations', async () => {
    const project = await newProject();
    await newTalk(project, 'Jana', germanTalk);
    const report = await newReport(project, {
      prompt: 'Was ist mit den Versandkosten?',
      template: 'usability',
    });
    expect(report.language).toBe('de');
    expect(report.sections.map((s) => s.heading)).toContain('Wo es hakt');
    expect(report.body_markdown).toMatch(/> „.+“\n> — Jana/);
    await expectVerified(report);
    const french = await newReport(project, { prompt: 'Versandkosten?', language: 'fr' });
    expect(french.sections.map((s) => s.heading)).toContain('Ce que les participants disent de la question');
    expect(french.body_markdown).toContain('Versandkosten');
  });

  test('uses only the requested files and tagged passages, and lists skipped files', async () => {
    const { project, mina, tom } = await study();
    const empty = (
      await ada.post(`/v1/projects/${project}/files`, { name: 'a.txt', text: 'Not transcribed.' })
    ).body.data.id;
    const only = await newReport(project, { prompt, file_ids: [tom, empty] });
    expect(only.file_ids).toEqual([tom]);
    expect(only.skipped).toEqual([{ file_id: empty, reason: 'no_transcript' }]);
    expect(new Set(only.citations.map((c) => c.file_id))).toEqual(new Set([tom]));

    const tag = (await ada.post(`/v1/projects/${project}/tags`, { name: 'Costs' })).body.data.id;
    const refused = await ada.post(`/v1/projects/${project}/reports`, { prompt, tag_ids: [tag] });
    expect(refused.body.error.details).toMatchObject([{ field: 'tag_ids' }]);
    const { segments } = (await ada.get(`/v1/files/${mina}/transcript`)).body.data;
    const late = segments[5];
    await ada.post(`/v1/tags/${tag}/taggings`, { target_type: 'segment', target_id: late.id });
    const tagged = await newReport(project, { prompt, tag_ids: [tag] });
    expect(tagged.file_ids).toEqual([mina]);
    expect(tagged.skipped).toEqual(
      expect.arrayContaining([
        { file_id: tom, reason: 'no_tagged_passage' },
        { file_id: empty, reason: 'no_transcript' },
      ]),
    );
    expect(new Set(tagged.citations.map((c) => c.segment_id))).toEqual(new Set([late.id]));
  });

  test('cites the page in a report of a document', async () => {
    const project = await newProject();
    const file = await ada.post(`/v1/projects/${project}/files`, {
      name: 'Notes.md',
      text: 'The price was hidden below the fold.\n\nNobody found the price in the first session.',
      transcribe: true,
    });
    await until(
      async () =>
        (await ada.get(`/v1/files/${file.body.data.id}`)).body.data.transcription_status === 'completed',
      'the transcript',
    );
    const report = await newReport(project, { prompt: 'Where is the price?' });
    expect(report.body_markdown).toContain('> — Notes.md, p. 1 [cit_1]');
    await expectVerified(report);
  });

  test('about a topic that does not occur states that', async () => {
    const { project } = await study();
    const report = await newReport(project, { prompt: 'Zebras?' });
    expect(report.sections[0].body_markdown).toContain('No passage speaks about the question');
  });
});

describe('a request for a report', () => {
  test('returns 422 if there is nothing to read, and costs nothing', async () => {
    const bob = await parley.account({ plan: 'basic' });
    const project = await newProject(bob);
    const refuse = async (body: object) =>
      (await bob.post(`/v1/projects/${project}/reports`, body)).body.error;
    expect(await refuse({ prompt })).toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'file_ids' }],
    });
    const file = (await bob.post(`/v1/projects/${project}/files`, { name: 'a.txt', text: 'Words.' })).body
      .data.id;
    expect(await refuse({ prompt, file_ids: [file] })).toMatchObject({ details: [{ field: 'file_ids.0' }] });
    expect((await bob.get('/v1/usage')).body.data.credits.ai_jobs.used).toBe(0);
  });

  test('returns 422 with every id that is not in the project', async () => {
    const { project, mina } = await study();
    const { mina: foreign } = await study();
    const [file, response, tag] = [newId('file', 0), newId('response', 0), newId('tag', 0)];
    const { status, body } = await ada.post(`/v1/projects/${project}/reports`, {
      prompt,
      file_ids: [mina, file, foreign, 'x'],
      response_ids: [response],
      tag_ids: [tag],
    });
    expect(status).toBe(422);
    expect(body.error.details.map((d) => d.field)).toEqual([
      'file_ids.1',
      'file_ids.2',
      'file_ids.3',
      'response_ids.0',
      'tag_ids.0',
    ]);
  });

  test.each<[object, string]>([
    [{}, 'prompt'],
    [{ prompt: '' }, 'prompt'],
    [{ prompt: ' \n' }, 'prompt'],
    [{ prompt: 7 }, 'prompt'],
    [{ prompt: 'x', template: 'poem' }, 'template'],
    [{ prompt: 'x', language: 'klingon!' }, 'language'],
    [{ prompt: 'x', file_ids: [] }, 'file_ids'],
    [{ prompt: 'x', file_ids: 'all' }, 'file_ids'],
    [{ prompt: 'x', title: '' }, 'title'],
    [{ prompt: 'x', colour: 'red' }, 'colour'],
  ])('%j is refused for its %s', async (body, field) => {
    const project = await newProject();
    const { status, body: answer } = await ada.post(`/v1/projects/${project}/reports`, body);
    expect(status).toBe(422);
    expect(answer.error.details.map((d) => d.field)).toContain(field);
  });

  test('a request for a report with a prompt that is too long returns 422', async () => {
    const project = await newProject();
    const { body } = await ada.post(`/v1/projects/${project}/reports`, { prompt: 'x'.repeat(10_001) });
    expect(body.error.details).toMatchObject([{ field: 'prompt' }]);
  });

  test('a request for the last credit of the month is accepted once', async () => {
    const eve = await parley.account({ plan: 'basic' });
    const project = await newProject(eve);
    await newTalk(project, 'Talk', minaTalk, 'en', eve);
    await parley.db.query(sql`
      insert into credit_usage (workspace_id, credit, period_start, shard, used)
      values (${eve.workspace_id}, 'ai_jobs', date_trunc('month', ${parley.clock.now()}::timestamptz at time zone 'utc')::date, 0, 99)`);
    const answers = await Promise.all(
      [1, 2, 3].map(() => eve.post(`/v1/projects/${project}/reports`, { prompt })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 402, 402]);
    expect(answers.find(({ status }) => status === 402)?.body.error.code).toBe('quota_exceeded');
    expect((await eve.get('/v1/usage')).body.data.credits.ai_jobs.used).toBe(100);
  });

  test('sent twice with one Idempotency-Key creates one job', async () => {
    const { project } = await study();
    const key = { 'idempotency-key': 'once' };
    const [a, b] = await Promise.all([
      ada.post(`/v1/projects/${project}/reports`, { prompt }, key),
      ada.post(`/v1/projects/${project}/reports`, { prompt }, key),
    ]);
    expect(a.body.data.id).toBe(b.body.data.id);
    await ended(a.body.data.id);
    expect((await ada.get(`/v1/projects/${project}`)).body.data.report_count).toBe(1);
  });
});
