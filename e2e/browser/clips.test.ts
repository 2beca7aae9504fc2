import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRecording } from '../../server/test/media.ts';
import { until } from '../fixtures/until.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const script = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

describe.skipIf(!hasChromium)('clips, reels and notes', () => {
  let parley: RunningParley;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let project: string;
  let file: string;
  const consoleErrors: string[] = [];
  const clips: string[] = [];

  const watch = (opened: Page) => {
    opened.setDefaultTimeout(60_000);
    opened.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    opened.on('pageerror', (error) => consoleErrors.push(String(error)));
    return opened;
  };
  const button = (name: string | RegExp, exact = true) => page.getByRole('button', { name, exact });
  const card = (name: string) => page.locator('article').filter({ hasText: name }).getByRole('button');
  const call = async (method: string, path: string, data?: unknown) => {
    const response = await context.request.fetch(`${parley.url}/app/v1${path}`, {
      method,
      headers: { origin: parley.url },
      ...(data === undefined ? {} : { data }),
    });
    return (await response.json()).data;
  };

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    context = await browser.newContext({ viewport: desktop });
    page = watch(await context.newPage());
    await page.goto(`${parley.url}/sign-in`);
    await page.getByLabel('E-mail').fill(parley.email);
    await page.getByLabel('Password', { exact: true }).fill(parley.password);
    await button('Sign in').click();
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    project = (await call('POST', '/projects', { name: 'Checkout' })).id;
    const upload = await context.request.post(`${parley.url}/app/v1/projects/${project}/files`, {
      headers: { origin: parley.url },
      multipart: {
        file: {
          name: 'talk.mp4',
          mimeType: 'video/mp4',
          buffer: await makeRecording('mp4', { seconds: 12 }),
        },
      },
    });
    file = (await upload.json()).data.id;
    await until(async () => (await call('GET', `/files/${file}`)).status === 'ready', 'the file');
    await call('PUT', `/files/${file}/transcript`, {
      segments: [
        { speaker: 'Ada', start_seconds: 0, end_seconds: 4, text: 'What made you almost give up?' },
        { speaker: 'Ben', start_seconds: 4, end_seconds: 12, text: `I just wanted the shoes. ${script}` },
      ],
    });
    for (const [name, start_seconds, end_seconds] of [
      [`First ${script}`, 1, 4],
      ['Second', 5, 9],
    ] as const) {
      const input = { file_id: file, name, start_seconds, end_seconds };
      clips.push((await call('POST', `/projects/${project}/clips`, input)).id);
    }
    for (const id of clips)
      await until(async () => (await call('GET', `/clips/${id}`)).status === 'ready', 'the clip');
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  const neverRan = async (where: Page) =>
    expect(await where.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();

  it('plays a clip without sound under the pointer, and opens it without playing it', async () => {
    await page.goto(`${parley.url}/projects/${project}/clips`);
    await button(/^0:04 Second|^Second|Second/)
      .first()
      .hover();
    const preview = page.locator('article video[muted], article video');
    await preview.first().waitFor();
    expect(await preview.first().evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await neverRan(page);
    await card('Second').click();
    expect(new URL(page.url()).searchParams.get('clip')).toBe(clips[1]);
    const player = page.getByRole('dialog').locator('video');
    await until(
      async () => player.evaluate((video: HTMLVideoElement) => video.readyState >= 2),
      'the clip to be loaded',
    );
    expect(await player.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
    await player.press('Space');
    await until(
      async () => player.evaluate((video: HTMLVideoElement) => video.currentTime > 0),
      'the clip to play',
    );
    expect(await player.evaluate((video: HTMLVideoElement) => video.muted)).toBe(false);
  });

  it('trims a clip with the keyboard and shows the words of the part', async () => {
    await button('Trim').click();
    const end = page.getByRole('slider', { name: 'End of the clip' });
    await end.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await end.getAttribute('aria-valuetext')).toBe('0:07.9');
    await page.getByText('Words in this part').waitFor();
    // The times of the words are estimated: the first ones are before the part, the last ones after it.
    await page.getByText('the shoes. <img src=x').first().waitFor();
    expect(await page.getByText('I just wanted').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await button('Save the new length').click();
    await until(async () => {
      const clip = await call('GET', `/clips/${clips[1]}`);
      return clip.status === 'ready' && clip.end_seconds === 7.9;
    }, 'the new cut');
    const player = page.getByRole('dialog').locator('video');
    await until(
      async () => Math.abs((await player.evaluate((video: HTMLVideoElement) => video.duration)) - 2.9) < 0.2,
      'the player to show the new cut',
    );
  });

  let link = '';
  it('shares a clip, which plays without signing in, in light and dark and on a phone', async () => {
    await button('Create a public link').click();
    link = await page.getByLabel('Public link').inputValue();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const viewport of [desktop, phone]) {
        const visitor = await browser.newContext({ colorScheme, viewport });
        const shared = watch(await visitor.newPage());
        await shared.goto(link.replace(/^https?:\/\/[^/]+/, parley.url));
        await shared.getByRole('heading', { name: 'Second' }).waitFor();
        expect(await accessibilityViolations(shared)).toEqual([]);
        expect(await horizontalOverflow(shared)).toBeLessThanOrEqual(0);
        const video = shared.locator('video');
        await video.evaluate((element: HTMLVideoElement) => element.play());
        await until(
          async () => video.evaluate((element: HTMLVideoElement) => element.currentTime > 0.2),
          'the shared clip to play',
        );
        await neverRan(shared);
        await visitor.close();
      }
    expect(consoleErrors).toEqual([]);
  });

  it('shows a page for a link that was withdrawn', async () => {
    await button('Stop sharing').click();
    const question = page.getByRole('alertdialog', { name: 'Stop sharing this clip?' });
    await question.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Public link').inputValue()).toBe(link);
    await button('Stop sharing').click();
    await question.getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByText('Only members of the project can watch this clip.').waitFor();
    const visitor = await browser.newContext({ colorScheme: 'dark', viewport: phone });
    const shared = await visitor.newPage();
    const answer = await shared.goto(link.replace(/^https?:\/\/[^/]+/, parley.url));
    expect(answer?.status()).toBe(404);
    await shared.getByRole('heading', { name: 'This link does not work' }).waitFor();
    expect(await accessibilityViolations(shared)).toEqual([]);
    await visitor.close();
  });

  it('makes a reel of two clips in a chosen order, which plays with the summed duration', async () => {
    await page.goto(`${parley.url}/projects/${project}/clips`);
    await button('Make a reel').click();
    for (const name of [/First/, /Second/]) await page.getByRole('checkbox', { name }).check();
    await button('Continue').click();
    await page.getByLabel('Name').fill('Both moments');
    await page.getByRole('button', { name: 'Move “Second” up' }).press('Enter');
    expect(await accessibilityViolations(page)).toEqual([]);
    await button('Make the reel').click();
    const player = page.getByRole('dialog').locator('video');
    await player.waitFor({ timeout: 120_000 });
    await until(
      async () =>
        player.evaluate((video: HTMLVideoElement) => Number.isFinite(video.duration) && video.duration > 0),
      'the reel to load',
    );
    const duration = await player.evaluate((video: HTMLVideoElement) => video.duration);
    expect(Math.abs(duration - (2.9 + 3))).toBeLessThan(0.2);
    const reelId = new URL(page.url()).searchParams.get('reel');
    const { parts } = await call('GET', `/reels/${reelId}`);
    expect(parts.map((part: { clip_id: string }) => part.clip_id)).toEqual([clips[1], clips[0]]);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('deletes a reel after a question, and keeps its clips', async () => {
    await button('Delete').click();
    await page
      .getByRole('alertdialog', { name: 'Delete this reel?' })
      .getByRole('button', { name: 'Delete the reel' })
      .click();
    await page.getByText('Deleted “Both moments”.').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await call('GET', `/projects/${project}/reels`)).toEqual([]);
    expect(await call('GET', `/projects/${project}/clips`)).toHaveLength(2);
  });

  it('writes a note, saves it by itself, and keeps both texts when two people change it', async () => {
    await page.goto(`${parley.url}/projects/${project}/notes`);
    await button('New note').first().click();
    await page.getByLabel('Title').fill('Shoes');
    await page.getByLabel('Text', { exact: true }).fill(`**Price** first ${script} [x](javascript:alert(1))`);
    await page.getByText('Saved', { exact: true }).waitFor();
    const noteId = new URL(page.url()).searchParams.get('note') as string;
    expect(noteId).toMatch(/^note_/);
    await call('PATCH', `/notes/${noteId}`, { body: 'Their text', pinned: true });
    await page.getByLabel('Text', { exact: true }).pressSequentially(' and more');
    await page.getByText('Someone changed this note while you were writing.').waitFor();
    // The browser logs the expected 422 response.
    expect(consoleErrors.splice(0)).toHaveLength(1);
    await page.getByText('Their text').first().waitFor();
    await button('Keep my text').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await call('GET', `/notes/${noteId}`)).body).toContain('and more');
    await button('Read').click();
    await page.locator('article strong', { hasText: 'Price' }).waitFor();
    await neverRan(page);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('plays the moment of a note, and brings a deleted note back', async () => {
    const { id } = await call('POST', `/projects/${project}/notes`, {
      body: 'She laughs.',
      file_id: file,
      start_seconds: 5,
      end_seconds: 7,
    });
    await page.goto(`${parley.url}/projects/${project}/notes?note=${id}`);
    await button('Play: the moment of this note').click();
    const video = page.locator('article video');
    await until(
      async () => video.evaluate((element: HTMLVideoElement) => element.currentTime > 5),
      'the moment',
    );
    await button('Delete the note').click();
    await button('Undo').click();
    await page.getByText('The note is back.').first().waitFor();
    const notes = (await call('GET', `/projects/${project}/notes?file_id=${file}`)) as { body: string }[];
    expect(notes.map(({ body }) => body)).toContain('She laughs.');
  });

  it('leads from the sign-in to a shared clip with the keyboard only', async () => {
    const own = await browser.newContext({ viewport: desktop });
    const keys = watch(await own.newPage());
    const focused = () =>
      keys.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        return (
          element?.getAttribute('aria-label') ??
          element?.labels?.[0]?.textContent ??
          element?.textContent ??
          ''
        );
      });
    /** Presses Tab until the focus is on a control whose name starts like this. */
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 80; presses++) {
        if ((await focused()).trim().startsWith(name)) return;
        await keys.keyboard.press('Tab');
      }
      throw new Error(`The key Tab does not reach “${name}”.`);
    };
    const enter = async (name: string) => {
      await tabTo(name);
      await keys.keyboard.press('Enter');
    };
    await keys.goto(`${parley.url}/projects`);
    await keys.getByLabel('E-mail').waitFor();
    await tabTo('E-mail');
    await keys.keyboard.type(parley.email);
    await tabTo('Password');
    await keys.keyboard.type(parley.password);
    await keys.keyboard.press('Enter');
    await keys.getByRole('link', { name: 'Checkout' }).first().waitFor();
    await enter('Checkout');
    await keys
      .getByRole('link', { name: /^Clips/ })
      .first()
      .waitFor();
    await enter('Clips');
    await keys.locator('article').first().waitFor();
    for (let presses = 0; presses < 80 && !(await focused()).includes('Second'); presses++)
      await keys.keyboard.press('Tab');
    await keys.keyboard.press('Enter');
    await keys.getByRole('button', { name: 'Create a public link' }).waitFor();
    await enter('Create a public link');
    const url = await keys.getByLabel('Public link').inputValue();
    await keys.goto(url.replace(/^https?:\/\/[^/]+/, parley.url));
    await keys.getByRole('heading', { name: 'Second' }).waitFor();
    await own.close();
  });

  it('fits a phone without scrolling sideways', async () => {
    await page.setViewportSize(phone);
    for (const path of ['clips', `clips?clip=${clips[0]}`, 'clips?view=reels', 'notes', 'notes?note=new']) {
      await page.goto(`${parley.url}/projects/${project}/${path}`);
      await page.getByRole('heading').first().waitFor();
      const loading = page.locator('[role="status"][aria-label^="Loading"]');
      await until(async () => (await loading.count()) === 0, `${path} to load`);
      expect(await horizontalOverflow(page), path).toBeLessThanOrEqual(0);
      expect(await accessibilityViolations(page), path).toEqual([]);
    }
    await page.setViewportSize(desktop);
    expect(consoleErrors).toEqual([]);
  });
});
