import { expect, test } from 'vitest';
import { createTestClock } from '../../../../../test/harness.ts';
import { untilWaiting } from '../../../../../test/lock-waits.ts';
import { prompt, type Report, reportStudies } from '../../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';
import { newId } from '../../../../foundation/ids.ts';
import { sql } from '../../../../platform/database/index.ts';

const clock = createTestClock();
const parley = useParley({ clock, work: true });
const ada = useAccount(parley);
const { newReport, study } = reportStudies(() => ada);

const quoteOf = (words: string) => `> “${words}”`;
const body_markdown = [
  '## Shipping',
  quoteOf('I wanted to see the total with shipping before that.'),
  '## Voucher',
  quoteOf('The voucher field was hidden under a link.'),
].join('\n\n');

async function newHistory() {
  const { project, mina, tom } = await study();
  const created = await ada.post(`/v1/projects/${project}/reports`, {
    title: 'First',
    summary: 'Short.',
    body_markdown,
  });
  expect(created.status).toBe(201);
  const report = created.body.data;
  expect(report.quote_count).toBe(2);
  const path = `/v1/reports/${report.id}` as const;
  const change = async (body: object) => {
    clock.advance(1000);
    const changed = await ada.patch(path, body);
    expect(changed.status).toBe(200);
    return changed.body.data;
  };
  return { project, mina, tom, report, path, change };
}

test('each change of a report adds a revision, and an old revision can be read', async () => {
  const { report, path, change } = await newHistory();
  await change({ title: 'Second' });
  const third = await change({ body_markdown: '## Mine', summary: '' });
  // Neither a change without effect nor a share is a revision.
  await change({ title: 'Second' });
  await ada.post(`${path}/share`);

  expect((await ada.get(`${path}/revisions`)).body.data).toMatchObject([
    { revision: 3, action: 'edit', title: 'Second', created_by: ada.user_id, created_at: third.updated_at },
    { revision: 2, action: 'edit', title: 'Second', created_by: ada.user_id },
    { revision: 1, action: 'create', title: 'First', created_by: ada.user_id, created_at: report.created_at },
  ]);
  const shared = (await ada.get(path)).body.data;
  expect((await ada.get(`${path}?revision=1`)).body.data).toEqual({ ...report, share_url: shared.share_url });
  expect((await ada.get(`${path}?revision=2`)).body.data).toMatchObject({
    version: 2,
    title: 'Second',
    status: 'edited',
    body_markdown: report.body_markdown,
    citations: report.citations,
  });
  expect((await ada.get(`${path}?revision=3`)).body.data).toEqual(shared);
  expect((await ada.get(`${path}?revision=4`)).status).toBe(404);
});

test('the first revision of a generated report is by no user and has the status ready', async () => {
  const { project } = await study();
  const report = await newReport(project, { prompt });
  const path = `/v1/reports/${report.id}`;
  await ada.patch(path, { title: 'Second' });
  expect((await ada.get(`${path}/revisions`)).body.data).toMatchObject([
    { revision: 2, action: 'edit', created_by: ada.user_id },
    { revision: 1, action: 'generate', title: prompt, created_by: null },
  ]);
  expect((await ada.get(`${path}?revision=1`)).body.data).toEqual(report);
});

test('lists revisions in pages', async () => {
  const { path, change } = await newHistory();
  for (const title of ['Two', 'Three', 'Four', 'Five']) await change({ title });
  const seen: number[] = [];
  let cursor = '';
  do {
    const { body } = await ada.get(`${path}/revisions?limit=2${cursor}`);
    seen.push(...body.data.map(({ revision }) => revision));
    cursor = body.meta.next_cursor ? `&cursor=${body.meta.next_cursor}` : '';
  } while (cursor);
  expect(seen).toEqual([5, 4, 3, 2, 1]);
});

test('a revert restores the text of a revision as a new revision, with verified quotations', async () => {
  const { report, path, change } = await newHistory();
  await change({ title: 'Other', summary: 'Other.', body_markdown: '## Other' });
  const reverted = await ada.post(`${path}/revert`, { revision: 1, expected_version: 2 });
  expect(reverted.status).toBe(200);
  const { title, summary, body_markdown, citations, quote_count } = report;
  expect(reverted.body.data).toMatchObject({ title, summary, body_markdown, citations, quote_count });
  expect(reverted.body.data).toMatchObject({ version: 3, status: 'edited' });
  expect((await ada.get(path)).body.data).toEqual(reverted.body.data);
  expect((await ada.get(`${path}/revisions`)).body.data).toMatchObject([
    { revision: 3, action: 'revert', created_by: ada.user_id },
    { revision: 2, action: 'edit' },
    { revision: 1, action: 'create' },
  ]);
  expect((await ada.get(`${path}?revision=2`)).body.data).toMatchObject({
    title: 'Other',
    body_markdown: '## Other',
  });
  // The current text is restored already.
  expect((await ada.post(`${path}/revert`, { revision: 3 })).body.data.version).toBe(3);
});

