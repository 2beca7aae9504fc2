import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@parley/testing';
import type { Page } from 'playwright-core';
import { openBrowser } from '../e2e/browser/chromium.ts';
import { type RunningParley, startFirstTime } from '../e2e/browser/first-start.ts';

/**
 * `npm run screens`: takes the pictures in docs/screens from a new server with the sample project. Build the application
 * first (`npm run build -w web`).
 */
const folder = fileURLToPath(new URL('../docs/screens', import.meta.url));

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** The pages and where they are below the project; `null` for pages outside it. */
const pages: {
  name: string;
  path: (project: string, file: string, report: string) => string;
  phone: boolean;
}[] = [
  { name: 'home', path: () => '/', phone: true },
  { name: 'project', path: (project) => project, phone: false },
  { name: 'files', path: (project) => `${project}/files`, phone: true },
  { name: 'file', path: (project, file) => `${project}/files/${file}`, phone: true },
  { name: 'board', path: (project) => `${project}/board`, phone: true },
  { name: 'tags', path: (project) => `${project}/tags`, phone: false },
  { name: 'clips', path: (project) => `${project}/clips`, phone: false },
  { name: 'highlights', path: (project) => `${project}/highlights`, phone: true },
  { name: 'insights', path: (project) => `${project}/insights`, phone: true },
  { name: 'coverage', path: (project) => `${project}/insights?view=coverage`, phone: false },
  { name: 'sentiment', path: (project) => `${project}/insights?view=sentiment`, phone: false },
  { name: 'ask', path: (project) => `${project}/ask`, phone: true },
  { name: 'reports', path: (project) => `${project}/reports`, phone: false },
  { name: 'report', path: (project, _file, report) => `${project}/reports/${report}`, phone: true },
  { name: 'inbox', path: () => '/inbox', phone: false },
  { name: 'search', path: () => '/search?q=slot', phone: false },
];

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (name.endsWith('.png')) await rm(path.join(folder, name));
  const [parley, browser] = await Promise.all([startFirstTime(), openBrowser()]);
  try {
    const page = await browser.newPage({ viewport: desktop, reducedMotion: 'reduce' });
    page.setDefaultTimeout(60_000);
    await signIn(page, parley);
    const { project, file, report } = await addSample(page);
    // The first visit fills the list of files that were opened last.
    await page.goto(`${parley.url}${project}/files/${file}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (const { name, path: pathOf, phone: onPhone } of pages) {
      const url = parley.url + pathOf(project, file, report);
      await takePictures(page, url, name, desktop);
      if (onPhone) await takePictures(page, url, `${name}-phone`, phone);
    }
  } finally {
    await browser.close();
    await parley.stop();
  }
}

async function signIn(page: Page, { url, email, password }: RunningParley): Promise<void> {
  await page.goto(url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Returns the path of the sample project and the ids of its video and its report. */
async function addSample(page: Page): Promise<{ project: string; file: string; report: string }> {
  await page.getByRole('button', { name: 'Add the sample project' }).click();
  await page.waitForURL(/\/projects\/prj_/, { timeout: 300_000 });
  const project = new URL(page.url()).pathname;
  const firstOf = (list: string) =>
    page.evaluate(async (address) => {
      const response = await fetch(address);
      return (await response.json()).data[0].id as string;
    }, `/app/v1${project}/${list}`);
  return { project, file: await firstOf('files?kind=video'), report: await firstOf('reports') };
}

/** Waits until nothing loads any more. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // A page may load several parts at once, and some begin to load when the first ones are shown.
  const loading = page.getByRole('status', { name: /Loading|Searching/ });
  const words = async () => (await page.locator('main').textContent())?.length ?? 0;
  await until(async () => (await words()) > 60 && (await loading.count()) === 0, 'everything to be loaded');
  await page.evaluate(() => document.fonts.ready);
}

async function takePictures(page: Page, url: string, name: string, viewport: typeof desktop): Promise<void> {
  await page.setViewportSize(viewport);
  await page.goto(url, { waitUntil: 'load' });
  await waitUntilLoaded(page);
  // The player and the tabs next to the transcript load later than the transcript.
  if (name === 'file') await page.getByRole('tab', { name: 'History' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await waitUntilLoaded(page);
    await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`) });
  }
}

await main();
