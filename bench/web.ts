import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findRunningPostgres } from '@parley/embedded-postgres';
import pg from 'pg';
import type { Browser, BrowserContext } from 'playwright-core';
import { openBrowser } from '../e2e/browser/chromium.ts';
import { seedInterviews } from './interviews.ts';
import { startParley } from './processes.ts';
import { createReport } from './report.ts';
import { measureStreams } from './streams.ts';
import { type FilePageResult, measureFilePage } from './web/file-page.ts';
import { measureLoad, sum } from './web/measures.ts';
import { createWebStudy } from './web/study.ts';

/**
 * `npm run bench:web` measures the built web application with Chromium: scripts as transferred, the largest paint on a
 * processor that is four times slower, a long transcript, and live updates. Medians of five; BENCH_ROUNDS=1 is a smoke test.
 * On a busy machine only sizes and memory are meaningful.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const kB = 1_000;
const report = createReport();
const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
const parley = await startParley(dataDir, { MAX_CONNECTIONS_PER_ADDRESS: '0' });
let browser: Browser | undefined;

async function signedIn(chromium: Browser): Promise<BrowserContext> {
  const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
  const { email, password } = parley.firstSignIn as { email: string; password: string };
  const response = await context.request.post(`${parley.url}/app/sign-in`, {
    data: { email, password },
    headers: { origin: parley.url },
  });
  if (!response.ok()) throw new Error(`sign-in: ${response.status()}`);
  return context;
}

async function repeat<T>(work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < rounds; i++) results.push(await work());
  return results;
}

try {
  const study = await createWebStudy(parley.url, parley.firstSignIn?.apiKey as string);
  browser = await openBrowser();
  const chromium = browser;
  const context = await signedIn(chromium);
  const stranger = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
  const project = `/projects/${study.projectId}`;
  const file = `${project}/files/${study.fileId}`;

  const home = await measureLoad({ context, url: `${parley.url}/projects`, ready: 'h1' });
  report.value(
    'script on the first load of the projects, transferred',
    [sum(home.scripts.values()) / kB],
    'kB',
    180,
  );
  for (const route of [
    project,
    `${project}/files`,
    file,
    `${project}/tags`,
    `${project}/notes`,
    `${project}/board`,
    `${project}/clips`,
    `${project}/highlights`,
    `${project}/insights`,
    `${project}/ask`,
    `${project}/reports`,
    '/inbox',
    '/search?q=basket',
    '/settings/members',
  ]) {
    const { scripts } = await measureLoad({ context, url: parley.url + route, ready: 'h1, main' });
    const own = [...scripts].filter(([name]) => !home.scripts.has(name)).map(([, bytes]) => bytes);
    const name = route.replace(study.projectId, ':p').replace(study.fileId, ':f');
    report.value(`more script for ${name}, transferred`, [sum(own) / kB], 'kB', 80);
  }

  for (const [name, where, from, ready] of [
    ['sign-in', '/sign-in', stranger, 'h1'],
    ['projects', '/projects', context, 'h1'],
    ['project', project, context, 'h1'],
    ['file', file, context, '[data-highlights]'],
    ['highlights', `${project}/highlights`, context, 'h1'],
    ['insights', `${project}/insights`, context, 'h1'],
  ] as const) {
    const loads = await repeat(() =>
      measureLoad({ context: from, url: parley.url + where, ready, cpuSlowdown: 4 }),
    );
    report.value(
      `${name}: largest paint, processor four times slower`,
      loads.map((load) => load.paintMs),
      'ms',
      1_200,
    );
    report.value(
      `${name}: layout shift`,
      loads.map((load) => load.shift),
      '',
      0.02,
    );
  }

  const pages = await repeat(() => measureFilePage(context, parley.url + file));
  const of = (key: keyof FilePageResult) => pages.map((page) => page[key]);
  report.value('file with 2,500 segments and 800 highlights opens', of('opensMs'), 'ms', 1_000);
  report.value('… jumps to a moment', of('jumpMs'), 'ms', 300);
  report.value('… work for each move of the active row', of('activeRowMs'), 'ms', 16);
  report.value('… nodes in the list', of('listNodes'), '', 600);
  report.value('… shows a new highlight', of('highlightMs'), 'ms', 100);

  const matrix = `${parley.url}/projects/${await createInterviews(study)}/insights`;
  report.value(
    'matrix of 100 people and 50 tags opens',
    await repeat(() => measureMatrix(context, matrix)),
    'ms',
    500,
  );

  report.value('another browser shows a moved card', await measureMoves(chromium, study), 'ms', 1_000);

  const change = async (): Promise<string> =>
    (await study.call('POST', '/v1/projects', { name: 'New', visibility: 'workspace' })).id;
  const streams = await measureStreams(parley, dataDir, 1_000, change, study.workspaceId);
  report.value('memory of 1,000 open streams', [streams.bytes / 1e6], 'MB', 100);
  report.value('a change reaches the last of them', [streams.lastMs], 'ms', 1_000);
} finally {
  await browser?.close();
  await parley.stop();
  await rm(dataDir, { recursive: true, force: true });
}
report.finish({ judge: rounds > 1 });

/** A project with interviews of 100 people, whose highlights have 50 tags. */
async function createInterviews(study: Awaited<ReturnType<typeof createWebStudy>>): Promise<string> {
  const { id: projectId } = await study.call('POST', '/v1/projects', { name: 'Interviews' });
  const db = new pg.Client(await findRunningPostgres(dataDir, 'parley'));
  await db.connect();
  try {
    await seedInterviews(db, {
      projectId,
      count: 100,
      segmentsOfEach: 300,
      tags: 50,
      highlightsOfEach: 100,
    });
  } finally {
    await db.end();
  }
  return projectId;
}

/** From the navigation until the first numbers are shown. */
async function measureMatrix(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  try {
    const began = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.getByRole('gridcell').first().waitFor();
    return performance.now() - began;
  } finally {
    await page.close();
  }
}

/** From the committed move until the card is in its new lane in a browser. */
async function measureMoves(
  chromium: Browser,
  study: Awaited<ReturnType<typeof createWebStudy>>,
): Promise<number[]> {
  const context = await signedIn(chromium);
  const page = await context.newPage();
  await page.goto(`${parley.url}/projects/${study.projectId}/board`);
  const card = page.getByText('Costs are late').first();
  await card.waitFor();
  let to = 0;
  const times = await repeat(async () => {
    to = (to + 1) % 4;
    const before = (await card.boundingBox())?.x;
    await study.call('POST', `/v1/cards/${study.cardId}/move`, { lane_id: study.laneIds[to] });
    const began = performance.now();
    while ((await card.boundingBox())?.x === before) await page.waitForTimeout(10);
    const tookMs = performance.now() - began;
    await page.waitForTimeout(1_500);
    return tookMs;
  });
  await context.close();
  return times;
}