test('a revert is refused with 404 without such a revision, and with 422 for another version or bad input', async () => {
  const { path, change } = await newHistory();
  await change({ title: 'Two' });
  const revert = (body: unknown) => ada.post(`${path}/revert`, body);
  expect((await revert({ revision: 9 })).status).toBe(404);
  const stale = await revert({ revision: 1, expected_version: 1 });
  expect(stale.status).toBe(422);
  expect(stale.body.error.details).toMatchObject([{ field: 'expected_version' }]);
  for (const [body, field] of [
    [{}, 'revision'],
    [{ revision: 0 }, 'revision'],
    [{ revision: '1' }, 'revision'],
    [{ revision: 1e12 }, 'revision'],
    [{ revision: 1, title: 'x' }, 'title'],
  ] as const) {
    const refused = await revert(body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject([{ field }]);
  }
  expect((await ada.get(`${path}?revision=x`)).status).toBe(422);
  expect((await ada.get(path)).body.data.title).toBe('Two');
});

test('marks quotations of a file that was deleted since, in an old revision and after a revert', async () => {
  const { path, report, mina, change } = await newHistory();
  await change({ summary: '', body_markdown: '## Empty' });
  await ada.delete(`/v1/files/${mina}`);
  const isMarked = (record: Report) =>
    record.citations.map(({ file_id, source_deleted }) => [file_id, source_deleted]);
  const expected = report.citations.map(({ file_id }) => [file_id, file_id === mina]);
  expect(expected.some(([, deleted]) => deleted)).toBe(true);
  const old = (await ada.get(`${path}?revision=1`)).body.data;
  expect(isMarked(old)).toEqual(expected);
  expect(old.body_markdown).toBe(report.body_markdown);
  const reverted = (await ada.post(`${path}/revert`, { revision: 1 })).body.data;
  expect(isMarked(reverted)).toEqual(expected);
  expect(reverted.body_markdown).toBe(report.body_markdown);
});

test('retains the newest 200 revisions, and fewer if they are large', async () => {
  const { path, report, change } = await newHistory();
  const addRows = (from: number, to: number, body: string) =>
    parley.db.query(sql`
      insert into report_revisions (report_id, revision, action, title, summary, body_markdown, citations, created_at)
      select ${report.id}, n, 'edit', 'Title', '', ${body}, '[]', ${clock.now()} from generate_series(${from}::integer, ${to}::integer) n`);
  const stored = async () =>
    (
      await parley.db.query<{ revision: number }>(
        sql`select revision from report_revisions where report_id = ${report.id} order by revision`,
      )
    ).map(({ revision }) => revision);
  await addRows(2, 300, 'Text');
  await parley.db.query(sql`update reports set version = 300 where id = ${report.id}`);
  await change({ title: 'Next' });
  const numbers = await stored();
  expect(numbers).toHaveLength(200);
  expect([numbers[0], numbers.at(-1)]).toEqual([102, 301]);

  // Text that PostgreSQL cannot compress.
  const [large] = await parley.db.query<{ text: string }>(sql`
    select string_agg(md5(n::text), '') as text from generate_series(1, 40000) n`);
  await addRows(302, 340, large?.text ?? '');
  await parley.db.query(sql`update reports set version = 340 where id = ${report.id}`);
  await change({ title: 'Last' });
  const left = await stored();
  expect(left.length).toBeGreaterThan(10);
  expect(left.length).toBeLessThan(39);
  expect(left.at(-1)).toBe(341);
  expect((await ada.get(`${path}?revision=102`)).status).toBe(404);
});

test('a viewer reads the revisions of a shared report and reverts none; other members and workspaces read none', async () => {
  const { project, path, change } = await newHistory();
  await change({ title: 'Two' });
  const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
  const bea = await parley.account();
  const statuses = async (who: typeof ada) => [
    (await who.get(`${path}/revisions`)).status,
    (await who.get(`${path}?revision=1`)).status,
    (await who.post(`${path}/revert`, { revision: 1 })).status,
    (await who.get(`${path}?revision=77`)).status,
  ];
  expect(await statuses(viewer)).toEqual([403, 403, 403, 403]);
  expect(await statuses(bea)).toEqual([404, 404, 404, 404]);
  await ada.patch(`/v1/projects/${project}`, { visibility: 'workspace' });
  expect(await statuses(viewer)).toEqual([200, 200, 403, 404]);
});

test('a revert that began before an erasure does not bring back the name that the erasure removed', async () => {
  const { project, report, path, change } = await newHistory();
  const [participant] = await parley.db.query<{ id: string }>(sql`
    insert into participants (id, project_id, email, name, created_at, updated_at)
    values (${newId('participant', clock.now().getTime())}, ${project}, 'zelda@example.com', 'Zelda Quixotina', now(), now())
    returning id`);
  const named = await change({ summary: 'Zelda Quixotina said it.' });
  await change({ summary: 'Somebody said it.' });
  const reverted = await parley.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from reports where id = ${report.id} for update`);
    const pending = ada.post(`${path}/revert`, { revision: named.version });
    await untilWaiting(parley.db, 1);
    const erased = await ada.post(`/v1/participants/${participant?.id}/erase`);
    expect(erased.status).toBe(200);
    return { pending };
  });
  expect((await reverted.pending).status).toBe(200);
  expect((await ada.get(path)).body.data.summary).toBe('[removed] said it.');
});

test('a shared page shows the second of two changes of the same millisecond', async () => {
  const { path, change } = await newHistory();
  const { share_url } = (await ada.post(`${path}/share`)).body.data;
  const read = async () => (await fetch(share_url as string)).text();
  await change({ title: 'Earlier' });
  expect(await read()).toContain('Earlier');
  await ada.patch(path, { title: 'Later' });
  expect(await read()).toContain('Later');
});
