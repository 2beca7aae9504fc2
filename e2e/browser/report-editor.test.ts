import { until } from '@parley/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRecording } from '../../server/test/media.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

/** Set to a folder to look at the pages. */
const shots = process.env.SCREENSHOTS;

const quote = 'all the evening slots were gone when I got to the checkout.';
const segments = [
  { speaker: 'Noor', start_seconds: 0, end_seconds: 4, text: 'What happened then?' },
  { speaker: 'Anke', start_seconds: 4, end_seconds: 9, text: `The first time, ${quote}` },
];

interface Report {
  id: string;
  version: number;
  body_markdown: string;
  quote_count: number;
}

interface Comment {
  id: string;
  anchor: { citation_id: string | null; excerpt: { quote: string } | null } | null;
}

describe.skipIf(!hasChromium)('the editor of a report', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;
  let projectId = '';
  let fileId = '';
  let reportId = '';
  let segmentId = '';

  const stored = async () => (await ada.call('GET', `/reports/${reportId}`)) as Report;
  const body = async () => (await stored()).body_markdown;
  const text = (on: Page = page) => on.getByRole('textbox', { name: 'Text of the report' });
  const correct = (words: string) =>
    ada.call('PATCH', `/files/${fileId}/transcript/segments/${segmentId}`, { text: words });
  const open = async (on: Page) => {
    await on.goto(`${parley.url}/projects/${projectId}/reports/${reportId}`);
    await text(on).waitFor();
  };

  const comments = async () =>
    (await ada.call(
      'GET',
      `/projects/${projectId}/comments?target_id=${reportId}&sort=created_at`,
    )) as Comment[];
  const anchors = async () => (await comments()).map(({ anchor }) => anchor);
  const thread = (on: Page) => on.getByRole('region', { name: /^Discussion started by/ });
  /** From the open thread down to a marker. */
  const gapTo = async (name: string) => {
    const marker = page.getByRole('button', { name });
    const [card, box] = await Promise.all([thread(page).boundingBox(), marker.boundingBox()]);
    return card && box ? box.y - card.y - card.height : Number.NaN;
  };
  /** The words in the text that have a comment. */
  const marks = (on: Page) => on.locator('.report-mark').allTextContents();

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    ada = await signIn(browser, parley);
    page = ada.page;
    projectId = ((await ada.call('POST', '/projects', { name: 'Slots' })) as { id: string }).id;
    const upload = await ada.context.request.post(`${parley.url}/app/v1/projects/${projectId}/files`, {
      headers: { origin: parley.url },
      multipart: {
        file: {
          name: 'Anke.wav',
          mimeType: 'audio/wav',
          buffer: await makeRecording('wav', { seconds: 10 }),
        },
      },
    });
    fileId = ((await upload.json()) as { data: { id: string } }).data.id;
    await until(
      async () => ((await ada.call('GET', `/files/${fileId}`)) as { status: string }).status === 'ready',
      'the recording to be ready',
    );
    const transcript = (await ada.call('PUT', `/files/${fileId}/transcript`, { segments })) as {
      segments: { id: string }[];
    };
    segmentId = transcript.segments[1]?.id ?? '';
    const tag = (await ada.call('POST', `/projects/${projectId}/tags`, { name: 'Slots' })) as { id: string };
    await ada.call('POST', `/projects/${projectId}/taggings`, {
      taggings: [{ tag_id: tag.id, target_type: 'segment', target_id: segmentId, start_character: 16 }],
    });
    const report = (await ada.call('POST', `/projects/${projectId}/reports`, {
      title: 'First order',
      body_markdown: 'Opening.\n\n* kept   as\n* written\n\nClosing.',
    })) as Report;
    reportId = report.id;
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  it('saves what is typed by itself and leaves the rest of the Markdown as it was', async () => {
    await open(page);
    await text().getByText('Opening.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' More');
    await page.getByText('Saved, version 2').waitFor();
    expect(await body()).toBe('Opening. More\n\n* kept   as\n* written\n\nClosing.');
  });

  it('inserts a passage from the menu and the panel as a verified quotation that plays', async () => {
    await text().getByText('Opening. More').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/quo');
    await page.getByRole('option', { name: /^Quotation/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('evidence-search');
    const insert = page.getByRole('button', { name: /^Insert “/ });
    await insert.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('evidence-search');
    await page.keyboard.press('ArrowDown');
    expect(await insert.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const quotation = page.getByRole('figure', { name: `Quotation: ${quote}` });
    await quotation.getByText('Verified').waitFor();
    await expect.poll(async () => (await stored()).quote_count).toBe(1);
    expect(await body()).toContain(`> “${quote}”\n> — Anke, Anke.wav, 0:04 [cit_1]`);
    await quotation.getByRole('button', { name: /^Play/ }).click();
    await quotation.getByTestId('playing').waitFor();
    await page.getByRole('button', { name: /^Used\. Go to/ }).waitFor();
  });

  it('shows the difference when the transcript is corrected, and takes the new words or the restored ones', async () => {
    const quotation = page.locator('[data-quotation]');
    await correct(`The first time, ${quote.replace('evening', 'Sunday')}`);
    await quotation.getByText('Changed since').waitFor();
    expect(await quotation.locator('del').textContent()).toBe('evening');
    expect(await accessibilityViolations(page)).toEqual([]);
    await correct(`The first time, ${quote}`);
    await quotation.getByText('Verified').waitFor();
    await correct(`The first time, ${quote.replace('evening', 'Sunday')}`);
    await page.getByRole('button', { name: 'Use new words' }).click();
    await expect.poll(body).toContain('all the Sunday slots');
    await quotation.getByText('Verified').waitFor();
  });

  it('loses nothing when two people write in the same report', async () => {
    const second = await signIn(browser, parley);
    await open(second.page);
    await text().getByText('Closing.').click();
    await page.keyboard.press('End');
    await text(second.page).getByText('Opening. More').click();
    await second.page.keyboard.press('End');
    await Promise.all([page.keyboard.type(' By Ada.'), second.page.keyboard.type(' By Mina.')]);
    await expect.poll(body).toContain('Opening. More By Mina.');
    await expect.poll(body).toContain('Closing. By Ada.');
    await text().getByText('Opening. More By Mina.').waitFor();
    await text(second.page).getByText('Closing. By Ada.').waitFor();
    // The browser reports the refused save, which is then merged.
    expect(second.errors.filter((error) => !error.includes('422'))).toEqual([]);
    await second.context.close();
  });

  it('keeps what is typed offline on this device and saves it later', async () => {
    await text().getByText('Closing. By Ada.').click();
    await page.keyboard.press('End');
    await ada.context.setOffline(true);
    await page.keyboard.type(' Offline.');
    await page.getByText('Offline, kept on this device').waitFor();
    await ada.context.setOffline(false);
    await expect.poll(body, { timeout: 30_000 }).toContain('Closing. By Ada. Offline.');
    ada.errors.length = 0;
  });

  it('comments on the selected words, which keep their comment through edits and a reload', async () => {
    const words = text().getByText('Opening. More By Mina.');
    await words.dblclick({ position: { x: 20, y: 10 } });
    await page
      .getByRole('toolbar', { name: 'Selected text' })
      .getByRole('button', { name: 'Comment' })
      .click();
    await page.getByRole('textbox', { name: 'New comment' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Which one?');
    await page.keyboard.press('Control+Enter');
    await thread(page).getByText('Which one?').waitFor();
    expect(await marks(page)).toEqual(['Opening']);

    // The title has the focus, and the text still knows what is selected.
    await text()
      .getByText('Closing. By Ada.')
      .dblclick({ position: { x: 20, y: 10 } });
    await page.getByRole('textbox', { name: 'Title of the report' }).focus();
    await page.keyboard.press('Control+Alt+m');
    await page.getByText('About “Closing”').waitFor();
    await page.keyboard.type('Too short');
    await page.keyboard.press('Control+Enter');
    await thread(page).getByText('Too short').waitFor();
    expect((await anchors()).map((anchor) => anchor?.excerpt?.quote)).toEqual(['Opening', 'Closing']);

    const edited = page.getByText(/^Saved, version/);
    await words.click();
    await page.keyboard.press('Home');
    await page.keyboard.type('The ');
    await expect.poll(body).toContain('The Opening. More');
    await edited.waitFor();
    await open(page);
    await expect.poll(() => marks(page)).toEqual(['Opening', 'Closing']);
  });

  it('shows one thread beside its words and the others as markers that never overlap it', async () => {
    await page.getByRole('button', { name: '1 comment on “Opening”' }).click();
    const [card, words] = await Promise.all(
      [thread(page), page.locator('.report-mark', { hasText: 'Opening' })].map((one) => one.boundingBox()),
    );
    expect(Math.abs((card?.y ?? 0) - (words?.y ?? Number.NaN))).toBeLessThan(8);
    await expect.poll(() => gapTo('1 comment on “Closing”')).toBeGreaterThanOrEqual(0);
    if (shots) await page.screenshot({ path: `${shots}/report-thread.png` });
    await page.keyboard.press('Escape');
    await thread(page).waitFor({ state: 'hidden' });
    await text().and(page.locator(':focus')).waitFor();
  });

  it('takes a resolved thread out of the margin, and undo brings it back', async () => {
    await page.getByRole('button', { name: '1 comment on “Closing”' }).click();
    await thread(page).getByRole('button', { name: 'Resolve' }).click();
    await expect.poll(() => marks(page)).toEqual(['Opening']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => marks(page)).toEqual(['Opening', 'Closing']);
  });

  it('comments on a quotation as a whole, by its citation', async () => {
    await page.locator('[data-quotation] blockquote').click();
    await page.keyboard.press('Control+Alt+m');
    await page.getByText('About “all the Sunday slots').waitFor();
    await page.keyboard.type('The strongest one');
    await page.keyboard.press('Control+Enter');
    await thread(page).getByText('The strongest one').waitFor();
    await page.locator('.report-mark > [data-quotation]').waitFor();
    await expect.poll(() => gapTo('1 comment on “Closing”')).toBeGreaterThanOrEqual(0);
    if (shots) await page.screenshot({ path: `${shots}/report-quotation-thread.png` });
    const created = (await comments()).at(-1);
    expect(created?.anchor).toMatchObject({ citation_id: 'cit_1', excerpt: null });
    await ada.call('DELETE', `/comments/${created?.id}`);
    await expect.poll(() => marks(page)).toEqual(['Opening', 'Closing']);
  });

  it('opens the thread of a linked comment beside its words', async () => {
    const [comment] = await comments();
    await page.goto(`${parley.url}/projects/${projectId}/comments/${comment?.id}`);
    await thread(page).getByText('Which one?').waitFor();
    await page.locator(`[data-comment="${comment?.id}"]`).and(page.locator(':focus')).waitFor();
  });

  it('opens a thread over the text on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page);
    await page.locator('.report-mark', { hasText: 'Opening' }).click();
    const sheet = page.getByRole('dialog', { name: 'About “Opening”' });
    await sheet.getByText('Which one?').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
  });

  it('shows the report without faults in light and dark, on a screen and on a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await open(page);
        await page.locator('[data-quotation]').getByText('Verified').waitFor();
        await expect.poll(() => marks(page)).toHaveLength(2);
        if (shots) await page.screenshot({ path: `${shots}/report-${width}-${colorScheme}.png` });
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await horizontalOverflow(page)).toBe(0);
      }
    }
    expect(ada.errors).toEqual([]);
  });
});
