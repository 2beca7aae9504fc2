import { until } from '@parley/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRecording } from '../../server/test/media.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolationsInEachTheme, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

const segments = [
  { speaker: 'Noor', start_seconds: 0, end_seconds: 4, text: 'What do you think about the shipping costs?' },
  {
    speaker: 'Ben',
    start_seconds: 4,
    end_seconds: 9,
    text: 'The shipping costs came too late, I felt tricked.',
  },
  {
    speaker: 'Ben',
    start_seconds: 12,
    end_seconds: 17,
    text: 'It asked for a password before I could pay anything.',
  },
];
const shipping = 'What do people say about shipping costs?';
const password = 'What do people say about the password?';

describe.skipIf(!hasChromium)('the Ask panel', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;
  let projectUrl = '';
  let fileUrl = '';

  const panel = () => page.locator('[data-ask-panel]');
  const askButton = () => page.getByRole('button', { name: 'Ask', exact: true, expanded: false });
  const ask = async (question: string) => {
    const input = panel().getByLabel('Your question');
    await input.fill(question);
    await input.press('Enter');
    await panel().getByRole('heading', { level: 2, name: question }).last().waitFor();
    await panel().locator('article:not([aria-busy])').last().getByText('Note').waitFor();
  };

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    ada = await signIn(browser, parley, { reducedMotion: 'reduce' });
    page = ada.page;
    const project = (await ada.call('POST', '/projects', { name: 'Checkout' })) as { id: string };
    projectUrl = `${parley.url}/projects/${project.id}`;
    const upload = await ada.context.request.post(`${parley.url}/app/v1/projects/${project.id}/files`, {
      headers: { origin: parley.url },
      multipart: {
        file: {
          name: 'Ben.wav',
          mimeType: 'audio/wav',
          buffer: await makeRecording('wav', { seconds: 20 }),
        },
      },
    });
    const fileId = ((await upload.json()) as { data: { id: string } }).data.id;
    await until(
      async () => ((await ada.call('GET', `/files/${fileId}`)) as { status: string }).status === 'ready',
      'the recording to be ready',
    );
    await ada.call('PUT', `/files/${fileId}/transcript`, { segments });
    fileUrl = `${projectUrl}/files/${fileId}`;
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  it('answers a question about the open file, and plays the cited moments while the transcript is shown', async () => {
    await page.goto(fileUrl);
    await askButton().click();
    expect(await page.getByLabel('Your question').evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
    await panel().getByRole('button', { name: 'Remove This file' }).waitFor();
    // It takes the place of the right column, whose video and tabs come back when it closes.
    await page.getByRole('complementary', { name: 'Player and details' }).waitFor({ state: 'hidden' });
    await ask(shipping);
    await panel().getByText('Only this file').waitFor();
    await panel()
      .getByRole('button', { name: /^Play: The shipping costs came too late/ })
      .click();
    await panel().getByTestId('playing').waitFor();
    expect(page.url()).toBe(fileUrl);
    expect(await accessibilityViolationsInEachTheme(page)).toEqual([]);
  });

  it('the panel has keys of its own while it has the focus, and leaves them to the page elsewhere', async () => {
    await panel().getByRole('heading', { level: 2, name: shipping }).click();
    await page.keyboard.press('j');
    await panel().locator('[data-passage][data-current]').waitFor();
    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByText('Ask beside this page')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await panel().waitFor();
  });

  it('keeps its questions while the page changes, and asks about the whole project there', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Highlights' }).click();
    await page.getByRole('heading', { level: 1, name: 'Highlights' }).waitFor();
    await panel().getByRole('heading', { level: 2, name: shipping }).waitFor();
    await panel().getByRole('button', { name: 'All files' }).waitFor();
    await ask(password);
    expect(await panel().locator('article h2').allTextContents()).toEqual([shipping, password]);
    expect(await horizontalOverflow(page)).toBe(0);
  });

  it('the panel has the earlier questions, and starts new ones', async () => {
    await panel().getByRole('button', { name: 'New question' }).click();
    await panel().getByText('What are you looking for?').waitFor();
    await panel().getByRole('link', { name: 'How to connect one' }).waitFor();
    await panel().getByRole('button', { name: 'Earlier questions' }).click();
    await page.keyboard.press('Escape');
    await panel().getByText('What are you looking for?').waitFor();
    await panel().getByRole('button', { name: 'Earlier questions' }).click();
    await panel().getByRole('button', { name: shipping }).click();
    await panel().getByRole('heading', { level: 2, name: password }).waitFor();
  });

  it('opens as a page, which has no panel', async () => {
    await panel().getByRole('link', { name: 'Open as a page' }).click();
    await page.waitForURL(/\/ask\/chat_/);
    await page.getByRole('heading', { level: 1, name: shipping }).waitFor();
    await panel().waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Ask', expanded: false }).count()).toBe(0);
  });

  it('closes with Escape and gives the focus back, and what was typed stays', async () => {
    await page.goto(fileUrl);
    const title = page.getByRole('link', { name: 'Files' }).last();
    await title.focus();
    await page.keyboard.press('Control+j');
    await panel().getByLabel('Your question').fill('Half a thought');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    expect(await title.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByRole('complementary', { name: 'Player and details' }).waitFor();
    await page.keyboard.press('Control+j');
    expect(await panel().getByLabel('Your question').inputValue()).toBe('Half a thought');
    await page.keyboard.press('Control+j');
    await panel().waitFor({ state: 'detached' });
  });

  it('the panel is the whole screen of a phone and over the page of a tablet, and a link in it shows the page', async () => {
    const context = await browser.newContext({
      storageState: await ada.context.storageState(),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    const desktop = page;
    page = await context.newPage();
    for (const viewport of [
      { width: 768, height: 1024 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto(fileUrl);
      await askButton().tap();
      await ask(shipping);
      expect(await horizontalOverflow(page)).toBe(0);
      expect(await accessibilityViolationsInEachTheme(page)).toEqual([]);
      const small = await panel()
        .locator('button, a')
        .evaluateAll((all) =>
          all
            .map((one) => ({
              name: one.getAttribute('aria-label') ?? one.textContent,
              box: one.getBoundingClientRect(),
            }))
            .filter(({ box }) => box.height > 0 && (box.height < 44 || box.width < 44))
            .map(({ name }) => name),
        );
      expect(small).toEqual([]);
      const width = (await panel().boundingBox())?.width ?? 0;
      expect(width).toBe(viewport.width < 640 ? viewport.width : 420);
      await panel().getByRole('link', { name: '0:04, open the file' }).tap();
      await page.waitForURL(/t=4/);
    }
    await context.close();
    page = desktop;
    expect(ada.errors).toEqual([]);
  });
});
