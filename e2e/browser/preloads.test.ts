import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

const segments = [{ speaker: 'Mina', start_seconds: 0, end_seconds: 4, text: 'It came too late.' }];

/** Runs in the page before its scripts, and records what they request. */
function recordRequests(): void {
  const requested: string[] = [];
  const send = window.fetch;
  window.fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.origin);
    requested.push(pathname + search);
    return send(input, init);
  };
  Object.assign(window, { requested });
}

describe.skipIf(!hasChromium)('the links in the HTML of a page', () => {
  let parley: RunningParley;
  let browser: Browser;
  let signedIn: SignedIn;
  let project = '';
  let file = '';

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    signedIn = await signIn(browser, parley);
    const { call } = signedIn;
    ({ id: project } = await call('POST', '/projects', { name: 'Checkout' }));
    const talk = { name: 'Talk', transcript: { segments } };
    ({ id: file } = await call('POST', `/projects/${project}/files`, talk));
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  const linksOf = (page: Page) =>
    page
      .locator('link[rel="preload"][as="fetch"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

  it('name requests that the page makes, and the browser does not send them twice', async () => {
    const page = await signedIn.context.newPage();
    await page.addInitScript(recordRequests);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url().replace(parley.url, '')));
    for (const path of [
      '/',
      '/projects',
      '/projects?q=basket',
      `/projects/${project}`,
      ...['files', 'tags', 'notes', 'board', 'clips', `files/${file}?tab=notes`].map(
        (part) => `/projects/${project}/${part}`,
      ),
      '/inbox',
      '/search',
      '/settings/account',
      '/settings/members',
    ]) {
      // The page before may still send a request while the next one is loading.
      await page.goto('about:blank');
      sent.length = 0;
      await page.goto(parley.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      const links = await linksOf(page);
      expect([path, links]).toEqual([path, expect.arrayContaining(['/app/sign-in', '/app/v1/me'])]);
      const requested = (link: string) =>
        page.evaluate(
          (url) =>
            (window as unknown as { requested: string[] }).requested.filter((one) => one === url).length,
          link,
        );
      for (const link of links) {
        await expect.poll(() => requested(link), { timeout: 30_000, message: link }).toBeGreaterThan(0);
        // A live update may request it again; a link that the page does not use would be one request more.
        const unused = async () => sent.filter((url) => url === link).length - (await requested(link));
        await expect.poll(unused, { timeout: 30_000, message: link }).toBe(0);
      }
      const scripts = await page
        .locator('link[rel="modulepreload"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      expect(scripts.length).toBeGreaterThan(5);
    }
    await page.close();
  });

  it('name no data for a browser without a sign-in', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    for (const path of ['/sign-in', '/projects']) {
      await page.goto(parley.url + path);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect([path, await linksOf(page)]).toEqual([path, []]);
    }
    await context.close();
  });
});
