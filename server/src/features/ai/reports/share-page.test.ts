import { beforeAll, expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: string;
let report: string;
let clip: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Secret project' })).body.data.id;
  const transcript = {
    segments: [{ speaker: 'Ben', start_seconds: 4, end_seconds: 9, text: 'I just wanted the shoes.' }],
  };
  const file = (await ada.post(`/v1/projects/${project}/files`, { name: 'Talk', transcript })).body.data.id;
  await parley.db.query(sql`update files set kind = 'audio', duration_seconds = 60 where id = ${file}`);
  const span = { file_id: file, name: 'Shoes', start_seconds: 2, end_seconds: 12 };
  clip = (await ada.post(`/v1/projects/${project}/clips`, span)).body.data.id;
  // Not cut, because only its place and its link matter here.
  await parley.db.query(sql`update clips set status = 'ready' where id = ${clip}`);
  report = newId('report', Date.now());
  const citation = (id: string, start_seconds: number) => ({
    id,
    file_id: file,
    response_id: null,
    segment_id: null,
    start_seconds,
    end_seconds: start_seconds + 5,
    speaker: 'Ben',
    quote: 'I just wanted the shoes.',
    verified: true,
    transcript_revision: 1,
    source_deleted: false,
    file_name: 'Talk',
    page: null,
  });
  const citations = JSON.stringify([citation('cit_1', 4), citation('cit_2', 30)]);
  const body =
    '> “I just wanted the shoes.”\n> — Ben, Talk, 0:04 [cit_1]\n\nAgain [cit_2]. <!--by--> <!--play cit_1-->';
  await parley.db.query(sql`
    insert into reports (id, workspace_id, project_id, title, prompt, template, status, summary, body_markdown, citations,
      file_ids, skipped, model, job_id, created_by, created_at, updated_at)
    values (${report}, ${ada.workspace_id}, ${project}, 'Shoes <script>', 'Why?', 'summary', 'ready', 'So.', ${body},
      ${citations}, ${[file]}, '[]', 'm', ${newId('job', Date.now())}, ${ada.user_id}, now(), now())`);
});

test('a shared report plays a citation only while a shared clip contains its moment', async () => {
  const url = (await ada.post(`/v1/reports/${report}/share`)).body.data.share_url as string;
  const read = async () => (await fetch(url)).text();
  expect(await read()).not.toContain('Play 0:04');

  const clipUrl = (await ada.post(`/v1/clips/${clip}/share`)).body.data.share_url as string;
  const page = await read();
  expect(page).toContain(`<a href="${new URL(clipUrl).pathname}">Play 0:04</a>`);
  expect(page).not.toContain('Play 0:30');

  await ada.delete(`/v1/clips/${clip}/share`);
  expect(await read()).not.toContain('Play 0:04');
});

test('a shared report names the workspace, runs no script and reveals nothing else to link previews', async () => {
  const url = (await ada.post(`/v1/reports/${report}/share`)).body.data.share_url as string;
  const response = await fetch(url);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script-src');
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  const page = await response.text();
  const workspace = (await ada.get('/v1/workspace')).body.data.name as string;
  expect(page).toContain(`<span class="by">${workspace}</span>`);
  expect(page).toContain('<meta property="og:title" content="Shoes &lt;script&gt;">');
  expect(page).not.toContain('og:description');
  expect(page).not.toContain('Secret project');
  // Marks that a report contains as text stay text.
  expect(page).toContain('&lt;!--by--&gt;');
  expect(page).toContain('<cite>— Ben, Talk, 0:04');
});

test('shows a workspace name with dollar signs as it is', async () => {
  const url = (await ada.post(`/v1/reports/${report}/share`)).body.data.share_url as string;
  expect((await ada.patch('/v1/workspace', { name: "Cash $& Co $' $` $$" })).status).toBe(200);
  expect(await (await fetch(url)).text()).toContain('<span class="by">Cash $&amp; Co $&#39; $` $$</span>');
});

test('a shared page with very many citations costs little each time that it is read', async () => {
  const [{ citations }] = (await parley.db.query<{ citations: object[] }>(
    sql`select citations from reports where id = ${report}`,
  )) as [{ citations: object[] }];
  const many = Array.from({ length: 2_000 }, (_, n) => ({
    ...citations[0],
    id: `cit_${n + 1}`,
    speaker: `Ben ${'of the second floor '.repeat(10)}`,
  }));
  const copy = newId('report', Date.now());
  await parley.db.query(sql`
    insert into reports (id, workspace_id, project_id, title, prompt, template, status, summary, body_markdown, citations,
      file_ids, skipped, model, job_id, created_by, created_at, updated_at)
    select ${copy}, workspace_id, project_id, title, prompt, template, status, summary, 'Many.', ${JSON.stringify(many)},
      file_ids, skipped, model, job_id, created_by, created_at, updated_at from reports where id = ${report}`);
  await ada.post(`/v1/clips/${clip}/share`);
  const url = (await ada.post(`/v1/reports/${copy}/share`)).body.data.share_url as string;
  const read = async () => (await fetch(url)).text();
  expect((await read()).match(/Play 0:04/g)).toHaveLength(2_000);
  // The page is stored by now, so this is the work on the thread that serves all requests.
  const before = process.cpuUsage();
  await read();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
