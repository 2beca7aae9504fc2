import mammoth from 'mammoth';
import { describe, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { untilWaiting } from '../../../../test/lock-waits.ts';
import { prompt, reportStudies } from '../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

/** Editing, sharing and exporting a report, and the deletion of its sources. */

const clock = createTestClock();
const parley = useParley({ clock, work: true });
const ada = useAccount(parley);

const { newReport, study } = reportStudies(() => ada);

describe('an edited report', () => {
  test('an edited report has the next version, and refuses a change of an earlier version with 422', async () => {
    const { project } = await study();
    const { id, version } = await newReport(project, { prompt });
    const change = (body: object) => ada.patch(`/v1/reports/${id}`, body);
    expect(version).toBe(1);
    expect((await change({ title: 'First', expected_version: 1 })).body.data.version).toBe(2);
    for (const stale of [{ title: 'Second' }, { title: 'First' }, { summary: 'Another.' }]) {
      const refused = await change({ ...stale, expected_version: 1 });
      expect(refused.status).toBe(422);
      expect(refused.body.error.details).toEqual([
        {
          field: 'expected_version',
          message: 'This report was changed and is at version 2 now. Read it again.',
        },
      ]);
    }
    // Neither a change without effect nor sharing changes what an edit could overwrite.
    expect((await change({ title: 'First', expected_version: 2 })).body.data.version).toBe(2);
    expect((await ada.post(`/v1/reports/${id}/share`)).body.data.version).toBe(2);
    expect((await change({ summary: 'Another.' })).body.data.version).toBe(3);
    expect((await ada.get(`/v1/reports/${id}`)).body.data).toMatchObject({ title: 'First', version: 3 });
    expect((await ada.get(`/v1/projects/${project}/reports`)).body.data[0].version).toBe(3);
  });

  test('lets one of two changes of the same version pass', async () => {
    const { project } = await study();
    const { id } = await newReport(project, { prompt });
    // Both have read the report before either writes it: they wait for this lock.
    const { both } = await parley.db.transaction(async (tx) => {
      await tx.query(sql`select 1 from reports where id = ${id} for no key update`);
      const both = ['One', 'Two'].map((title) =>
        ada.patch(`/v1/reports/${id}`, { title, expected_version: 1 }),
      );
      await untilWaiting(parley.db, 2);
      return { both };
    });
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 422]);
  });

  test('an edited report has the status edited; its quotations are verified again, and unverified ones lose their marks', async () => {
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
    expect(edited.sections.map((s) => s.heading)).toEqual(['', 'Mine']);
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

  test('returns 422 for a change that is empty, has a wrong type or names a read-only field', async () => {
    const { project } = await study();
    const { id } = await newReport(project, { prompt });
    const changes = [{}, { body_markdown: null }, { title: ' ' }, { status: 'ready' }, { citations: [] }];
    for (const change of changes)
      expect([change, (await ada.patch(`/v1/reports/${id}`, change)).status]).toEqual([change, 422]);
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
  test('the sources of a report can be corrected or deleted: the quote remains, marked source_deleted', async () => {
    const { project, mina } = await study();
    const report = await newReport(project, { prompt });
    const ofMina = report.citations.filter((c) => c.file_id === mina);
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

describe('a shared report', () => {
  test('shows a shared report to anyone with the link until the link is revoked', async () => {
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
