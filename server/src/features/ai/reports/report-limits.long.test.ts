import { beforeAll, expect, test } from 'vitest';
import { createRouteFixture, factories } from '../../../../test/factories.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { exportOf, pageOf } from './service.ts';
import type { ReportRow } from './store.ts';
import { createReportThreads } from './threads/report-threads.ts';

/** Limits: no text of a user blocks the server or exhausts its memory. */

const parley = useParley();
const ada = useAccount(parley);
let report: string;
beforeAll(async () => {
  report = (await factories.report?.(await createRouteFixture(parley, ada))) as string;
});

const write = (body_markdown: string) => ada.patch(`/v1/reports/${report}`, { body_markdown });
const exported = (format: string) => ada.get(`/v1/reports/${report}/export?format=${format}`);
const fieldsOf = ({ body }: { body: { error: { details: { field: string }[] } } }) =>
  body.error.details.map(({ field }) => field);

/** Measures the longest time without a response from the server while `work` runs. */
async function longestSilenceDuring(work: Promise<unknown>): Promise<number> {
  let [isOver, longest] = [false, 0];
  work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const askedAt = performance.now();
    await fetch(`${parley.url}/healthz`).then((response) => response.arrayBuffer());
    longest = Math.max(longest, performance.now() - askedAt);
  }
  return longest;
}

test('exports and shows a wide table with thousands of short rows', async () => {
  const wide = `|a${'|'.repeat(6_000)}\n|${'-|'.repeat(6_000)}\n${'|b|\n'.repeat(1_500)}`;
  expect((await write(wide)).status).toBe(200);
  for (const format of ['docx', 'html', 'md']) expect((await exported(format)).status).toBe(200);
  const { share_url } = (await ada.post(`/v1/reports/${report}/share`)).body.data;
  const page = await fetch(parley.url + new URL(share_url).pathname);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<td>b</td>');
});

test('returns 422 for a Word document that would exceed the memory limit, and suggests another format', async () => {
  expect((await write(`|a|b|\n|-|-|\n${'|a|b|\n'.repeat(30_000)}`)).status).toBe(200);
  const refused = await exported('docx');
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toEqual([
    {
      field: 'format',
      message:
        'This report has too many table cells and paragraphs for a Word document. Export it as md or html.',
    },
  ]);
  for (const format of ['html', 'md']) expect((await exported(format)).status).toBe(200);
});

test('responds to other requests while a large Word document is written', async () => {
  expect((await write('- a\n'.repeat(14_000))).status).toBe(200);
  const writing = exported('docx');
  expect(await longestSilenceDuring(writing)).toBeLessThan(1_500);
  expect((await writing).status).toBe(200);
});

test('returns 422, not 500, for a page and an export that take too long', async () => {
  const threads = createReportThreads({ deadlineMs: 1 });
  const [row] = await parley.db.query<ReportRow>(sql`select * from reports where id = ${report}`);
  for (const refused of [pageOf(threads, row as ReportRow), exportOf(threads, row as ReportRow, 'html')])
    await expect(refused).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ message: 'This report takes too long to process. Shorten it, or use fewer files.' }],
    });
  await threads.close();
});

test('returns 422 for more than 2,000 quotations and changes nothing', async () => {
  const before = (await write('Short.')).body.data;
  const quotations = Array.from({ length: 2_001 }, (_, i) => `> Nobody said this ${i}`).join('\n\n');
  const refused = await write(quotations);
  expect(refused.status).toBe(422);
  expect(fieldsOf(refused)).toEqual(['body_markdown']);
  expect((await ada.get(`/v1/reports/${report}`)).body.data).toEqual(before);
  const summary = await ada.patch(`/v1/reports/${report}`, {
    summary: Array.from({ length: 2_001 }, (_, i) => `“${i}”`).join(' '),
  });
  expect(fieldsOf(summary)).toEqual(['summary']);
});

test('verifies a thousand quotations against 20,000 segments while it responds to other requests', async () => {
  const { body } = await ada.post('/v1/projects', { name: 'Long' });
  const project_id = body.data.id;
  const textOf = (i: number) => `this is what was said in turn ${i} and a bit more of ${(i * 7) % 1_000}`;
  const segments = Array.from({ length: 20_000 }, (_, i) => ({
    speaker: i % 2 ? 'Ann' : 'Bo',
    start_seconds: i,
    end_seconds: i + 1,
    text: textOf(i),
  }));
  const file = await ada.post(`/v1/projects/${project_id}/files`, { name: 'Talk', transcript: { segments } });
  expect(file.status).toBe(201);
  report = (await factories.report?.({ parley, owner: ada, project_id, ids: {} })) as string;
  await parley.db.query(sql`update reports set file_ids = ${[file.body.data.id]} where id = ${report}`);
  const quotes = Array.from({ length: 1_000 }, (_, i) => `> said in turn ${i * 40} ${i % 2 ? 'and' : 'or'}`);
  const edit = write(quotes.join('\n\n'));
  expect(await longestSilenceDuring(edit)).toBeLessThan(2_000);
  const { status, body: edited } = await edit;
  expect(status).toBe(200);
  expect(edited.data).toMatchObject({ quote_count: 250, unverified_quote_count: 750 });
});
