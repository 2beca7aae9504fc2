import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { RunningParley } from './parley.ts';

export interface SignedIn {
  context: BrowserContext;
  page: Page;
  /** Errors of the console and of scripts, which include complaints of the content security policy. */
  errors: string[];
  /** Calls the API as the signed-in user and returns `data`. */
  call(method: string, path: string, data?: unknown): Promise<never>;
}

/** A browser window of its own in which the first user has signed in. */
export async function signIn(
  browser: Browser,
  parley: RunningParley,
  options: BrowserContextOptions = {},
): Promise<SignedIn> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.setDefaultTimeout(60_000);
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`${parley.url}/sign-in`);
  await page.getByLabel('E-mail').fill(parley.email);
  await page.getByLabel('Password', { exact: true }).fill(parley.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  return {
    context,
    page,
    errors,
    async call(method, path, data) {
      const response = await context.request.fetch(`${parley.url}/app/v1${path}`, {
        method,
        headers: { origin: parley.url },
        ...(data === undefined ? {} : { data }),
      });
      if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
      return ((await response.json()) as { data: never }).data;
    },
  };
}
