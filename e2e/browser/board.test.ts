import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

/** The machine may be busy with other tests. */
const poll = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: 60_000, interval: 50 });

describe.skipIf(!hasChromium)('the board', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;
  let projectId = '';

  const boardUrl = () => `${parley.url}/projects/${projectId}/board`;
  const open = async (tab: Page) => {
    await tab.goto(boardUrl());
    await tab.getByRole('heading', { name: 'Observations' }).waitFor();
  };
  const tile = (tab: Page, title: string) => tab.getByRole('group', { name: title, exact: true });
  const lane = (tab: Page, name: string) => tab.getByRole('region', { name, exact: true });
  const titles = (tab: Page, name: string) =>
    lane(tab, name)
      .locator('[data-tile]')
      .evaluateAll((tiles) => tiles.map((each) => each.getAttribute('aria-label')));
  const stored = async (name: string): Promise<string[]> => {
    const board: { lanes: { name: string; cards: { title: string }[] }[] } = await ada.call(
      'GET',
      `/projects/${projectId}/board`,
    );
    return board.lanes.find((each) => each.name === name)?.cards.map(({ title }) => title) ?? [];
  };
  const addCard = (title: string): Promise<{ id: string }> =>
    ada.call('POST', `/projects/${projectId}/cards`, { title });

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    ada = await signIn(browser, parley);
    page = ada.page;
    projectId = ((await ada.call('POST', '/projects', { name: 'Checkout' })) as { id: string }).id;
    for (const title of ['One', 'Two', 'Three']) await addCard(title);
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  async function dragOnto(tab: Page, title: string, x: number, y: number) {
    const box = await tile(tab, title).boundingBox();
    if (!box) throw new Error(`${title} is not on the screen.`);
    await tab.mouse.move(box.x + 40, box.y + 12);
    await tab.mouse.down();
    await tab.mouse.move(box.x + 60, box.y + 30, { steps: 3 });
    await tab.mouse.move(x, y, { steps: 6 });
    await tab.mouse.up();
  }

  it('begins where other pages begin, fits four lanes, and moves no text under the pointer', async () => {
    await page.goto(`${parley.url}/projects/${projectId}/notes`);
    const left = async (name: string) =>
      (await page.getByRole('heading', { name, exact: true, level: 1 }).boundingBox())?.x;
    await page.getByRole('heading', { name: 'Notes', exact: true, level: 1 }).waitFor();
    const notesLeft = await left('Notes');
    await open(page);
    expect(await left('Board')).toBe(notesLeft);
    const edges = await page
      .locator('[data-lane]')
      .evaluateAll((lanes) => lanes.map((each) => each.getBoundingClientRect().right));
    expect(edges).toHaveLength(4);
    expect(Math.max(...edges)).toBeLessThanOrEqual(1440);
    const title = tile(page, 'One').locator('[data-card-title]');
    const before = await title.boundingBox();
    await tile(page, 'One').hover();
    expect(await title.boundingBox()).toEqual(before);
    await page.mouse.move(0, 0);
  });

  it('adds a card that was typed after the sign-in had ended, when the user has signed in again', async () => {
    const tab = await signIn(browser, parley);
    await open(tab.page);
    await lane(tab.page, 'Observations').getByRole('button', { name: 'Add a card' }).click();
    await tab.context.clearCookies();
    await tab.page.keyboard.type('Typed while signed out');
    await tab.page.keyboard.press('Enter');
    const dialog = tab.page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(parley.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await poll(() => stored('Observations')).toContain('Typed while signed out');
    const cards: { id: string; title: string }[] = await ada.call('GET', `/projects/${projectId}/cards`);
    for (const { id, title } of cards)
      if (title === 'Typed while signed out') await ada.call('DELETE', `/cards/${id}`);
    await tab.context.close();
  });

  it('moves a card with the mouse, in one write', async () => {
    await open(page);
    const writes: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // Who is on the page is reported at any time.
      if (request.method() !== 'GET' && !pathname.includes('/presence/')) writes.push(pathname);
    });
    const target = await lane(page, 'Insights').boundingBox();
    await dragOnto(page, 'One', (target?.x ?? 0) + 100, (target?.y ?? 0) + 70);
    await poll(() => titles(page, 'Insights')).toEqual(['One']);
    await poll(() => stored('Insights')).toEqual(['One']);
    expect(writes).toHaveLength(1);
    expect(writes[0]).toMatch(/\/cards\/card_\w+\/move$/);

    const two = await tile(page, 'Two').boundingBox();
    await dragOnto(page, 'Three', (two?.x ?? 0) + 60, (two?.y ?? 0) + 5);
    await poll(() => stored('Observations')).toEqual(['Three', 'Two']);
    // The drag did not open the card.
    expect(new URL(page.url()).search).toBe('');
  });

  it('moves a card with the keyboard, announces each step, and puts it back on Escape', async () => {
    const live = page.locator('[aria-live="assertive"]');
    await tile(page, 'Three').focus();
    await page.keyboard.press('ArrowDown');
    await poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Two');
    await page.keyboard.press(' ');
    await poll(() => live.textContent()).toContain('Lifted Two. Observations, position 2 of 2');
    await page.keyboard.press('ArrowRight');
    await poll(() => live.textContent()).toBe('Themes, position 1 of 1');
    await page.keyboard.press('ArrowRight');
    await poll(() => live.textContent()).toBe('Insights, position 1 of 2');
    await page.keyboard.press('ArrowDown');
    await poll(() => live.textContent()).toBe('Insights, position 2 of 2');
    await page.keyboard.press('ArrowUp');
    await poll(() => live.textContent()).toBe('Insights, position 1 of 2');
    await page.keyboard.press(' ');
    await poll(() => live.textContent()).toContain('Dropped Two');
    await poll(() => stored('Insights')).toEqual(['Two', 'One']);
    await poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Two');

    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowLeft');
    await poll(() => titles(page, 'Themes')).toEqual(['Two']);
    await page.keyboard.press('Escape');
    await poll(() => titles(page, 'Insights')).toEqual(['Two', 'One']);
    expect(await stored('Insights')).toEqual(['Two', 'One']);
  });

  it('takes a move back that the server refuses, and gives the reason', async () => {
    await page.route('**/cards/*/move', (route) =>
      route.fulfill({
        status: 422,
        json: {
          error: {
            code: 'validation_failed',
            message: 'Request validation failed',
            details: [{ field: 'lane_id', message: 'is not a lane of this project.' }],
          },
        },
      }),
    );
    await tile(page, 'Two').focus();
    for (const key of [' ', 'ArrowLeft', ' ']) await page.keyboard.press(key);
    await page
      .getByText(/The card was not moved\..*is not a lane of this project/)
      .first()
      .waitFor();
    await poll(() => titles(page, 'Insights')).toEqual(['Two', 'One']);
    await poll(() => titles(page, 'Themes')).toEqual([]);
    await page.unroute('**/cards/*/move');
    // The browser logs the expected 422 response.
    expect(ada.errors.splice(0)).toHaveLength(1);
  });

  it('moves a card by its menu', async () => {
    await tile(page, 'Three').hover();
    await page.getByRole('button', { name: 'Actions for Three' }).click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    await page.getByRole('menuitem', { name: 'Actions' }).click();
    await poll(() => stored('Actions')).toEqual(['Three']);
  });

  it('moves a card with a finger after a short hold; without it the lane scrolls', async () => {
    const phone = await signIn(browser, parley, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await open(phone.page);
    await lane(phone.page, 'Insights').scrollIntoViewIfNeeded();
    const finger = await phone.context.newCDPSession(phone.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: Math.round(x), y: Math.round(y) }],
      });
    const from = await tile(phone.page, 'Two').boundingBox();
    const to = await tile(phone.page, 'One').boundingBox();
    if (!from || !to) throw new Error('The cards are not on the screen.');
    const x = from.x + 60;

    await touch('touchStart', x, from.y + 15);
    await touch('touchMove', x, from.y + 60);
    await touch('touchEnd');
    expect(await titles(phone.page, 'Insights')).toEqual(['Two', 'One']);

    await touch('touchStart', x, from.y + 15);
    await phone.page.locator('html.dragging').waitFor();
    for (let step = 1; step <= 8; step++) {
      await touch('touchMove', x, from.y + 15 + ((to.y + to.height - from.y - 15) * step) / 8);
    }
    await touch('touchEnd');
    await poll(() => titles(phone.page, 'Insights')).toEqual(['One', 'Two']);
    await poll(() => stored('Insights')).toEqual(['One', 'Two']);
    expect(await horizontalOverflow(phone.page)).toBe(0);
    expect(await accessibilityViolations(phone.page)).toEqual([]);
    expect(phone.errors).toEqual([]);
    await phone.context.close();
  });

  it('shows a move to a second browser', async () => {
    const ben = await signIn(browser, parley);
    await open(ben.page);
    await open(page);
    await poll(() => titles(ben.page, 'Insights')).toEqual(['One', 'Two']);
    const target = await lane(page, 'Themes').boundingBox();
    await dragOnto(page, 'One', (target?.x ?? 0) + 100, (target?.y ?? 0) + 70);
    const droppedAt = Date.now();
    await poll(() => titles(ben.page, 'Themes')).toEqual(['One']);
    process.stdout.write(`another browser saw the move after ${Date.now() - droppedAt} ms\n`);
    expect(ben.errors).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ben.context.close();
  });
});
