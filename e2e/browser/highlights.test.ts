import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

const long =
  'It asked me to create an account before I could pay, and I just wanted the shoes that day, so I closed the tab and went to another shop that let me pay as a guest.';
/** More than one screen. */
const texts = Array.from({ length: 24 }, (_, n) => (n % 2 ? long : `Question ${n}: what did you do then?`));

describe.skipIf(!hasChromium)('highlights on the page of a file', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;
  let projectId = '';
  let fileId = '';
  const tagIds: string[] = [];

  const row = (index: number) => page.locator(`[data-index="${index}"]`);
  const text = (index: number) => row(index).locator('[data-segment-text]');
  const panelTag = (name: string | RegExp) => page.getByRole('button', { name });
  const open = (search = '') => page.goto(`${parley.url}/projects/${projectId}/files/${fileId}${search}`);
  const tag = async (index: number, start: number, end: number, tagId = tagIds[0]) => {
    const { segments } = (await ada.call('GET', `/files/${fileId}/transcript`)) as {
      segments: { id: string }[];
    };
    const id = segments[index]?.id;
    const place = { start_character: start, end_segment_id: id, end_character: end };
    await ada.call('POST', `/tags/${tagId}/taggings`, { target_type: 'segment', target_id: id, ...place });
  };
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('The element is not on the screen.');
    return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
  };
  /** Selects from one line to another one, by mouse. */
  const select = async (from: Locator, to: Locator) => {
    const [start, end] = [await boxOf(from), await boxOf(to)];
    await page.mouse.move(start.left + 30, start.top + 12);
    await page.mouse.down();
    await page.mouse.move(end.left + 200, end.bottom - 12, { steps: 8 });
    await page.mouse.up();
    await page.getByRole('toolbar', { name: 'Selected words' }).waitFor();
  };

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    ada = await signIn(browser, parley);
    page = ada.page;
    await page.setViewportSize({ width: 1440, height: 900 });
    projectId = ((await ada.call('POST', '/projects', { name: 'Checkout' })) as { id: string }).id;
    const segments = texts.map((text, n) => ({
      speaker: n % 2 ? 'Ben' : 'Noor',
      text,
      start_seconds: n * 8,
      end_seconds: n * 8 + 8,
    }));
    const body = { name: 'P05 Ben', transcript: { segments } };
    fileId = ((await ada.call('POST', `/projects/${projectId}/files`, body)) as { id: string }).id;
    for (const name of ['Accounts', 'Guests']) {
      const { id } = (await ada.call('POST', `/projects/${projectId}/tags`, { name })) as { id: string };
      tagIds.push(id);
    }
    await tag(1, 0, 10);
    await tag(3, 0, 40);
    await open();
    await text(1).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  it('leaves the selected words uncovered by a form, at the top and at the bottom of the screen', async () => {
    const indexes = await page
      .locator('[data-index]')
      .evaluateAll((rows) =>
        rows
          .filter((one) => one.getBoundingClientRect().bottom < 820)
          .map((one) => Number((one as HTMLElement).dataset.index)),
      );
    const lowest = Math.max(...indexes);
    for (const [from, to] of [
      [1, 1],
      // Ends in a highlight.
      [2, 3],
      [lowest - 1, lowest],
    ] as const)
      for (const [key, name] of [
        ['t', 'Tag'],
        ['n', 'New note'],
        ['b', 'Add to a card'],
      ] as const) {
        await select(text(from), text(to));
        const [first, last] = [await boxOf(text(from)), await boxOf(text(to))];
        await page.keyboard.press(key);
        const form = page.getByRole('dialog', { name, exact: true });
        await form.waitFor();
        const box = await boxOf(form);
        const isUncovered = box.bottom <= first.top || box.top >= last.bottom - 1;
        expect({ from, key, isUncovered }).toEqual({ from, key, isUncovered: true });
        await page.keyboard.press('Escape');
        await form.waitFor({ state: 'detached' });
        await page.keyboard.press('Escape');
      }
  });

  it('shows the start of a long quotation in the title of a card', async () => {
    await select(text(1), text(1));
    await page.keyboard.press('b');
    const title = page.getByRole('textbox', { name: 'Title of the card' });
    await title.waitFor();
    expect(await title.evaluate((field) => field.scrollWidth > field.clientWidth)).toBe(true);
    await expect.poll(() => title.evaluate((field) => field.scrollLeft)).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  it('shows a new highlight although the panel showed only those of another tag', async () => {
    await panelTag('Accounts 2').click();
    await page.waitForURL((url) => url.searchParams.get('tag') === tagIds[0]);
    await select(text(5), text(5));
    await page.keyboard.press('t');
    await page.getByRole('combobox', { name: 'Tag' }).fill('Guests');
    await page.keyboard.press('Enter');
    await page.locator('mark[title*="Guests"]').first().waitFor();
    expect(new URL(page.url()).searchParams.has('tag')).toBe(false);
    await page.getByText('Tagged “Guests”.').first().waitFor();
  });

  it('says above the text that one tag is shown, whichever tab is open, and shows all tags again', async () => {
    await panelTag('Accounts 2').click();
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.locator('mark[title*="Guests"]').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Only Accounts. Show all highlights' }).click();
    await page.locator('mark[title*="Guests"]').first().waitFor();
    await page.getByRole('tab', { name: 'Tags' }).click();
  });

  it('deletes a new tag when its only highlight is undone', async () => {
    await select(text(7), text(7));
    await page.keyboard.press('t');
    await page.getByRole('combobox', { name: 'Tag' }).fill('Refunds');
    await page.keyboard.press('Enter');
    await page.getByText('Tagged “Refunds”.').first().waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Tag “Refunds” removed.').first().waitFor();
    const tags = (await ada.call('GET', `/projects/${projectId}/tags`)) as { name: string }[];
    expect(tags.map(({ name }) => name).toSorted()).toEqual(['Accounts', 'Guests']);
  });

  it('does not cover the match that was found, also not in the first row', async () => {
    await page.keyboard.press('Control+f');
    await page
      .getByRole('textbox', { name: 'Find in the transcript' })
      .fill('Question 0: what did you do then?');
    await page.getByText('1 of 1').waitFor();
    const match = await page.evaluate(() => {
      const [range] = CSS.highlights.get('transcript-current-match') ?? [];
      const { top, right } = (range as Range).getBoundingClientRect();
      return { top, right };
    });
    const box = await boxOf(page.locator('search'));
    expect(match.top).toBeGreaterThanOrEqual(box.bottom);
    await page.keyboard.press('Escape');
  });

  it('forgets the selection after a click that takes no time', async () => {
    await select(text(1), text(1));
    const { left, top } = await boxOf(text(2));
    await page.mouse.click(left + 40, top + 12, { delay: 0 });
    await page.getByRole('toolbar', { name: 'Selected words' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.getSelection()?.isCollapsed)).toBe(true);
  });

  it('says that an edit removed the words of a highlight, counts it separately, and undoes that', async () => {
    await row(1).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /^Text of/ }).fill('Something else entirely.');
    await page.keyboard.press('Enter');
    const notice = page
      .getByRole('listitem')
      .filter({ hasText: 'The transcript no longer contains the words of 1 highlight.' });
    await notice.waitFor();
    await panelTag('Accounts 1').waitFor();
    await page.getByText('1 highlight not in the transcript').click();
    await page.getByText('The transcript no longer contains these words.').waitFor();
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => text(1).textContent()).toBe(long);
    await panelTag('Accounts 2').waitFor();
    expect(await page.getByText('not in the transcript').count()).toBe(0);
  });

  it('shows the speaker at the left and the time at the right on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open();
    const speaker = await boxOf(row(0).getByRole('button', { name: 'Speaker: Noor' }));
    const time = await boxOf(row(0).getByRole('button', { name: 'Mark 0:00' }));
    expect(speaker.left).toBeLessThan(30);
    expect(time.left).toBeGreaterThan(270);
    expect(time.top).toBeCloseTo(speaker.top, 0);
    expect(ada.errors).toEqual([]);
  });
});
