import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { choose } from './choose.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

describe.skipIf(!hasChromium)('error and empty states of the web application', () => {
  let parley: RunningParley;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    await page.goto(`${parley.url}/projects`);
    await page.getByLabel('E-mail').fill(parley.email);
    await page.getByLabel('Password', { exact: true }).fill(parley.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('Projects').waitFor();
  });
  // A test that fails while offline must not affect the tests after it.
  afterEach(() => page.context().setOffline(false));
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const nav = () => page.getByRole('navigation', { name: 'Main' });

  /** Sends a request as the signed-in user. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests read arbitrary response bodies.
  const call = (method: string, path: string, body?: object): Promise<any> =>
    page.evaluate(
      async ([verb, address, json]) => {
        const response = await fetch(`/app/v1${address}`, {
          method: verb as string,
          ...(json ? { headers: { 'Content-Type': 'application/json' }, body: json } : {}),
        });
        return (await response.json()).data;
      },
      [method, path, body ? JSON.stringify(body) : ''],
    );

  /** Checks overflow and accessibility at every size, in light and dark. SCREENSHOTS names a directory for pictures. */
  async function expectLayoutToFit(name: string): Promise<void> {
    for (const viewport of sizes)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const { SCREENSHOTS } = process.env;
        if (SCREENSHOTS)
          await page.screenshot({ path: `${SCREENSHOTS}/${name}-${viewport.width}-${colorScheme}.png` });
        expect([viewport.width, await horizontalOverflow(page)]).toEqual([viewport.width, 0]);
        expect([colorScheme, await accessibilityViolations(page)]).toEqual([colorScheme, []]);
      }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  it('does not list active projects as archived while the server is unreachable', async () => {
    await call('POST', '/projects', { name: 'An active project' });
    await page.goto(`${parley.url}/projects`);
    await page.getByRole('link', { name: 'An active project' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Archived' }).click();
    await page.getByRole('link', { name: 'An active project' }).waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText('Parley can’t be reached.').waitFor();
    // The bar of the shell says the same, and the page loads again by itself.
    await page.getByRole('status').getByText('Parley can’t be reached.').waitFor();
    await expectLayoutToFit('offline');
    await page.context().setOffline(false);
    await page.getByText('No archived projects').waitFor();
    await page.getByRole('status').getByText('Parley can’t be reached.').waitFor({ state: 'detached' });
  });

  it('counts down after a 429 response for the whole page and then reloads it', async () => {
    let requests = 0;
    await page.route('**/app/v1/me', async (route) => {
      if (++requests > 1) return route.continue();
      return route.fulfill({
        status: 429,
        headers: { 'Retry-After': '15', 'X-Request-Id': 'req_1' },
        json: { error: { code: 'rate_limited', message: 'Too many requests.', details: [] } },
      });
    });
    await page.goto(`${parley.url}/projects`);
    await heading('One moment').waitFor();
    await page.getByText(/Retrying in \d+ s/).waitFor();
    await nav().waitFor();
    await expectLayoutToFit('rate-limited');
    await heading('Projects').waitFor();
    await page.unroute('**/app/v1/me');
  });

  it('counts down after a 429 response for a part of the page and then reloads it', async () => {
    let requests = 0;
    await page.route('**/app/v1/projects?*', async (route) => {
      if (++requests > 1) return route.continue();
      return route.fulfill({
        status: 429,
        headers: { 'Retry-After': '2' },
        json: { error: { code: 'rate_limited', message: 'Too many requests.', details: [] } },
      });
    });
    await page.goto(`${parley.url}/projects`);
    await page.getByText('Too many requests.').waitFor();
    await page.getByRole('link', { name: 'An active project' }).waitFor();
    await page.unroute('**/app/v1/projects?*');
  });

  it('stores the language of a project', async () => {
    await page.getByRole('link', { name: 'An active project' }).click();
    await page.getByRole('link', { name: 'Project settings' }).click();
    await choose(page, 'Language', 'Portuguese');
    await expectLayoutToFit('language');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Changes saved.').first().waitFor();
    await page.reload();
    expect(await page.getByLabel('Language').textContent()).toBe('Portuguese');
  });

  it('shows "Page not found" with the navigation for an unknown URL', async () => {
    await page.goto(`${parley.url}/nowhere/at/all`);
    await heading('Page not found').waitFor();
    await nav().getByRole('link', { name: 'Projects', exact: true }).waitFor();
    await expectLayoutToFit('not-found');
    await page.getByRole('link', { name: 'Go to your projects' }).click();
    await heading('Projects').waitFor();
  });

  it('fits a shared report with a wide table and long words into every viewport', async () => {
    const { id } = await call('POST', '/projects', { name: 'Reported' });
    const segments = [
      { speaker: 'Ann', start_seconds: 0, end_seconds: 5, text: 'I wanted to see the total with shipping.' },
      { speaker: 'Ann', start_seconds: 5, end_seconds: 9, text: 'Then I left the checkout and went away.' },
    ];
    await call('POST', `/projects/${id}/files`, { name: 'Talk', transcript: { segments } });
    const job = await call('POST', `/projects/${id}/reports`, { prompt: 'Why do people leave?' });
    const { result } = await call('GET', `/jobs/${job.id}?wait_seconds=30`);
    const row = (word: string) => `| ${Array.from({ length: 12 }, (_, i) => `${word} ${i}`).join(' | ')} |`;
    const body_markdown = [
      '## A wide table',
      row('Column'),
      row('---').replace(/\d/g, ''),
      row('value'),
      '',
      `${'Donaudampfschifffahrtsgesellschaft'.repeat(8)} and \`${'x'.repeat(200)}\``,
      '',
      `[${'https://example.com/'.repeat(10)}](https://example.com)`,
      '',
      '```',
      'y'.repeat(300),
      '```',
    ].join('\n');
    const title = `Why ${'Leave'.repeat(30)}`;
    await call('PATCH', `/reports/${result.report_id}`, { body_markdown, title });
    const { share_url } = await call('POST', `/reports/${result.report_id}/share`);
    await page.goto(parley.url + new URL(share_url).pathname);
    await page.getByRole('heading', { name: 'A wide table' }).waitFor();
    // The Content-Security-Policy of the page forbids scripts, so axe cannot run in it.
    for (const viewport of sizes)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        const { SCREENSHOTS } = process.env;
        if (SCREENSHOTS)
          await page.screenshot({ path: `${SCREENSHOTS}/report-${viewport.width}-${colorScheme}.png` });
        expect([viewport.width, await horizontalOverflow(page)]).toEqual([viewport.width, 0]);
      }
  });
});
