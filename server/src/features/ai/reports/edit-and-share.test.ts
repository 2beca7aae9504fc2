import mammoth from 'mammoth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, type TestParley } from '../../../../test/harness.ts';
import { type Json, prompt, reportStudies } from '../../../../test/report-studies.ts';
import { sql } from '../../../platform/database/index.ts';

/** Editing, sharing and exporting a report, and the deletion of its sources. */

const clock = createTestClock();
let parley: TestParley;
let ada: Account;

beforeAll(async () => {
  parley = await startParley({ clock, work: true });
  ada = await parley.account();
});
afterAll(() => parley.stop());

const { ended, newReport, study } = reportStudies(() => ada);

describe('an edited report', () => {
  test('has the status edited; its quotations are verified again, and unverified ones lose their marks', async () => {
    const { project } = await study();
    const report = await newReport(project, { prompt });
    const [first, second] = report.citations;
    const body_markdown = [
      'A foreword.',
      '',
      '## Mine',
      '',
      `> “${first.quote}”`,
      `> — The Queen, 9:99 [${first.id}]`,
      '',
      `> ${second.quote} and I hated every minute of it [${second.id}]`,
      '',
      'She “wanted to see the total with shipping”, not “a pony for her birthday”, by the “Buy” button.',
    ].join('\n');
    const edited = (await ada.patch(`/v1/reports/${report.id}`, { body_markdown, title: 'Mine' })).body.data;
    expect(edited).toMatchObject({
      title: 'Mine',
      status: 'edited',
      summary: report.summary,
      quote_count: 2,
      unverified_quote_count: 2,
    });
    expect(edited.body_markdown).toContain(`— ${first.speaker}, `);
    expect(edited.body_markdown).not.toContain('Queen');
    expect(edited.body_markdown).toContain(
      `hated every minute of it *(not found word for word in the transcript)*`,
    );
    expect(edited.body_markdown).not.toMatch(/> .*hated/);
    expect(edited.body_markdown).toContain('“wanted to see the total with shipping” [cit_');
    expect(edited.body_markdown).toContain('not a pony for her birthday [cit_');
    expect(edited.body_markdown).toContain('the “Buy” button');
    expect(edited.sections.map((s: Json) => s.heading)).toEqual(['', 'Mine']);
    expect((await ada.get(`/v1/reports/${report.id}`)).body.data).toEqual(edited);
    const { content } = (await ada.get(`/v1/reports/${report.id}/export?format=html`)).body.data;
    const anchors = [...content.matchAll(/href="#(cit_\d+)"/g)].map(([, id]) => id);
    expect(anchors).toHaveLength(2);
    for (const id of anchors) expect(content).toContain(`<li id="${id}">`);
    expect(content.match(/<sup class="unverified">\[\d+, unverified\]<\/sup>/g)).toHaveLength(2);

    const again = await ada.patch(`/v1/reports/${report.id}`, { body_markdown: edited.body_markdown });
    expect(again.body.data).toEqual(edited);
    const { body } = await ada.get(`/v1/search?q=pony&types=report&project_id=${project}`);
    expect(body.data).toHaveLength(1);
  });

  test('contains both of two concurrent changes', async () => {
    const { project } = await study();
    const report = await newReport(project, { prompt });
    await Promise.all([
      ada.patch(`/v1/reports/${report.id}`, { title: 'New title' }),
      ada.patch(`/v1/reports/${report.id}`, { summary: 'New summary.' }),
      ada.patch(`/v1/reports/${report.id}`, { body_markdown: '## New' }),
    ]);
    expect((await ada.get(`/v1/reports/${report.id}`)).body.data).toMatchObject({
      title: 'New title',
      summary: 'New summary.',
      body_markdown: '## New',
      citations: [],
      quote_count: 0,
      status: 'edited',
    });
  });

  test.each([
    {},
    { body_markdown: '' },
    { body_markdown: null },
    { title: ' ' },
    { status: 'ready' },
    { citations: [] },
  ])('returns 422 for the change %j', async (change) => {
    const { project } = await study();
    const { id } = await newReport(project, { prompt });
    expect((await ada.patch(`/v1/reports/${id}`, change)).status).toBe(422);
  });

  test('accepts very many quotation marks and brackets', async () => {
    const { project } = await study();
    const { id } = await newReport(project, { prompt });
    for (const piece of ['>', '“', '"', "'", '[cit_1]', '`', '\\', '« '])
      expect(
        (await ada.patch(`/v1/reports/${id}`, { body_markdown: piece.repeat(150_000 / piece.length) }))
          .status,
      ).toBe(200);
  });
});

