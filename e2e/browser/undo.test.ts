import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

interface Named {
  id: string;
}
interface Transcript {
  revision: number;
  segments: { id: string; text: string }[];
}

const words = ['What did you expect?', 'A button to go back to the basket.', 'And then?'];

describe.skipIf(!hasChromium)('Ctrl+Z', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let project: string;
  let file: string;

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    ada = await signIn(browser, parley);
    project = ((await ada.call('POST', '/projects', { name: 'Checkout' })) as Named).id;
    const segments = words.map((text, n) => ({
      speaker: n % 2 ? 'Ada' : 'Interviewer',
      text,
      start_seconds: n * 8,
      end_seconds: n * 8 + 8,
    }));
    file = (
      (await ada.call('POST', `/projects/${project}/files`, {
        name: 'P05 Ada',
        transcript: { segments },
      })) as Named
    ).id;
    await ada.call('POST', `/projects/${project}/tags`, { name: 'Trust' });
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  const transcript = async () => (await ada.call('GET', `/files/${file}/transcript`)) as Transcript;
  const texts = async () => (await transcript()).segments.map(({ text }) => text);
  const count = async (path: string) => ((await ada.call('GET', path)) as unknown[]).length;
  const counts = async () => ({
    highlights: await count(`/projects/${project}/taggings?file_id=${file}`),
    clips: await count(`/projects/${project}/clips`),
    notes: await count(`/projects/${project}/notes`),
    cards: await count(`/projects/${project}/cards`),
  });
  const message = (text: string) => ada.page.getByText(text).first().waitFor();
  const press = (keys: string) => ada.page.keyboard.press(keys);

  async function edit(index: number, added: string) {
    await ada.page.locator(`[data-index="${index}"]`).focus();
    await press('Enter');
    await press('ControlOrMeta+End');
    await ada.page.keyboard.type(added);
    await press('Enter');
    await expect.poll(async () => (await texts())[index]).toBe(`${words[index]}${added}`);
  }

  async function select(index: number) {
    const text = ada.page.locator(`[data-index="${index}"] [data-segment-text]`);
    const box = await text.boundingBox();
    if (!box) throw new Error('The row is not on the screen.');
    await ada.page.mouse.move(box.x + 2, box.y + 12);
    await ada.page.mouse.down();
    await ada.page.mouse.move(box.x + 120, box.y + 12, { steps: 6 });
    await ada.page.mouse.up();
    await ada.page.getByRole('toolbar', { name: 'Selected words' }).waitFor();
  }

  async function create(index: number, key: string, field: string, text: string) {
    await select(index);
    await press(key);
    await ada.page.getByLabel(field, { exact: true }).fill(text);
    await press(key === 'n' ? 'ControlOrMeta+Enter' : 'Enter');
  }

  it('undoes nothing from before the file was opened', async () => {
    await ada.page.goto(`${parley.url}/projects/${project}/files/${file}`);
    await edit(2, ' Really.');
    const before = await transcript();
    await ada.page.reload();
    await ada.page.locator('[data-index="2"]').waitFor();
    await press('ControlOrMeta+z');
    await message('There is nothing to undo since you opened this page.');
    expect(await transcript()).toEqual(before);
  });

  it.each([768, 390])('shows its message below the page at %i px, not over the text', async (width) => {
    await ada.page.setViewportSize({ width, height: 800 });
    await ada.page.locator('[data-index="0"]').focus();
    await press('ControlOrMeta+z');
    await message('There is nothing to undo since you opened this page.');
    const content = ada.page.getByRole('region', { name: 'Content' });
    const toast = ada.page.getByRole('listitem').filter({ hasText: 'There is nothing to undo' });
    const overlap = async () => {
      const [text, bar] = [await content.boundingBox(), await toast.boundingBox()];
      return text && bar ? Math.max(0, text.y + text.height - bar.y) : undefined;
    };
    await expect.poll(overlap).toBe(0);
    await ada.page.getByRole('button', { name: 'Dismiss' }).click();
    await ada.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('undoes a tag, an edit, a note, a card and a deletion, one by one, and redoes them', async () => {
    await edit(1, ' Now.');
    await select(0);
    await press('t');
    await ada.page.getByRole('combobox', { name: 'Tag' }).fill('Trust');
    await press('Enter');
    await message('Tagged “Trust”.');
    await create(0, 'n', 'Note', 'Ask again');
    await message('Note created.');
    await create(2, 'b', 'Title of the card', 'Price');
    await message('Card “Price” created.');
    await ada.page.getByRole('button', { name: 'Actions of the note' }).click();
    await ada.page.getByRole('menuitem', { name: 'Delete' }).click();
    await message('Note deleted.');
    await expect.poll(counts).toEqual({ highlights: 1, clips: 0, notes: 0, cards: 1 });

    await ada.page.locator('[data-index="0"]').focus();
    for (const [text, expected] of [
      ['The note is back.', { highlights: 1, clips: 0, notes: 1, cards: 1 }],
      ['Card “Price” deleted.', { highlights: 1, clips: 0, notes: 1, cards: 0 }],
      ['Note deleted.', { highlights: 1, clips: 0, notes: 0, cards: 0 }],
      ['Tag “Trust” removed.', { highlights: 0, clips: 0, notes: 0, cards: 0 }],
    ] as const) {
      await press('ControlOrMeta+z');
      await message(text);
      expect(await counts()).toEqual(expected);
      // No edit of the transcript is undone with them.
      expect(await texts()).toEqual([words[0], `${words[1]} Now.`, `${words[2]} Really.`]);
    }
    await press('ControlOrMeta+z');
    await message('Edit of “A button to go back to the basket. Now.” undone.');
    expect(await texts()).toEqual([words[0], words[1], `${words[2]} Really.`]);
    await press('ControlOrMeta+z');
    await message('There is nothing to undo since you opened this page.');
    expect(await texts()).toEqual([words[0], words[1], `${words[2]} Really.`]);

    for (const text of [
      'Edit of “A button to go back to the basket. Now.” redone.',
      'Tagged “Trust”.',
      'Note created again.',
      'Card “Price” created again.',
      'Note deleted.',
    ]) {
      await press('ControlOrMeta+Shift+z');
      await message(text);
    }
    expect(await counts()).toEqual({ highlights: 1, clips: 0, notes: 0, cards: 1 });
    expect(await texts()).toEqual([words[0], `${words[1]} Now.`, `${words[2]} Really.`]);
  });

  it('undoes a move and a deletion on the board', async () => {
    await ada.page.goto(`${parley.url}/projects/${project}/board`);
    const tile = ada.page.locator('[data-tile]', { hasText: 'Price' });
    const laneOf = async () =>
      ((await ada.call('GET', `/projects/${project}/cards`)) as { lane_id: string }[])[0]?.lane_id;
    await tile.focus();
    const before = await laneOf();
    await press('Space');
    await press('ArrowRight');
    await press('Space');
    await expect.poll(laneOf).not.toBe(before);
    await press('ControlOrMeta+z');
    await message('Card “Price” moved back.');
    expect(await laneOf()).toBe(before);
    await tile.focus();
    await press('Delete');
    await message('Card “Price” deleted.');
    await press('ControlOrMeta+z');
    await message('Card “Price” is back.');
    await tile.waitFor();
    expect(ada.errors).toEqual([]);
  });
});
