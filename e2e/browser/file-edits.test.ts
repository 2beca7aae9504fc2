import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

const talk = [
  ['Interviewer', 'Was the Parlay page clear?'],
  ['Ben', 'Parlay was clear. I liked the prices, but the parlays list was too long for me to read.'],
  ['Interviewer', 'And then?'],
  ['Ben', 'I closed it.'],
  ['Interviewer', 'Why?'],
  ['Ben', 'It was slow.'],
] as const;

interface Segment {
  id: string;
  text: string;
  speaker: string;
}

describe.skipIf(!hasChromium)('changes of a whole transcript', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;
  let project: string;
  let file: string;

  const row = (index: number) => page.locator(`[data-index="${index}"]`).first();
  const text = (index: number) => row(index).locator('[data-segment-text]');
  const call = <Data>(method: string, path: string, data?: unknown): Promise<Data> =>
    ada.call(method, path, data);
  const segmentsOf = async (id = file) =>
    (await call<{ segments: Segment[] }>('GET', `/files/${id}/transcript`)).segments;
  const newFile = async (rows: readonly (readonly [string, string])[]) =>
    (
      await call<{ id: string }>('POST', `/projects/${project}/files`, {
        name: 'P05 Ben',
        transcript: {
          segments: rows.map(([speaker, words], n) => ({
            speaker,
            text: words,
            start_seconds: n * 8,
            end_seconds: n * 8 + 8,
          })),
        },
      })
    ).id;
  const open = async (id: string) => {
    await page.goto(`${parley.url}/projects/${project}/files/${id}`);
    await text(0).waitFor();
  };
  const dialog = () => page.getByRole('dialog', { name: 'Find and replace' });

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    ada = await signIn(browser, parley);
    page = ada.page;
    project = (await call<{ id: string }>('POST', '/projects', { name: 'Checkout' })).id;
    file = await newFile(talk);
    await open(file);
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  it('replaces words after a preview, leaves out what the person does not want, and one undo takes all back', async () => {
    const field = page.getByRole('textbox', { name: 'Find in the transcript' });
    // The page has just been opened, and may not listen to keys yet.
    await expect
      .poll(async () => {
        if (!(await field.isVisible())) await page.keyboard.press('ControlOrMeta+f');
        return field.isVisible();
      })
      .toBe(true);
    await field.fill('parlay');
    await page.getByText('1 of 3').waitFor();
    await page.getByRole('button', { name: 'Find and replace' }).click();
    await dialog().getByRole('textbox', { name: 'Replace with' }).fill('Parley');
    await dialog().getByText('3 changes in 2 segments').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByRole('checkbox', { name: 'Whole words only' }).check();
    await dialog().getByText('2 changes in 2 segments').waitFor();
    await dialog().getByRole('checkbox', { name: 'Change 0:00' }).uncheck();
    await dialog().getByRole('button', { name: 'Replace 1 match' }).click();
    await expect.poll(() => text(1).textContent()).toMatch(/^Parley was clear\. .* parlays list/);
    await expect.poll(async () => (await segmentsOf())[1]?.text).toMatch(/^Parley was clear/);
    expect((await segmentsOf())[0]?.text).toBe(talk[0][1]);
    await page.getByText('Replaced 1 match in 1 segment.').first().waitFor();

    await page.keyboard.press('Escape');
    await row(1).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await page.getByText('Replacement of “parlay” undone.').first().waitFor();
    await expect
      .poll(async () => (await segmentsOf()).map((segment) => segment.text))
      .toEqual(talk.map(([, words]) => words));
  });

  it('gives one selection several tags, shows their names in the margin, and one undo removes all', async () => {
    await row(3).focus();
    for (let n = 0; n < 3; n++) await page.keyboard.press('Control+Shift+ArrowRight');
    await page.keyboard.press('t');
    const field = page.getByRole('combobox', { name: 'Tag' });
    await field.fill('Speed');
    await page.keyboard.press('Shift+Enter');
    await page.getByRole('list', { name: 'Chosen tags' }).getByText('Speed').waitFor();
    await field.fill('Trust');
    await page.keyboard.press('Enter');
    await page.getByText('Tagged “Speed”, “Trust”.').first().waitFor();
    const taggings = () => call<{ quote: string }[]>('GET', `/projects/${project}/taggings?file_id=${file}`);
    expect((await taggings()).map(({ quote }) => quote)).toEqual(['I closed it', 'I closed it']);

    // Both begin in the only line of the row, so they share one label.
    const label = row(3).getByRole('button', { name: /^Highlight: (Speed \+1, Trust|Trust \+1, Speed)$/ });
    await label.waitFor();
    const box = await label.boundingBox();
    const words = await text(3).boundingBox();
    expect(box && words && Math.abs(box.y - words.y)).toBeLessThan(4);
    await label.click();
    const popover = page.getByRole('dialog', { name: 'Tags of this text' });
    await popover.getByRole('link', { name: 'Trust' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await row(3).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await page.getByText('Tags “Speed”, “Trust” removed.').first().waitFor();
    await expect.poll(async () => (await taggings()).length).toBe(0);
    await expect.poll(() => page.locator('mark').count()).toBe(0);
  });

  it('changes speakers by digits for a row and for selected rows, and from a segment on, with undo', async () => {
    const speakers = async () => (await segmentsOf()).map(({ speaker }) => speaker);
    const original = talk.map(([speaker]) => speaker);
    await row(0).focus();
    await page.keyboard.press('2');
    await expect.poll(speakers).toEqual(original.with(0, 'Ben'));
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(speakers).toEqual(original);

    await row(1).focus();
    for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('1');
    await page.getByText('Speaker of 2 segments changed to Interviewer.').first().waitFor();
    await expect.poll(speakers).toEqual([...Array(5).fill('Interviewer'), 'Ben']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(speakers).toEqual(original);

    await row(2)
      .getByRole('button', { name: /^Speaker:/ })
      .click();
    await page.getByRole('button', { name: 'From here on (2)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ben' }).click();
    await expect.poll(speakers).toEqual(['Interviewer', 'Ben', 'Ben', 'Ben', 'Ben', 'Ben']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(speakers).toEqual(original);
  });

  it('replaces words in 2,500 segments in bounded time, and undoes it', async () => {
    const long = await newFile(
      Array.from({ length: 2_500 }, (_, n) => ['Ben', `${n}: the price of the shoes.`] as const),
    );
    await open(long);
    await page.keyboard.press('ControlOrMeta+Shift+h');
    await dialog().getByRole('textbox', { name: 'Find' }).fill('shoes');
    await dialog().getByRole('textbox', { name: 'Replace with' }).fill('boots');
    const preview = dialog().getByRole('region', { name: 'Changes' });
    await dialog().getByText('2,500 changes in 2,500 segments').waitFor();
    expect(await preview.getByRole('listitem').count()).toBeLessThan(40);
    const started = Date.now();
    await dialog().getByRole('button', { name: 'Replace 2,500 matches' }).click();
    await page.getByText('Replaced 2,500 matches in 2,500 segments.').first().waitFor();
    expect(Date.now() - started).toBeLessThan(15_000);
    expect((await segmentsOf(long)).every((segment) => segment.text.endsWith('boots.'))).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect
      .poll(async () => (await segmentsOf(long)).every((segment) => segment.text.endsWith('shoes.')), {
        timeout: 15_000,
      })
      .toBe(true);
  });

  it('summarizes the file, and starts the analysis that is missing', async () => {
    await page.goto(`${parley.url}/projects/${project}/files/${file}?tab=summary`);
    await page.getByText('The sentiment of this file was not analyzed yet.').waitFor();
    await page.getByRole('heading', { name: 'Participants' }).waitFor();
    await page.getByRole('button', { name: 'Analyze sentiment' }).click();
    await page.getByText(/^Analyzed /).waitFor({ timeout: 120_000 });
    await page.getByRole('heading', { name: 'Strongest moments' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('exports the transcript from the menu', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Export transcript' }).press('ArrowRight');
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Subtitles (SRT)' }).click();
    expect((await download).suggestedFilename()).toBe('P05 Ben.srt');
  });

  it('the page is in German, complete, and fits a phone', async () => {
    await page.evaluate(() => localStorage.setItem('parley-language', 'de'));
    await page.setViewportSize({ width: 360, height: 780 });
    await open(file);
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Transkript exportieren' }).waitFor();
    await page.getByRole('menuitem', { name: 'Suchen und ersetzen' }).click();
    await page.getByRole('textbox', { name: 'Ersetzen durch' }).waitFor();
    expect(await horizontalOverflow(page)).toBe(0);
    await page.keyboard.press('Escape');
    await page.evaluate(() => localStorage.removeItem('parley-language'));
  });

  it('logs no errors to the browser console', () => {
    expect(ada.errors).toEqual([]);
  });
});
