import { until } from '@parley/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRecording } from '../../server/test/media.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

const segments = [
  { speaker: 'Interviewer', start_seconds: 0, end_seconds: 3, text: 'What did you think of the price?' },
  { speaker: 'Ben', start_seconds: 3, end_seconds: 7, text: 'The price was far too high for me.' },
  { speaker: 'Ada', start_seconds: 7, end_seconds: 11, text: 'I liked how fresh everything was.' },
  { speaker: 'Ben', start_seconds: 11, end_seconds: 15, text: 'I never trusted the pictures of the food.' },
  { speaker: 'Ada', start_seconds: 15, end_seconds: 19, text: 'Nobody told me about the delivery fee.' },
];

interface Stored {
  id: string;
  name: string;
  start_seconds: number;
}

describe.skipIf(!hasChromium)('the insights of a project', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;
  let projectId = '';
  let fileId = '';

  const insightsUrl = (rest = '') => `${parley.url}/projects/${projectId}/insights${rest}`;
  const grid = () => page.getByRole('grid');
  const focusGrid = () => grid().focus();

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    ada = await signIn(browser, parley);
    page = ada.page;
    projectId = ((await ada.call('POST', '/projects', { name: 'Groceries' })) as Stored).id;
    const upload = await ada.context.request.post(`${parley.url}/app/v1/projects/${projectId}/files`, {
      headers: { origin: parley.url },
      multipart: {
        file: {
          name: 'Interview 1.wav',
          mimeType: 'audio/wav',
          buffer: await makeRecording('wav', { seconds: 20 }),
        },
      },
    });
    fileId = ((await upload.json()) as { data: Stored }).data.id;
    await until(
      async () => ((await ada.call('GET', `/files/${fileId}`)) as { status: string }).status === 'ready',
      'the recording to be ready',
    );
    await ada.call('PUT', `/files/${fileId}/transcript`, { segments });
    const tag = async (name: string) =>
      ((await ada.call('POST', `/projects/${projectId}/tags`, { name })) as Stored).id;
    const [price, trust] = [await tag('Price'), await tag('Trust')];
    const highlight = (tag_id: string, quote: string) => ({
      tag_id,
      target_type: 'file',
      target_id: fileId,
      quote,
    });
    await ada.call('POST', `/projects/${projectId}/taggings`, {
      taggings: [
        highlight(price, 'far too high for me'),
        highlight(trust, 'never trusted the pictures'),
        highlight(trust, 'far too high'),
        highlight(price, 'the delivery fee'),
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  it('leads from a cell to its moment and to a clip of it, by keyboard', async () => {
    await page.goto(insightsUrl());
    await page.getByRole('gridcell', { name: 'Ben – Interview 1.wav, Trust, 2 moments' }).waitFor();
    expect(await accessibilityViolations(page, { targetSize: true })).toEqual([]);
    await focusGrid();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Moments of the cell' });
    await panel.getByRole('heading', { name: 'Ben, Price' }).waitFor();
    await panel.getByText('“far too high for me”').waitFor();
    await page.waitForURL((url) => url.searchParams.has('row') && url.searchParams.has('column'));
    await panel.getByRole('button', { name: /^Play: far too high/ }).click();
    await panel.getByRole('button', { name: /^Pause: far too high/ }).waitFor();
    await panel.getByRole('button', { name: 'Make a clip' }).click();
    const clips = async () => (await ada.call('GET', `/projects/${projectId}/clips`)) as Stored[];
    await expect.poll(async () => (await clips()).map(({ name }) => name)).toEqual(['far too high for me']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await clips()).length).toBe(0);
    await panel.getByRole('link', { name: /Interview 1/ }).click();
    await page.waitForURL((url) => url.pathname.endsWith(fileId) && url.searchParams.has('t'));
    await page.goBack();
    await panel.getByRole('heading', { name: 'Ben, Price' }).waitFor();
  });

  it('keeps its axes, order and hidden columns in the URL', async () => {
    await page.goto(insightsUrl());
    await page.getByRole('gridcell', { name: /^Ben.*Trust, 2 moments/ }).waitFor();
    await focusGrid();
    await page.keyboard.press('t');
    await page.getByRole('gridcell', { name: /^Trust, Ben.*2 moments/ }).waitFor();
    await page.waitForURL((url) => url.searchParams.get('rows') === 'tag');
    await page.getByRole('columnheader', { name: /^Ada/ }).hover();
    await page.getByRole('button', { name: /^Hide Ada/ }).click();
    await page.getByRole('columnheader', { name: /^Ada/ }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('gridcell', { name: /^Trust, Ben.*2 moments/ }).waitFor();
    expect(await page.getByRole('columnheader', { name: /^Ada/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all: hidden columns' }).click();
    await page.getByRole('columnheader', { name: /^Ada/ }).waitFor();
  });

  it('saves the matrix as a table and as a picture', async () => {
    await page.goto(insightsUrl());
    await page.getByRole('gridcell', { name: /^Ben.*Trust, 2 moments/ }).waitFor();
    for (const [item, name] of [
      ['Table (CSV)', 'matrix.csv'],
      ['Picture (PNG)', 'matrix.png'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe(name);
    }
  });

  it('lists the strongest passages that no finding uses, which are tagged or put aside by keyboard', async () => {
    await page.goto(insightsUrl('?view=coverage'));
    const passages = page.getByRole('list', { name: 'Passages that no finding uses' });
    await passages.getByText('“I liked how fresh everything was.”').waitFor();
    await page.getByText('75%').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('x');
    await page.getByText('Every strong passage is used').waitFor();
    await page.keyboard.press('Control+z');
    await passages.getByText('“I liked how fresh everything was.”').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('t');
    await page.getByRole('option', { name: 'Trust' }).click();
    await page.getByText('Tagged “Trust”.', { exact: true }).waitFor();
    await page.getByText('100%').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await passages.getByText('“I liked how fresh everything was.”').waitFor();
    await page.getByText('75%').first().waitFor();
  });

  it('a link to an unknown view shows the matrix', async () => {
    await page.goto(insightsUrl('?view=unknown'));
    await page.getByRole('tab', { name: 'Matrix', selected: true }).waitFor();
    await page.getByRole('grid').waitFor();
  });

  it('the tab of the view is visible on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(insightsUrl('?view=coverage'));
    const tab = page.getByRole('tab', { name: 'Coverage', selected: true });
    await tab.waitFor();
    const box = await tab.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('counts the tags that occur together', async () => {
    await page.goto(insightsUrl('?view=tags'));
    await page.getByRole('gridcell', { name: 'Price, Trust, 1 moment' }).waitFor();
    await page.getByText('“far too high”').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('analyzes the sentiment of a file, plays a place of its timeline by keyboard and shows it as a table', async () => {
    await page.goto(insightsUrl('?view=sentiment'));
    await page.getByRole('button', { name: 'Analyze sentiment' }).first().click();
    const timeline = page.getByRole('slider', { name: 'Sentiment over time of Interview 1.wav' });
    await timeline.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await timeline.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => timeline.getAttribute('aria-valuetext')).toMatch(/^0:0\d, /);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('“I liked how fresh everything was.”').waitFor();
    await page.getByRole('button', { name: /^Pause: I liked/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Play: I liked/ }).waitFor();
    await page.getByRole('button', { name: 'Interview 1.wav' }).click();
    await page.waitForURL((url) => url.searchParams.get('file') === fileId);
    await page.getByText('Show as a table').click();
    // The interviewer has no opinion of the product.
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(1 + 4);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the page has no accessibility faults and no sideways scroll, dark and on a phone', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(insightsUrl());
    await page.getByRole('gridcell', { name: /^Ben.*Trust, 2 moments/ }).waitFor();
    await page.getByText('“far too high”').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('list', { name: 'People and their strongest tags' }).waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityViolations(page, { targetSize: true })).toEqual([]);
    }
    expect(await horizontalOverflow(page)).toBe(0);
    await page.getByRole('button', { name: /Ben.*Trust, 2 moments/ }).click();
    await page.getByRole('dialog', { name: 'Ben, Trust' }).getByText('“far too high”').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(ada.errors).toEqual([]);
  });
});
