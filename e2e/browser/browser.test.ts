import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose } from './choose.ts';
import { hasChromium, missingChromiumMessage, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';

if (!hasChromium) process.stderr.write(`\n${missingChromiumMessage}\n\n`);

it.skipIf(process.env.CI !== 'true')('finds Chromium in CI', () => {
  expect(hasChromium, missingChromiumMessage).toBe(true);
});

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

describe.skipIf(!hasChromium)('the web application', () => {
  let parley: RunningParley;
  let browser: Browser;
  let page: Page;
  const consoleErrors: string[] = [];

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    page = await browser.newPage({ viewport: desktop });
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    page.on('pageerror', (error) => consoleErrors.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });

  it('requires signing in and shows why a wrong password was refused', async () => {
    await page.goto(`${parley.url}/settings/account`);
    await page.getByLabel('E-mail').fill(parley.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await button('Sign in').click();
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    expect(await page.getByText(/req_/).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    // The browser logs the expected 401 response.
    expect(consoleErrors.splice(0)).toHaveLength(1);
  });

  it('signs in with the password of the first start and opens the requested page', async () => {
    await page.getByLabel('Password', { exact: true }).fill(parley.password);
    await button('Sign in').click();
    await heading('Account').waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/account');
  });

  let key = '';
  const callWithKey = () =>
    fetch(`${parley.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } }).then(async (response) => ({
      status: response.status,
      body: (await response.json()) as { data?: { email: string } },
    }));

  it('creates an API key that works and shows it only once', async () => {
    await page.goto(`${parley.url}/settings/api-keys`);
    await button('New key').click();
    await page.getByLabel('Name').fill('Nightly import');
    await choose(page, 'Expires', 'In 30 days');
    await button('Create key').click();
    key = (await page.getByTestId('new-key').textContent()) ?? '';
    await button('Done').click();
    expect(await callWithKey()).toMatchObject({ status: 200, body: { data: { email: parley.email } } });
    await page.getByRole('listitem').filter({ hasText: 'Nightly import' }).waitFor();
    expect(await page.content()).not.toContain(key);
  });

  it('creates, renames, archives, deletes and restores a project', async () => {
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByText('No projects yet').waitFor();
    await button('New project').first().click();
    await page.getByLabel('Name').fill('Checkout usability');
    await page.getByLabel('Description').fill('Why do people leave at the last step?');
    await button('Create project').click();
    await heading('Checkout usability').waitFor();
    await page.getByText('Why do people leave at the last step?').waitFor();
    await page.getByText('No files yet.', { exact: false }).waitFor();

    await button('Actions for Checkout usability').click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Checkout, winter');
    await button('Rename').click();
    await heading('Checkout, winter').waitFor();

    await button('Actions for Checkout, winter').click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByText('Archived', { exact: true }).waitFor();
    await button('Actions for Checkout, winter').click();
    await page.getByRole('menuitem', { name: 'Move to active' }).click();
    await page.getByText('Archived', { exact: true }).waitFor({ state: 'detached' });

    await button('Actions for Checkout, winter').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('No projects yet').waitFor();
    await button('Undo').click();
    await page.getByRole('link', { name: 'Checkout, winter' }).waitFor();
  });

  it('shares a project with the workspace', async () => {
    await page.getByRole('link', { name: 'Checkout, winter' }).click();
    await button('Share').click();
    await page.getByLabel('Everyone in the workspace').check();
    await button('Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button('Share').click();
    await expect.poll(() => page.getByLabel('Everyone in the workspace').isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('searches projects and loads the next page of the list', async () => {
    for (let n = 1; n <= 30; n++) {
      const response = await fetch(`${parley.url}/v1/projects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          name: `Interview round ${n}`,
          description: n === 7 ? 'about bicycles' : null,
        }),
      });
      expect(response.status).toBe(201);
    }
    await page.goto(`${parley.url}/projects`);
    const rows = page.getByRole('list', { name: 'Projects' }).getByRole('listitem');
    await rows.nth(24).waitFor();
    expect(await rows.count()).toBe(25);
    await button('Load more').click();
    await rows.nth(30).waitFor();
    expect(await rows.count()).toBe(31);
    await page.getByRole('searchbox').fill('BICYCLES');
    await rows.nth(1).waitFor({ state: 'detached' });
    expect(await rows.first().textContent()).toContain('Interview round 7');
  });

  it('creates a project with the keyboard only and returns the focus after closing a menu', async () => {
    await page.goto(`${parley.url}/projects`);
    await button('New project').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New project' }).waitFor();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await heading('By keyboard').waitFor();
    await button('Actions for By keyboard').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await button('Actions for By keyboard').evaluate((node) => node === document.activeElement)).toBe(
      true,
    );
  });

  it('fits a phone and has no accessibility violations in light and dark', async () => {
    const project = new URL(page.url()).pathname;
    for (const path of [
      '/projects',
      project,
      '/settings/api-keys',
      '/settings/workspace',
      '/settings/account',
      '/nowhere',
    ]) {
      for (const [colorScheme, viewport] of [
        ['light', phone],
        ['dark', desktop],
      ] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize(viewport);
        await page.goto(parley.url + path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        const loading = page.getByRole('status', { name: /Loading/ });
        await expect.poll(() => loading.count(), { timeout: 30_000 }).toBe(0);
        expect([path, await horizontalOverflow(page)]).toEqual([path, 0]);
        expect([path, colorScheme, await accessibilityViolations(page)]).toEqual([path, colorScheme, []]);
      }
    }
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('says that a project was not found', async () => {
    await page.goto(`${parley.url}/projects/prj_00000000000000000000000000`);
    await heading('Project not found').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // The browser logs the two requests that the page starts with.
    expect(consoleErrors.splice(0)).toEqual(Array(2).fill(expect.stringContaining('404')));
  });

  it('revokes a key, which the API then refuses with 401', async () => {
    await page.goto(`${parley.url}/settings/api-keys`);
    await button('Revoke Nightly import').click();
    await button('Revoke key').click();
    await page.getByText('Revoked “Nightly import”.').first().waitFor();
    expect((await callWithKey()).status).toBe(401);
  });

  it('changes the password, signs out and signs in with the new password', async () => {
    await page.goto(`${parley.url}/settings/account`);
    await page.getByLabel('Current password').fill(parley.password);
    await page.getByLabel('New password', { exact: true }).fill('four words in a row');
    await page.getByLabel('Repeat new password').fill('four words in a row');
    await button('Change password').click();
    await page.getByText('Password changed.').first().waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password', { exact: true }).fill('four words in a row');
    await page.getByLabel('E-mail').fill(parley.email);
    await button('Sign in').click();
    await heading('Home').waitFor();
  });

  it('logs no errors to the browser console', () => {
    expect(consoleErrors).toEqual([]);
  });
});
