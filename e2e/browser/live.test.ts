import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { type RunningParley, startParley } from './parley.ts';

/** What one browser changes, another one shows, even after a lost connection and on another host name. */

let parley: RunningParley;
let browser: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  if (!hasChromium) return;
  [parley, browser] = await Promise.all([startParley(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await parley?.stop();
});

/** A browser of its own, signed in. */
async function signIn(host = '127.0.0.1'): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on('console', (message) => {
    // The browser reports the connections that the test cuts.
    const isCut = message.text().includes('ERR_INTERNET_DISCONNECTED');
    if (message.type() === 'error' && !isCut) complaints.push(message.text());
  });
  const url = new URL(parley.url);
  url.hostname = host;
  const { email, password } = parley;
  const headers = { origin: url.origin };
  const signedIn = await context.request.post(`${url.origin}/app/sign-in`, {
    data: { email, password },
    headers,
  });
  expect(signedIn.status()).toBeLessThan(300);
  await page.goto(`${url.origin}/projects`);
  return page;
}

/** Calls the API with the sign-in of a page. */
const call = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async ([how, where, what]) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(`/app/v1${where}`, { method: how, headers, body: JSON.stringify(what) });
      return (await response.json()).data;
    },
    [method, path, body] as const,
  );

test.skipIf(!hasChromium)(
  'what one browser changes appears in another, even after a lost connection',
  async () => {
    const [ada, ben] = await Promise.all([signIn(), signIn('localhost')]);
    const project = await call(ada, 'POST', '/projects', { name: 'Live' });
    const card = await call(ada, 'POST', `/projects/${project.id}/cards`, { title: 'Costs are late' });
    const lane = await call(ada, 'POST', `/projects/${project.id}/lanes`, { name: 'Sorted' });
    await ben.goto(`${new URL(ben.url()).origin}/projects/${project.id}/board`);
    await ben.getByText('Costs are late').waitFor();
    const created = await call(ada, 'POST', `/projects/${project.id}/cards`, {
      title: 'Nobody finds the price',
    });
    await ben.getByText('Nobody finds the price').waitFor();
    await call(ada, 'POST', `/cards/${card.id}/move`, { lane_id: lane.id });
    await call(ada, 'PATCH', `/cards/${created.id}`, { title: 'Everybody looks for the price' });
    await ben.getByText('Everybody looks for the price').waitFor();

    // The connection is lost; what changed meanwhile appears when it is back.
    await ben.context().setOffline(true);
    await call(ada, 'POST', `/projects/${project.id}/cards`, { title: 'Written meanwhile' });
    await ben.context().setOffline(false);
    await ben.getByText('Written meanwhile').waitFor({ timeout: 30_000 });
    expect(complaints).toEqual([]);
  },
);
