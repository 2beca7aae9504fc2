import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, howToGetChromium, openBrowser } from './chromium.ts';
import { accessibilityFaults, sidewaysPixels } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';

if (!hasChromium) process.stderr.write(`\n${howToGetChromium}\n\n`);

it.skipIf(process.env.CI !== 'true')('a browser is here to test with', () => {
  expect(hasChromium, howToGetChromium).toBe(true);
});

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

describe.skipIf(!hasChromium)('the web app', () => {
  let parley: RunningParley;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    page = await browser.newPage({ viewport: desk });
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });

  it('asks whoever comes to sign in, and refuses a wrong password in words', async () => {
    await page.goto(`${parley.url}/settings/account`);
    await page.getByLabel('E-mail').fill(parley.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await button('Sign in').click();
    await page.getByText('The address or the password is not right.').waitFor();
    await page.getByText(/req_/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // The browser itself notes the refused request; that one is meant.
    expect(complaints.splice(0)).toHaveLength(1);
  });

  it('lets in with the password of the first start, to where one was going', async () => {
    await page.getByLabel('Password', { exact: true }).fill(parley.password);
    await button('Sign in').click();
    await heading('Owner').waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/account');
  });

  let key = '';
  const callWithKey = () =>
    fetch(`${parley.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } }).then(async (response) => ({
      status: response.status,
      body: (await response.json()) as { data?: { email: string } },
    }));

  it('makes an API key that works, and shows it once', async () => {
    await page.goto(`${parley.url}/settings/api-keys`);
    await button('New key').click();
    await page.getByLabel('Name').fill('Nightly import');
    await page.getByLabel('Expires').selectOption('30');
    await button('Make key').click();
    key = (await page.getByTestId('new-key').textContent()) ?? '';
    await button('Done').click();
    expect(await callWithKey()).toMatchObject({ status: 200, body: { data: { email: parley.email } } });
    await page.getByRole('listitem').filter({ hasText: 'Nightly import' }).waitFor();
    expect(await page.content()).not.toContain(key);
  });

  it('creates, renames, archives, deletes and restores a project', async () => {
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByText('Begin with a question').waitFor();
    await button('New project').first().click();
    await page.getByLabel('Name').fill('Checkout usability');
    await page.getByLabel('Description').fill('Why do people leave at the last step?');
    await button('Create project').click();
    await heading('Checkout usability').waitFor();
    const lanes = page.getByRole('list', { name: 'Lanes' }).getByRole('listitem');
    await lanes.nth(3).waitFor();
    expect(await lanes.first().textContent()).toContain('Observations');

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
    await page.getByText('Begin with a question').waitFor();
    await button('Undo').click();
    await page.getByRole('link', { name: 'Checkout, winter' }).waitFor();
  });

  it('shares a project with the workspace', async () => {
    await page.getByRole('link', { name: 'Checkout, winter' }).click();
    await button('Share').click();
    await page.getByLabel('Everyone in the workspace').check();
    await button('Save').click();
    await page.getByText('seen by everyone in the workspace').waitFor();
  });

  it('finds projects by what is typed and goes on to the next page', async () => {
    for (let n = 1; n <= 30; n++) {
      const made = await fetch(`${parley.url}/v1/projects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          name: `Interview round ${n}`,
          description: n === 7 ? 'about bicycles' : null,
        }),
      });
      expect(made.status).toBe(201);
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

  it('can be used by keyboard alone', async () => {
    await page.goto(`${parley.url}/projects`);
    await button('New project').focus();
    await page.keyboard.press('Enter');
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

  it('fits a phone, has no accessibility faults in light and in dark', async () => {
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
        ['dark', desk],
      ] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize(viewport);
        await page.goto(parley.url + path, { waitUntil: 'networkidle' });
        await page.getByRole('status', { name: /Loading/ }).waitFor({ state: 'detached' });
        expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
        expect([path, colorScheme, await accessibilityFaults(page)]).toEqual([path, colorScheme, []]);
      }
    }
    await page.setViewportSize(desk);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('says what is missing where a project is not found', async () => {
    await page.goto(`${parley.url}/projects/prj_00000000000000000000000000`);
    await page.getByText('Project not found.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints.splice(0)).toHaveLength(1);
  });

  it('revokes the key, which is refused from then on', async () => {
    await page.goto(`${parley.url}/settings/api-keys`);
    await button('Revoke Nightly import').click();
    await button('Revoke key').click();
    await page.getByText('“Nightly import” is revoked.').first().waitFor();
    expect((await callWithKey()).status).toBe(401);
  });

  it('changes the password, signs out, and signs in with the new one', async () => {
    await page.goto(`${parley.url}/settings/account`);
    await page.getByLabel('Current password').fill(parley.password);
    await page.getByLabel('New password', { exact: true }).fill('four words in a row');
    await page.getByLabel('New password, again').fill('four words in a row');
    await button('Change password').click();
    await page.getByText('Your password is changed.').first().waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password', { exact: true }).fill('four words in a row');
    await page.getByLabel('E-mail').fill(parley.email);
    await button('Sign in').click();
    await heading('Projects').waitFor();
  });

  it('has nothing to complain about in the console', () => {
    expect(complaints).toEqual([]);
  });
});
