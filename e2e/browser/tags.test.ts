import { until } from '@parley/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRecording } from '../../server/test/media.ts';
import { choose } from './choose.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

const segments = [
  { speaker: 'Noor', start_seconds: 0, end_seconds: 4, text: 'What made you almost give up?' },
  { speaker: 'Ben', start_seconds: 4, end_seconds: 9, text: 'It asked for a password before I could pay.' },
  { speaker: 'Noor', start_seconds: 9, end_seconds: 12, text: 'And what did you do then?' },
  { speaker: 'Ben', start_seconds: 12, end_seconds: 15, text: 'I gave up. A new password is too much work.' },
  {
    speaker: 'Ben',
    start_seconds: 15,
    end_seconds: 17,
    text: 'The price was too high, with a price for shipping.',
  },
  {
    speaker: 'Ben',
    start_seconds: 17,
    end_seconds: 19,
    text: 'I compare prices everywhere. The price decides.',
  },
];

interface Tag {
  id: string;
  name: string;
  color: string;
  parent_id: string | null;
  usage_count: number;
}

describe.skipIf(!hasChromium)('the tags of a project', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;
  let projectId = '';
  let fileId = '';
  const tagIds = new Map<string, string>();

  const tagsUrl = (rest = '') => `${parley.url}/projects/${projectId}/tags${rest}`;
  const stored = async (name: string): Promise<Tag | undefined> =>
    ((await ada.call('GET', `/projects/${projectId}/tags`)) as Tag[]).find((tag) => tag.name === name);
  const row = (name: string) => page.locator('[data-tag]').filter({ hasText: name });
  const menu = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const suggestions = async (): Promise<number> =>
    ((await ada.call('GET', `/projects/${projectId}/taggings?status=suggested`)) as unknown[]).length;

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
    for (const name of ['Accounts', 'Passwords', 'Sign-in', 'Prices']) {
      const description = name === 'Prices' ? 'The price is too high, people compare prices.' : '';
      const { id } = (await ada.call('POST', `/projects/${projectId}/tags`, { name, description })) as Tag;
      tagIds.set(name, id);
    }
    const note = (await ada.call('POST', `/projects/${projectId}/notes`, { body: 'Ask about accounts' })) as {
      id: string;
    };
    await ada.call('POST', `/projects/${projectId}/taggings`, {
      taggings: [
        { tag_id: tagIds.get('Passwords'), target_type: 'file', target_id: fileId, quote: 'a password' },
        { tag_id: tagIds.get('Sign-in'), target_type: 'file', target_id: fileId, quote: 'I gave up.' },
        { tag_id: tagIds.get('Sign-in'), target_type: 'note', target_id: note.id },
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  it('form a tree by drag, and a child keeps its place after a reload', async () => {
    await page.goto(tagsUrl());
    const [from, to] = [await row('Passwords').boundingBox(), await row('Accounts').boundingBox()];
    if (!from || !to) throw new Error('The tags are not on the screen.');
    await page.mouse.move(from.x + 200, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 210, from.y + 10, { steps: 3 });
    await page.mouse.move(to.x + 210, to.y + 20, { steps: 5 });
    await page.mouse.up();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Put under “Accounts”' }).click();
    await expect.poll(async () => (await stored('Passwords'))?.parent_id).toBe(tagIds.get('Accounts'));
    await page.reload();
    await page.getByRole('link', { name: /^Passwords\s*, child of Accounts$/ }).waitFor();
    await page.getByRole('button', { name: 'Child tags of Accounts' }).click();
    await row('Passwords').waitFor({ state: 'detached' });
  });

  it('get a colour by name', async () => {
    await menu('Prices', 'Color…');
    const dialog = page.getByRole('dialog', { name: 'Color of “Prices”' });
    const before = (await stored('Prices'))?.color;
    const other = dialog.locator('button[aria-pressed=false][title]').first();
    await other.click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.poll(async () => (await stored('Prices'))?.color).not.toBe(before);
  });

  it('merges tags, with all highlights, after the dialog has said what happens', async () => {
    await menu('Sign-in', 'Merge into…');
    await page.getByRole('option', { name: 'Passwords' }).click();
    await page.getByText(/Merging moves 2 uses and all child tags to “Passwords”/).waitFor();
    await page.getByRole('button', { name: 'Merge into “Passwords”' }).click();
    await row('Sign-in').waitFor({ state: 'detached' });
    await expect.poll(async () => (await stored('Passwords'))?.usage_count).toBe(3);
    expect(await stored('Sign-in')).toBeUndefined();
  });

  it('list their highlights over all records, which play where they are', async () => {
    await page.goto(tagsUrl(`/${tagIds.get('Passwords')}`));
    await page.getByRole('heading', { name: 'Ben.wav 2 uses' }).waitFor();
    await page.getByRole('heading', { name: 'Notes, cards and other records 1 use' }).waitFor();
    await page.getByRole('link', { name: 'Ask about accounts' }).waitFor();
    await page.getByRole('button', { name: /^Play: .*I gave up/ }).click();
    const audio = page.locator('audio');
    await expect
      .poll(() => audio.evaluate((media: HTMLAudioElement) => media.currentTime))
      .toBeGreaterThan(12);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open at 0:12' }).click();
    await page.waitForURL((url) => url.pathname.endsWith(fileId) && url.searchParams.get('t') === '12');
  });

  it('mark the words of a clip as a clip, and open it', async () => {
    const tag = tagIds.get('Prices');
    const span = { file_id: fileId, start_seconds: 4, end_seconds: 9 };
    await ada.call('POST', `/projects/${projectId}/clips`, { ...span, name: 'The price', tag_ids: [tag] });
    await page.goto(tagsUrl(`/${tag}`));
    await page.getByRole('button', { name: 'Remove the tag from the clip' }).waitFor();
    await page.getByRole('link', { name: 'Clip', exact: true }).click();
    await page.getByRole('dialog', { name: 'The price' }).waitFor();
  });

  it('suggests tags that are filtered by confidence and decided on by keyboard or in bulk, and each decision can be undone', async () => {
    const job = (await ada.call('POST', `/files/${fileId}/auto-tag`, {
      mode: 'suggest',
      min_confidence: 0,
      tag_ids: [tagIds.get('Prices'), tagIds.get('Accounts')],
      allow_new_tags: false,
    })) as { id: string };
    await ada.call('GET', `/jobs/${job.id}?wait_seconds=30`);
    const waiting = (await ada.call('GET', `/projects/${projectId}/taggings?status=suggested`)) as {
      confidence: number;
    }[];
    const sure = waiting.filter(({ confidence }) => confidence >= 0.5).length;
    expect(sure).toBeGreaterThan(0);
    expect(waiting.length - sure).toBeGreaterThanOrEqual(2);
    await page.goto(tagsUrl('?view=suggestions'));
    await page.getByRole('list', { name: 'Suggestions' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: `Accept ${waiting.length}`, exact: true }).waitFor();
    await choose(page, 'Confidence', '50% or more');
    await page.getByText(`${sure} of ${waiting.length} suggestions to decide on.`).waitFor();
    expect(await page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem').count()).toBe(sure);
    await page.getByRole('button', { name: `Accept ${sure}`, exact: true }).click();
    await expect.poll(suggestions).toBe(waiting.length - sure);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(suggestions).toBe(waiting.length);
    await page.getByRole('button', { name: `Accept ${sure}`, exact: true }).click();
    await expect.poll(suggestions).toBe(waiting.length - sure);
    // Without the message of the bulk decision, which has an Undo button too.
    await page.goto(tagsUrl('?view=suggestions'));
    await page.getByRole('list', { name: 'Suggestions' }).waitFor();
    const undo = (decision: string) =>
      page.getByRole('listitem').filter({ hasText: decision }).getByRole('button', { name: 'Undo' });
    await page.keyboard.press('x');
    await expect.poll(suggestions).toBe(waiting.length - sure - 1);
    await undo('Rejected the suggestion “').click();
    await expect.poll(suggestions).toBe(waiting.length - sure);
    await page.keyboard.press('a');
    await expect.poll(suggestions).toBe(waiting.length - sure - 1);
    await undo('Accepted the suggestion “').click();
    await expect.poll(suggestions).toBe(waiting.length - sure);
    await page.keyboard.press('x');
    await expect.poll(suggestions).toBe(waiting.length - sure - 1);
    expect(await ada.call('GET', `/projects/${projectId}/taggings?status=rejected`)).toHaveLength(1);
    await page.keyboard.press('a');
    await expect.poll(suggestions).toBe(waiting.length - sure - 2);
    expect(ada.errors).toEqual([]);
  });
});
