import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose } from './choose.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

interface Named {
  id: string;
}
interface StoredCard {
  id: string;
  title: string;
  body: string | null;
  tag_ids: string[];
  evidence: { quote: string; speaker: string }[];
}
interface StoredBoard {
  lanes: { name: string; cards: StoredCard[] }[];
}

/** The machine may be busy with other tests. */
const poll = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: 60_000, interval: 50 });

const talk = [
  ['Mina', 'The shipping costs came far too late.'],
  ['Ben', 'I did not expect shipping costs at all.'],
  ['Noa', 'Then I closed the page.'],
] as const;

describe.skipIf(!hasChromium)('the evidence and the order of cards', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let project = '';
  let file = '';
  let tag = '';
  const segments: string[] = [];

  const board = () => ada.call('GET', `/projects/${project}/board`) as Promise<StoredBoard>;
  const lanes = async () =>
    Object.fromEntries(
      (await board()).lanes
        .filter(({ cards }) => cards.length > 0)
        .map(({ name, cards }) => [name, cards.map(({ title }) => title)]),
    );
  const card = async (title: string) =>
    (await board()).lanes.flatMap(({ cards }) => cards).find((one) => one.title === title);
  const quotes = async (title: string) => (await card(title))?.evidence.map(({ quote }) => quote);
  const addCard = (title: string, more: object = {}) =>
    ada.call('POST', `/projects/${project}/cards`, { title, ...more }) as Promise<Named>;
  const tile = (title: string) => ada.page.getByRole('group', { name: title, exact: true });
  const button = (name: string | RegExp) => ada.page.getByRole('button', { name });
  const openBoard = async (search = '') => {
    await ada.page.goto(`${parley.url}/projects/${project}/board${search}`);
    // The open card hides the rest of the page from roles.
    await ada.page.locator('[data-lane]').first().waitFor();
  };

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    ada = await signIn(browser, parley);
    project = ((await ada.call('POST', '/projects', { name: 'Checkout' })) as Named).id;
    const rows = talk.map(([speaker, text], n) => ({ speaker, text, start_seconds: n, end_seconds: n + 1 }));
    const created = await ada.call('POST', `/projects/${project}/files`, {
      name: 'Talk',
      transcript: { segments: rows },
    });
    file = (created as Named).id;
    const transcript = (await ada.call('GET', `/files/${file}/transcript`)) as { segments: Named[] };
    segments.push(...transcript.segments.map(({ id }) => id));
    tag = ((await ada.call('POST', `/projects/${project}/tags`, { name: 'Shipping' })) as Named).id;
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  it('adds a selected passage to a card that exists, and takes it back', async () => {
    await addCard('Costs surprise people', { evidence: [{ segment_id: segments[0] }] });
    const { page } = ada;
    await page.goto(`${parley.url}/projects/${project}/files/${file}`);
    const words = await page.locator('[data-index="1"] [data-segment-text]').boundingBox();
    if (!words) throw new Error('The row is not on the screen.');
    await page.mouse.move(words.x + 2, words.y + 12);
    await page.mouse.down();
    await page.mouse.move(words.x + 200, words.y + 12, { steps: 8 });
    await page.mouse.up();
    await page.getByRole('toolbar', { name: 'Selected words' }).waitFor();
    await page.keyboard.press('b');
    await button('Add to an existing card').click();
    await page.getByRole('combobox', { name: 'Find a card' }).fill('surprise');
    await page.keyboard.press('Enter');
    await page.getByText('Added to the card “Costs surprise people”.').first().waitFor();
    const stored = await quotes('Costs surprise people');
    expect(stored).toHaveLength(2);
    expect(stored?.[1]).toMatch(/^I did not/);
    await button('Undo').first().click();
    await poll(() => quotes('Costs surprise people')).toEqual([talk[0][1]]);
  });

  it('moves and removes the passages of a card, and counts its people', async () => {
    const evidence = segments.map((segment_id) => ({ segment_id }));
    const { id } = await addCard('Reasons to leave', { evidence });
    await openBoard(`?card=${id}`);
    const sheet = ada.page.getByRole('dialog', { name: 'Card' });
    await sheet.getByRole('button', { name: 'Move passage 3 up' }).click();
    await poll(() => quotes('Reasons to leave')).toEqual([talk[0][1], talk[2][1], talk[1][1]]);
    // The focus moves with the passage.
    expect(await ada.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Move passage 2 up',
    );
    await sheet.getByRole('button', { name: 'Remove passage 1' }).click();
    await poll(() => quotes('Reasons to leave')).toEqual([talk[2][1], talk[1][1]]);
    expect(await accessibilityViolations(ada.page)).toEqual([]);
    await ada.page.keyboard.press('Escape');
    await tile('Reasons to leave').getByText('2 passages · 2 people').waitFor();
  });

  it('chooses in a select with the keyboard, which closes without the sheet', async () => {
    const { page } = ada;
    await tile('Reasons to leave').getByRole('button', { name: 'Reasons to leave', exact: true }).click();
    const select = page.getByRole('combobox', { name: 'Priority' });
    await select.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Not set', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('dialog', { name: 'Card' }).waitFor();
    await choose(page, 'Priority', 'High');
    await poll(() => select.textContent()).toBe('High');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('High');
    await page.keyboard.press('Escape');
    await tile('Reasons to leave').getByText('High').waitFor();
  });

  it('merges cards with their evidence, tags and texts, and separates them again', async () => {
    await addCard('Costs come late', {
      body: 'Five of eight.',
      tag_ids: [tag],
      evidence: [{ segment_id: segments[1] }],
    });
    await openBoard();
    const before = await lanes();
    for (const title of ['Costs surprise people', 'Costs come late']) {
      await tile(title).focus();
      await ada.page.keyboard.press('x');
    }
    expect(await accessibilityViolations(ada.page)).toEqual([]);
    await button('Merge…').click();
    await ada.page.getByRole('menuitem', { name: 'Costs surprise people' }).click();
    await ada.page.getByText('2 cards merged into “Costs surprise people”.').first().waitFor();
    await poll(() => tile('Costs come late').count()).toBe(0);
    expect(await card('Costs surprise people')).toMatchObject({
      body: '**Costs come late**\n\nFive of eight.',
      tag_ids: [tag],
      evidence: [{ quote: talk[0][1] }, { quote: talk[1][1] }],
    });
    await button('Undo').first().click();
    await tile('Costs come late').waitFor();
    await poll(() => card('Costs surprise people')).toMatchObject({
      body: null,
      tag_ids: [],
      evidence: [{}],
    });
    expect(await lanes()).toEqual(before);
    expect(await card('Costs come late')).toMatchObject({ body: 'Five of eight.', tag_ids: [tag] });
  });

  it('sends the highlights of a tag to the board, each as a card', async () => {
    for (const target_id of segments)
      await ada.call('POST', `/tags/${tag}/taggings`, { target_type: 'segment', target_id });
    await ada.page.goto(`${parley.url}/projects/${project}/tags/${tag}`);
    await button('Send to the board').click();
    await ada.page.getByRole('radio', { name: /A card for each highlight/ }).check();
    await choose(ada.page, 'Lane', 'Themes');
    expect(await accessibilityViolations(ada.page)).toEqual([]);
    await button('Send').last().click();
    await ada.page.getByText('3 highlights sent to the board in 3 cards.').first().waitFor();
    expect((await lanes()).Themes).toEqual(talk.map(([, text]) => text));
    await button('Undo').first().click();
    await poll(async () => (await lanes()).Themes).toBeUndefined();
  });

  it('sorts the cards by meaning into lanes that a person confirms, and puts them back', async () => {
    const other = ((await ada.call('POST', '/projects', { name: 'Sorted' })) as Named).id;
    project = other;
    const shipping = ['Shipping costs appear too late', 'High shipping costs make people leave'];
    const passwords = ['Nobody remembers the password rules', 'The password rules are not shown'];
    for (const title of [shipping[0], passwords[0], 'The office dog is popular', shipping[1], passwords[1]])
      await addCard(title as string);
    await openBoard();
    const before = await lanes();
    await button('Sort by meaning').click();
    const proposed = ada.page.getByRole('list', { name: 'Proposed lanes' });
    await proposed.waitFor();
    expect(await accessibilityViolations(ada.page)).toEqual([]);
    expect(await lanes()).toEqual(before);
    await ada.page.getByRole('textbox', { name: 'Name of the lane' }).first().fill('What it costs');
    await button('Create 2 lanes').click();
    await poll(lanes).toEqual({
      Observations: ['The office dog is popular'],
      'What it costs': expect.any(Array),
      'Password rules': expect.any(Array),
    });
    await ada.page.getByText('Cards sorted into 2 lanes.').first().waitFor();
    await button('Undo').first().click();
    await poll(lanes).toEqual(before);
    await ada.page.setViewportSize({ width: 360, height: 740 });
    expect(await horizontalOverflow(ada.page)).toBe(0);
    expect(ada.errors).toEqual([]);
  });
});
