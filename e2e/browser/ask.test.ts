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
  { speaker: 'Noor', start_seconds: 9, end_seconds: 12, text: 'And how did you sign in?' },
  {
    speaker: 'Ben',
    start_seconds: 12,
    end_seconds: 17,
    text: 'It asked for a password before I could pay anything.',
  },
];
const shipping = 'What do people say about shipping costs?';

describe.skipIf(!hasChromium)('questions about a project', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;
  let projectId = '';
  let fileId = '';

  const askUrl = () => `${parley.url}/projects/${projectId}/ask`;
  const ask = async (question: string) => {
    const input = page.getByLabel('Your question');
    await input.fill(question);
    await input.press('Enter');
    await page.getByRole('heading', { level: 2, name: question }).last().waitFor();
  };

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    ada = await signIn(browser, parley);
    page = ada.page;
    projectId = ((await ada.call('POST', '/projects', { name: 'Checkout' })) as { id: string }).id;
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  it('lead to the files if there is nothing to read', async () => {
    await page.goto(askUrl());
    await ask(shipping).catch(() => {});
    await page.getByText('There is nothing to search yet').waitFor();
    expect(await page.getByLabel('Your question').inputValue()).toBe(shipping);
    await page.getByRole('link', { name: 'Add files' }).waitFor();
  });

  it('questions are answered with moments that play where they are', async () => {
    const upload = await ada.context.request.post(`${parley.url}/app/v1/projects/${projectId}/files`, {
      headers: { origin: parley.url },
      multipart: {
        file: {
          name: 'Ben.wav',
          mimeType: 'audio/wav',
          buffer: await makeRecording('wav', { seconds: 20 }),
        },
      },
    });
    fileId = ((await upload.json()) as { data: { id: string } }).data.id;
    await until(
      async () => ((await ada.call('GET', `/files/${fileId}`)) as { status: string }).status === 'ready',
      'the recording to be ready',
    );
    await ada.call('PUT', `/files/${fileId}/transcript`, { segments });
    await page.goto(askUrl());
    expect(await accessibilityViolationsInEachTheme(page)).toEqual([]);
    await ask(shipping);
    const play = page.getByRole('button', { name: /^Play: The shipping costs came too late/ });
    await play.click();
    await page.getByTestId('playing').waitFor();
    await page.waitForURL(/\/ask\/chat_/);
    expect(await accessibilityViolationsInEachTheme(page)).toEqual([]);
    await page.getByRole('link', { name: shipping }).waitFor();
  });

  it('save an answer as a note at once, and undo removes it', async () => {
    const notes = async () => ((await ada.call('GET', `/projects/${projectId}/notes`)) as unknown[]).length;
    await page.getByRole('button', { name: 'Save as note' }).click();
    await expect.poll(notes).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(notes).toBe(0);
  });

  it('become a section of a report whose quotations the server verifies', async () => {
    await page.getByRole('button', { name: 'Add to a report' }).click();
    await page.getByRole('menuitem', { name: 'New report' }).click();
    const reports = async () =>
      (await ada.call('GET', `/projects/${projectId}/reports`)) as { quote_count: number }[];
    await expect.poll(async () => (await reports()).map(({ quote_count }) => quote_count)).toEqual([1]);
  });

  it('without an answer in the material show the closest passages, never as claims', async () => {
    await ask('Which weather do astronauts prefer on Jupiter?');
    await page.getByText('The material does not answer this.').waitFor();
    expect(await page.locator('article').last().getByRole('heading', { level: 3 }).count()).toBe(0);
  });

  it('limit themselves to what is named with @', async () => {
    const input = page.getByLabel('Your question');
    await input.fill('');
    await input.pressSequentially('What about passwords @Be');
    await page.getByRole('option', { name: 'Ben Person' }).click();
    expect(await input.inputValue()).toBe('What about passwords Ben ');
    await page.getByRole('button', { name: 'Remove Ben' }).waitFor();
    await input.press('Enter');
    await page.getByText('Only 1 person').waitFor();
  });

  it('questions are asked, and answers are readable, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Earlier questions' }).click();
    await page
      .getByRole('dialog', { name: 'Earlier questions' })
      .getByRole('link', { name: shipping })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await accessibilityViolationsInEachTheme(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('deleted chats come back with undo', async () => {
    await page.getByRole('button', { name: 'Actions for these questions' }).click();
    await page.getByRole('menuitem', { name: 'Delete these questions' }).click();
    await page.getByRole('link', { name: shipping }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: shipping }).waitFor();
  });
});