describe('the sources of a report', () => {
  test('can be corrected or deleted: the quote remains, marked source_deleted', async () => {
    const { project, mina } = await study();
    const report = await newReport(project, { prompt });
    const ofMina = report.citations.filter((c: Json) => c.file_id === mina);
    expect(ofMina.length).toBeGreaterThan(0);
    const segment = ofMina[0].segment_id;
    await ada.patch(`/v1/files/${mina}/transcript/segments/${segment}`, { text: 'Something else.' });
    const touched = await ada.patch(`/v1/reports/${report.id}`, {
      body_markdown: `${report.body_markdown}\n\nDone.`,
    });
    expect(touched.body.data).toMatchObject({ quote_count: report.quote_count, unverified_quote_count: 0 });

    await ada.delete(`/v1/files/${mina}`);
    const after = (await ada.get(`/v1/reports/${report.id}`)).body.data;
    for (const citation of after.citations)
      expect(citation).toMatchObject({ verified: true, source_deleted: citation.file_id === mina });
    const renamed = (
      await ada.patch(`/v1/reports/${report.id}`, { body_markdown: `${after.body_markdown}\n\nAgain.` })
    ).body.data;
    expect(renamed.citations).toEqual(after.citations);
    expect(renamed.body_markdown).toContain('Talk with Mina');
  });
});

test('concurrent deletions, edits and writes of reports, files and transcripts do not deadlock', async () => {
  const { project, mina, tom } = await study();
  const reports = await Promise.all([1, 2, 3, 4].map(() => newReport(project, { prompt })));
  const { segments } = (await ada.get(`/v1/files/${tom}/transcript`)).body.data;
  const answers = await Promise.all([
    ada.post(`/v1/projects/${project}/reports`, { prompt, file_ids: [tom] }),
    ada.delete(`/v1/reports/${reports[0].id}`),
    ada.delete(`/v1/files/${mina}`),
    ada.patch(`/v1/reports/${reports[1].id}`, { body_markdown: `${reports[1].body_markdown}\n\nMore.` }),
    ada.delete(`/v1/reports/${reports[2].id}`),
    ada.put(`/v1/files/${tom}/transcript`, {
      segments: segments.slice(0, 3).map((s: Json) => ({ ...turnOf(s) })),
    }),
    ada.delete(`/v1/reports/${reports[3].id}`),
    ada.post(`/v1/projects/${project}/notes`, { body: 'Meanwhile.' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([202, 200, 200, 200, 200, 200, 200, 201]);
  expect((await ended(answers[0].body.data.id)).status).toBe('succeeded');
  expect((await ada.get(`/v1/projects/${project}`)).body.data).toMatchObject({
    report_count: 2,
    file_count: 1,
  });
});

const turnOf = ({ speaker, start_seconds, end_seconds, text }: Json) => ({
  speaker,
  start_seconds,
  end_seconds,
  text: `${text} Indeed.`,
});

describe('a shared report', () => {
  test('is readable by anyone with the link until the link is revoked', async () => {
    const { project } = await study();
    const report = await newReport(project, { prompt: '<script>alert(1)</script> & checkout?' });
    const [one, two] = await Promise.all([
      ada.post(`/v1/reports/${report.id}/share`),
      ada.post(`/v1/reports/${report.id}/share`),
    ]);
    const { share_url } = one.body.data;
    expect(two.body.data.share_url).toBe(share_url);
    const { body: list } = await ada.get(`/v1/projects/${report.project_id}/reports`);
    expect(list.data.map((listed: { share_url: string }) => listed.share_url)).toContain(share_url);
    const stored = await parley.db.query<{ text: string }>(sql`select r::text as text from reports r`);
    expect(stored.map(({ text }) => text).join()).not.toContain(share_url.slice(-32));
    const shown = await fetch(share_url);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await shown.text();
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; checkout?');
    expect(html).not.toContain('<script');
    expect(html).toContain('<blockquote>“');
    expect((await fetch(share_url.replace(/.$/, '!'))).status).toBe(404);
    expect((await fetch(share_url.replace(/.{4}$/, 'aaaa'))).status).toBe(404);
    expect((await ada.delete(`/v1/reports/${report.id}/share`)).body.data.share_url).toBeNull();
    expect((await fetch(share_url)).status).toBe(404);
    const again = (await ada.post(`/v1/reports/${report.id}/share`)).body.data.share_url;
    expect(again).not.toBe(share_url);
    await ada.delete(`/v1/projects/${project}`);
    expect((await fetch(again)).status).toBe(404);
  });
});

describe('an export', () => {
  test('contains the whole report as Markdown, HTML or Word document', async () => {
    const { project } = await study();
    const report = await newReport(project, { prompt, title: 'A/B: "why?"' });
    const [{ quote }] = report.citations;
    const get = async (format: string) =>
      (await ada.get(`/v1/reports/${report.id}/export?format=${format}`)).body.data;
    const md = await get('md');
    expect(md).toMatchObject({ format: 'md', filename: 'A B why.md', encoding: 'utf-8' });
    expect(md.content).toMatch(/^# A\/B: "why\?"\n\n/);
    expect(md.content).toContain(quote);
    expect(md.content).toContain('## Sources');
    expect(md.content).not.toContain('cit_');
    const html = await get('html');
    expect(html.content).toContain('<table>');
    expect(html.content).toContain('id="cit_1"');
    const docx = await get('docx');
    expect(docx).toMatchObject({ encoding: 'base64', filename: 'A B why.docx' });
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(docx.content, 'base64') });
    expect(value).toContain(quote);
    expect(value).toContain('Sources');
    clock.advance(5_000);
    expect((await get('docx')).content).toBe(docx.content);
    expect((await ada.get(`/v1/reports/${report.id}/export?format=pdf`)).status).toBe(422);
    expect((await ada.get(`/v1/reports/${report.id}/export`)).status).toBe(422);
  });
});
