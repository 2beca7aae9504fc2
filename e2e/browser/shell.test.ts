import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

describe.skipIf(!hasChromium)('the first run, with the sample project', () => {
  let parley: RunningParley;
  let browser: Browser;
  let page: Page;
  let url: string;
  const consoleErrors: string[] = [];

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    // A person types this name; the server prints the address with 127.0.0.1.
    url = parley.url.replace('127.0.0.1', 'localhost');
    page = await browser.newPage({ viewport: desktop, reducedMotion: 'reduce' });
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    page.on('pageerror', (error) => consoleErrors.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

  it('signs in on localhost and offers a sample in an empty workspace', async () => {
    await page.goto(url);
    await page.getByLabel('E-mail').fill(parley.email);
    await page.getByLabel('Password', { exact: true }).fill(parley.password);
    await button('Sign in').click();
    await heading('Home').waitFor();
    await button('Add the sample project').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('adds the sample with one click, shows the progress and opens it', async () => {
    await button('Add the sample project').click();
    await page.getByRole('progressbar', { name: 'Adding the sample' }).waitFor();
    await heading(/Grocery delivery/).waitFor({ timeout: 240_000 });
    await page.getByRole('heading', { name: 'What is known so far' }).waitFor();
    // The focus is on the heading after navigation.
    expect(await focused()).toContain('Grocery delivery');
  });

  it('searches from the keyboard and jumps to the moment', async () => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to, do or find…').waitFor();
    await page.keyboard.type('evening slots');
    await page
      .getByRole('option', { name: /evening slots were gone|Transcript/ })
      .first()
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/files\/fil_[^?]+\?t=\d/);
    await heading(/Interview 2/).waitFor();
    await page.goBack();
    await heading(/Grocery delivery/).waitFor();
  });

  it('searches on the search page with filters in the address, and moves with the arrow keys', async () => {
    await page.goto(`${url}/search?q=slot`);
    await page.getByRole('link', { name: /Reserve a slot before shopping/ }).waitFor();
    await button('Transcripts').click();
    await page.waitForURL(/type=segment/);
    await page.getByRole('link', { name: /Reserve a slot/ }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('searchbox', { name: 'Search' }).focus();
    await page.getByRole('link', { name: /slots were gone/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const first = await focused();
    expect(first).toContain('slot');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/files\/fil_/);
    await heading(/Interview|session/).waitFor();
  });

  it('goes to pages by keys and lists the shortcuts', async () => {
    await page.goto(url);
    await heading('Home').waitFor();
    await page.getByText('Continue where you were').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await heading('Projects').waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await page.title()).toBe('Projects · Parley');
  });

  it('chooses a theme that stays after a reload', async () => {
    await button(/^Account of/).click();
    await page.getByRole('menuitemradio', { name: 'Dark theme' }).click();
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await paper()).toBe('rgb(23, 22, 20)');
    await page.reload();
    await heading('Projects').waitFor();
    expect(await paper()).toBe('rgb(23, 22, 20)');
    await button(/^Account of/).click();
    await page.getByRole('menuitemradio', { name: 'Theme of the system' }).click();
    expect(await paper()).toBe('rgb(250, 248, 244)');
  });

  it('fits every page of the shell into a phone and a tablet, in light and dark', async () => {
    await page.goto(`${url}/projects`);
    await page.getByRole('link', { name: /Grocery delivery/ }).click();
    await heading(/Grocery delivery/).waitFor();
    const project = new URL(page.url()).pathname;
    for (const path of ['/', '/projects', project, `${project}/settings`, '/search?q=slot'])
      for (const [viewport, colorScheme] of [
        [phone, 'light'],
        [{ width: 768, height: 1024 }, 'dark'],
      ] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await page.goto(url + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const loading = page.getByRole('status', { name: /Loading|Searching/ });
        await expect.poll(() => loading.count(), { timeout: 30_000 }).toBe(0);
        expect([path, await horizontalOverflow(page)]).toEqual([path, 0]);
        expect([path, colorScheme, await accessibilityViolations(page)]).toEqual([path, colorScheme, []]);
      }
    await page.setViewportSize(desktop);
  });

  it('reaches the most used pages of a project in one tap on a phone, and the others in a sheet', async () => {
    await page.setViewportSize(phone);
    await page.goto(`${url}/projects`);
    await page.getByRole('link', { name: /Grocery delivery/ }).click();
    const bar = page.getByRole('navigation', { name: 'Main' });
    for (const name of ['Files', 'Board', 'Overview']) {
      await bar.getByRole('link', { name }).click();
      await heading(name === 'Overview' ? /Grocery delivery/ : name).waitFor();
    }
    await bar.getByRole('button', { name: 'More' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('link', { name: 'Notes' }).click();
    await heading('Notes').waitFor();
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'All projects' }).click();
    await heading('Projects').waitFor();
    await page.setViewportSize(desktop);
  });

  it('removes the sample with one click, and undoes it', async () => {
    await page.goto(url);
    await button('Remove the sample').click();
    await button('Add the sample project').waitFor();
    await button('Undo').click();
    await button('Remove the sample').waitFor();
  });

  it('logs no errors to the browser console', () => {
    expect(consoleErrors).toEqual([]);
  });
});
