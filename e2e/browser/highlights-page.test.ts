import { readFile } from 'node:fs/promises';
import { until } from '@parley/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRecording } from '../../server/test/media.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

const segments = [
  { speaker: 'Ben', start_seconds: 0, end_seconds: 1, text: 'It asked for a password.' },
  { speaker: 'Ben', start_seconds: 1, end_seconds: 2, text: 'I gave up.' },
  { speaker: 'Ada', start_seconds: 2, end_seconds: 3, text: 'The price was too high.' },
];

interface Highlight {
  id: string;
  quote: string;
  taggings: { tag_id: string }[];
}

describe.skipIf(!hasChromium)('the highlights of a project', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;
  let projectId = '';
  const tagIds = new Map<string, string>();

  const url = (rest = '') => `${parley.url}/projects/${projectId}/highlights${rest}`;
  const row = (quote: string) => page.locator('[data-highlight]').filter({ hasText: quote });
  const stored = async () => (await ada.call('GET', `/projects/${projectId}/highlights`)) as Highlight[];
  const tagsOf = async (quote: string) =>
    (await stored()).find((one) => one.quote === quote)?.taggings.map(({ tag_id }) => tag_id);
  const show = async (rest: string, quote: string) => {
    await page.goto(url(rest));
    await row(quote).first().waitFor();
  };

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    ada = await signIn(browser, parley);
    page = ada.page;
    projectId = ((await ada.call('POST', '/projects', { name: 'Checkout' })) as { id: string }).id;
    const upload = await ada.context.request.post(`${parley.url}/app/v1/projects/${projectId}/files`, {
      headers: { origin: parley.url },
      multipart: {
        file: {
          name: 'Ben.wav',
          mimeType: 'audio/wav',
          buffer: await makeRecording('wav', { seconds: 4 }),
        },
      },
    });
    const fileId = ((await upload.json()) as { data: { id: string } }).data.id;
    await until(
      async () => ((await ada.call('GET', `/files/${fileId}`)) as { status: string }).status === 'ready',
      'the recording to be ready',
    );
    await ada.call('PUT', `/files/${fileId}/transcript`, { segments });
    for (const name of ['Passwords', 'Prices'])
      tagIds.set(
        name,
        ((await ada.call('POST', `/projects/${projectId}/tags`, { name })) as { id: string }).id,
      );
    for (const [tag, quote] of [
      ['Passwords', 'It asked for a password.'],
      ['Passwords', 'I gave up.'],
      ['Prices', 'The price was too high.'],
    ] as const)
      await ada.call('POST', `/projects/${projectId}/taggings`, {
        taggings: [{ tag_id: tagIds.get(tag), target_type: 'file', target_id: fileId, quote }],
      });
    await ada.call('POST', `/projects/${projectId}/cards`, { title: 'Sign-in is hard' });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  it('plays a passage in its row and goes on with the next one', async () => {
    await show('?group=none&sort=created_at', 'I gave up.');
    await row('asked for a password').getByRole('button', { name: 'Play: It asked for a password.' }).click();
    await row('asked for a password').getByTestId('playing').waitFor();
    await row('I gave up.').getByTestId('playing').waitFor();
    await row('The price').getByTestId('playing').waitFor();
    await until(async () => (await page.getByTestId('playing').count()) === 0, 'the last passage to end');
  });

  it('tags the rows that were selected by keys, and takes that back', async () => {
    await show('?group=none', 'I gave up.');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('t');
    await page.getByRole('listbox').getByRole('option', { name: 'Prices' }).click();
    await page.getByText('“Prices” added to 1 highlight.').first().waitFor();
    const both = [tagIds.get('Passwords'), tagIds.get('Prices')];
    expect(await tagsOf('I gave up.')).toEqual(both);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await tagsOf('I gave up.'))?.length === 1, 'the tag to be removed again');
  });

  it('adds highlights to a card, and deletes and restores them', async () => {
    await show('?group=none', 'I gave up.');
    await row('I gave up.').getByRole('checkbox').click();
    await page.keyboard.press('c');
    await page.getByRole('listbox').getByRole('option', { name: 'Sign-in is hard' }).click();
    await page.getByText('1 highlight added to “Sign-in is hard”.').first().waitFor();
    const cards = (await ada.call('GET', `/projects/${projectId}/cards`)) as {
      evidence: { quote: string }[];
    }[];
    expect(cards.flatMap(({ evidence }) => evidence.map(({ quote }) => quote))).toEqual(['I gave up.']);

    await row('I gave up.').getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await row('I gave up.').waitFor({ state: 'detached' });
    await page.getByText('1 highlight deleted.').first().waitFor();
    await page.keyboard.press('Control+z');
    await row('I gave up.').waitFor();
  });

  it('keeps filters and grouping in the address, and exports what they leave', async () => {
    await show('', 'The price');
    await page.getByRole('button', { name: /^Passwords\s*2/ }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('price');
    await row('I gave up.').waitFor({ state: 'detached' });
    expect(page.url()).toContain('q=price');
    await page.reload();
    await row('The price').waitFor();
    expect(await row('').count()).toBe(1);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain('The price was too high.,Prices,Ada,Ben.wav,2,3');
    expect(csv).not.toContain('gave up');
  });

  it('the page has no accessibility violations and no overflow in light and dark, on a computer and a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 844 });
        await show('', 'I gave up.');
        await row('I gave up.').getByRole('checkbox').click();
        await page.getByText('1 selected').waitFor();
        expect([colorScheme, width, await accessibilityViolations(page)]).toEqual([colorScheme, width, []]);
        expect(await horizontalOverflow(page)).toBe(0);
      }
  });
});
