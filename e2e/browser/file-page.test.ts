import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pdf } from '../../server/test/documents.ts';
import { makeRecording } from '../../server/test/media.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const script = '<img src=x onerror="window.ran=true"><script>window.ran=true</script>';
const segments = [
  { speaker: 'Noor', start_seconds: 0, end_seconds: 4, text: 'What made you almost give up?' },
  { speaker: 'Ben', start_seconds: 4, end_seconds: 9, text: 'It asked for a password before I could pay.' },
  { speaker: 'Noor', start_seconds: 9, end_seconds: 12, text: 'And what did you do then?' },
  { speaker: 'Ben', start_seconds: 12, end_seconds: 19, text: 'I gave up. A new password is too much work.' },
];

/** The machine may be busy with other tests. */
const poll = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: 60_000, interval: 100 });

describe.skipIf(!hasChromium)('the page of a file', () => {
  let parley: RunningParley;
  let browser: Browser;
  let page: Page;
  let projectId = '';
  let videoId = '';
  const consoleErrors: string[] = [];

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    page.on('pageerror', (error) => consoleErrors.push(String(error)));
    await signIn(page, parley.url);
    projectId = (await call('POST', '/projects', { name: 'Checkout' })).id;
    videoId = await upload('P05 Ben.mp4', 'video/mp4', await makeRecording('mp4', { seconds: 20 }));
    await call('PATCH', `/files/${videoId}`, { name: `P05 Ben ${script}` });
    await call('PUT', `/files/${videoId}/transcript`, { segments });
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  async function signIn(tab: Page, url: string) {
    await tab.goto(`${url}/sign-in`);
    await tab.getByLabel('E-mail').fill(parley.email);
    await tab.getByLabel('Password', { exact: true }).fill(parley.password);
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.waitForURL((address) => !address.pathname.startsWith('/sign-in'));
  }

  /** Sends a request as the signed-in user. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests read arbitrary response bodies.
  const call = (method: string, path: string, body?: object): Promise<any> =>
    page.evaluate(
      async ([verb, address, json]) => {
        const response = await fetch(`/app/v1${address}`, {
          method: verb as string,
          ...(json ? { headers: { 'Content-Type': 'application/json' }, body: json } : {}),
        });
        if (!response.ok) throw new Error(await response.text());
        return (await response.json()).data;
      },
      [method, path, body ? JSON.stringify(body) : ''],
    );

  /** Adds a file and waits until it is ready. */
  async function upload(name: string, type: string, bytes: Buffer): Promise<string> {
    const id = await page.evaluate(
      async ([project, fileName, contentType, base64]) => {
        const bytes = Uint8Array.from(atob(base64 as string), (character) => character.charCodeAt(0));
        const form = new FormData();
        form.append('file', new Blob([bytes], { type: contentType as string }), fileName);
        const response = await fetch(`/app/v1/projects/${project}/files`, { method: 'POST', body: form });
        if (!response.ok) throw new Error(await response.text());
        return (await response.json()).data.id as string;
      },
      [projectId, name, type, bytes.toString('base64')],
    );
    await vi.waitFor(async () => expect((await call('GET', `/files/${id}`)).status).toBe('ready'), {
      timeout: 60_000,
      interval: 300,
    });
    return id;
  }

  const addressOf = (fileId: string, search = '') =>
    `${parley.url}/projects/${projectId}/files/${fileId}${search}`;
  const open = (fileId: string, search = '') => page.goto(addressOf(fileId, search));
  const media = (tab = page) => ({
    time: () => tab.getByTestId('media').evaluate((element) => (element as HTMLMediaElement).currentTime),
    rate: () => tab.getByTestId('media').evaluate((element) => (element as HTMLMediaElement).playbackRate),
    paused: () => tab.getByTestId('media').evaluate((element) => (element as HTMLMediaElement).paused),
    ready: () =>
      poll(() =>
        tab.getByTestId('media').evaluate((element) => (element as HTMLMediaElement).readyState),
      ).toBeGreaterThan(0),
  });
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  it('plays a video with the keys of the player', async () => {
    await open(videoId);
    await page.getByText('It asked for a password').waitFor();
    await media().ready();
    await page.keyboard.press('Space');
    await poll(media().time).toBeGreaterThan(0.2);
    await page.keyboard.press('l');
    expect(await media().rate()).toBe(1.25);
    await page.keyboard.press(']');
    expect(await media().rate()).toBe(1.5);
    await page.keyboard.press('[');
    await page.keyboard.press('k');
    expect(await media().paused()).toBe(true);
    await poll(() => new URL(page.url()).searchParams.has('t')).toBe(true);
    await page.keyboard.press('ArrowRight');
    const later = await media().time();
    expect(later).toBeGreaterThan(4.9);
    await page.keyboard.press('j');
    expect(await media().time()).toBe(0);
    await button('Speed: 1.25×').click();
    await page.getByRole('menuitem', { name: '0.5×' }).click();
    expect(await media().rate()).toBe(0.5);
  });

  it('jumps to the time in the address and to a click on the waveform', async () => {
    await open(videoId, '?t=13');
    await media().ready();
    await poll(media().time).toBe(13);
    await page.locator('[data-testid=waveform] canvas').first().waitFor();
    const box = await page.getByRole('slider', { name: 'Position' }).boundingBox();
    if (!box) throw new Error('The slider is not on the screen.');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const middle = await media().time();
    expect(middle).toBeGreaterThan(9.5);
    expect(middle).toBeLessThan(10.5);
    expect(await media().paused()).toBe(true);
  });

  it('the page of a file has a position on a phone that a finger can drag', async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const phone = await context.newPage();
    await signIn(phone, parley.url);
    await phone.goto(addressOf(videoId));
    await media(phone).ready();
    const box = await phone.getByRole('slider', { name: 'Position' }).boundingBox();
    if (!box) throw new Error('The slider is not on the screen.');
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.width).toBeGreaterThanOrEqual(340);
    const devtools = await context.newCDPSession(phone);
    const touch = (type: string, share?: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: share === undefined ? [] : [{ x: box.x + box.width * share, y: box.y + box.height / 2 }],
      } as never);
    await touch('touchStart', 0.1);
    for (const share of [0.2, 0.35, 0.5]) await touch('touchMove', share);
    await touch('touchEnd');
    await poll(media(phone).time).toBeGreaterThan(9.5);
    expect(await media(phone).time()).toBeLessThan(10.5);
    await context.close();
  });

  it('plays on localhost as well', async () => {
    const context = await browser.newContext();
    const tab = await context.newPage();
    const errors: string[] = [];
    tab.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const url = parley.url.replace('127.0.0.1', 'localhost');
    await signIn(tab, url);
    await tab.goto(addressOf(videoId).replace('127.0.0.1', 'localhost'));
    await media(tab).ready();
    await tab.getByRole('button', { name: 'Play', exact: true }).click();
    await poll(media(tab).time).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('gets a new link when the old one stops working, and goes on at the same time', async () => {
    await open(videoId, '?t=6');
    await media().ready();
    await poll(media().time).toBe(6);
    const before = await page.getByTestId('media').getAttribute('src');
    // As after an hour in a tab that was asleep: the link no longer works.
    await page.getByTestId('media').evaluate((element) => element.dispatchEvent(new Event('error')));
    await poll(() => page.getByTestId('media').getAttribute('src')).not.toBe(before);
    await media().ready();
    await poll(media().time).toBe(6);
  });

  it('writes a note at a moment and runs no script of names and notes', async () => {
    await open(videoId, '?t=5');
    await media().ready();
    await page.keyboard.press('n');
    await page
      .getByLabel('Note at 0:05')
      .fill(`**Password** again ${script} [x](javascript:window.ran=true)`);
    await page.keyboard.press('Control+Enter');
    const note = page.getByRole('listitem').filter({ has: page.locator('strong', { hasText: 'Password' }) });
    await note.waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('notes');
    await page.keyboard.press('Home');
    await page.getByRole('slider', { name: 'Position' }).press('Home');
    await note.getByRole('button', { name: /Play the moment of the note/ }).click();
    await poll(media().time).toBeGreaterThanOrEqual(5);
    await page.keyboard.press('k');
    await note.getByRole('button', { name: 'Actions of the note' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await poll(() => note.count()).toBe(0);
    await button('Undo').click();
    await note.waitFor();
    await page.getByRole('heading', { level: 1, name: script }).waitFor();
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });

  it('cuts a clip between two marks', async () => {
    await open(videoId, '?t=4');
    await media().ready();
    await poll(media().time).toBe(4);
    await page.keyboard.press('i');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('o');
    await button('New clip').click();
    await page.getByLabel('Name').fill('The password');
    const time = (name: string) => page.getByRole('textbox', { name, exact: true });
    expect(await time('Start').inputValue()).toBe('0:04.0');
    expect(await time('End').inputValue()).toBe('0:09.0');
    await page.getByRole('slider', { name: 'End of the clip' }).press('ArrowRight');
    expect(await time('End').inputValue()).toBe('0:09.1');
    await time('End').fill('0:02');
    await page.getByText('The end must be after the start.').waitFor();
    await time('End').fill('0:09');
    await button('Create clip').click();
    // The message about it is a list item too, and names it.
    const clip = page.getByRole('listitem').filter({ hasText: /^0:04.*The password/ });
    await clip.waitFor();
    await poll(() => clip.getByText('Being cut…').count()).toBe(0);
    await clip.getByRole('button', { name: /Play the clip/ }).click();
    await poll(media().paused).toBe(false);
    await poll(media().paused).toBe(true);
    expect(Math.round(await media().time())).toBe(9);
  });

  it('decides on suggested tags with the keyboard, and takes decisions back', async () => {
    const tag = await call('POST', `/projects/${projectId}/tags`, {
      name: 'Password fatigue',
      description: 'Passwords, accounts and signing in are too much work.',
    });
    const options = { mode: 'suggest', min_confidence: 0, tag_ids: [tag.id], allow_new_tags: false };
    const job = await call('POST', `/files/${videoId}/auto-tag`, options);
    expect((await call('GET', `/jobs/${job.id}?wait_seconds=30`)).status).toBe('succeeded');
    const suggested = async () =>
      (await call('GET', `/projects/${projectId}/taggings?status=suggested`)).length as number;
    const count = await suggested();
    expect(count).toBeGreaterThan(0);
    await open(videoId);
    await page.getByText(/^\d+ suggestions?$/).waitFor();
    const accept = page.getByRole('button', { name: 'Accept', exact: true });
    expect(await accept.getAttribute('aria-keyshortcuts')).toBeNull();
    await page.keyboard.press('?');
    for (const label of ['Accept the suggestion', 'Reject the suggestion', 'Next suggestion'])
      await page.getByRole('dialog').getByText(label, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    expect(await accept.getAttribute('aria-keyshortcuts')).toBe('A');
    for (const [key, decision] of [
      ['a', 'Accepted'],
      ['x', 'Rejected'],
    ] as const) {
      await page.keyboard.press(key);
      await poll(suggested).toBe(count - 1);
      const message = page.getByRole('listitem').filter({ hasText: `${decision} the suggestion` });
      await message.getByRole('button', { name: 'Undo' }).click();
      await poll(suggested).toBe(count);
      await page.getByText(new RegExp(`^${count} suggestions?$`)).waitFor();
      await page.keyboard.press('s');
    }
    await page.keyboard.press('a');
    await poll(suggested).toBe(count - 1);
    await page.getByRole('button', { name: /Password fatigue 1/ }).waitFor();
    for (let rest = count - 1; rest > 0; rest--) {
      await page.keyboard.press('x');
      await poll(suggested).toBe(rest - 1);
    }
    expect(await page.getByText('Suggested tags').count()).toBe(0);
  });

  it('saves an edit that was made offline when the connection returns, and nothing moves while it is offline', async () => {
    await open(videoId);
    await page.getByText('It asked for a password').waitFor();
    const player = page.getByRole('region', { name: 'Player', exact: true });
    await player.waitFor();
    const row = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem').nth(1);
    const places = () => Promise.all([player.boundingBox(), row.boundingBox()]);
    const before = await places();
    await page.context().setOffline(true);
    const notice = page.getByRole('status').filter({ hasText: 'Parley can’t be reached.' });
    await notice.waitFor();
    expect(await places()).toEqual(before);
    const [{ y: playerTop } = { y: 0 }] = before.map((box) => box ?? undefined);
    const box = await notice.boundingBox();
    expect(box && box.y + box.height).toBeLessThan(playerTop);
    await row.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' Twice.');
    await page.getByText(/not saved yet/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/saving…/).waitFor();
    await row.getByText('before I could pay. Twice.').waitFor();
    expect(await row.getByText('Unsaved text').count()).toBe(0);

    await page.context().setOffline(false);
    await page.getByText(/, saved/).waitFor();
    const stored = async () => (await call('GET', `/files/${videoId}/transcript`)).segments[1].text;
    expect(await stored()).toBe('It asked for a password before I could pay. Twice.');
    await row.focus();
    await page.keyboard.press('ControlOrMeta+z');
    const message = await page.getByRole('listitem').filter({ hasText: ' undone.' }).boundingBox();
    const top = (await player.boundingBox())?.y;
    expect(message && message.y + message.height).toBeLessThan(top ?? 0);
    await poll(stored).toBe('It asked for a password before I could pay.');
    // The browser logs the requests that failed.
    consoleErrors.splice(
      0,
      consoleErrors.length,
      ...consoleErrors.filter((text) => !/Failed to load|ERR_/.test(text)),
    );
  });

  it('shows the pages of a PDF, and its text after a transcription', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `Finding ${index + 1} of the field study.`);
    const pdfId = await upload('Report.pdf', 'application/pdf', pdf(texts));
    await open(pdfId);
    await page.getByText('Finding 1 of the field study.').waitFor();
    await page.getByText('Page 1 of 12').waitFor();
    await page.getByRole('document', { name: 'Pages' }).press('End');
    await page.getByText('Finding 12 of the field study.').waitFor();
    expect(await page.locator('canvas').count()).toBeLessThan(6);
    await button('Text').click();
    await button('Transcribe').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Transcribe' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Finding 2 of the field study.' }).waitFor();
  });

  it('fits all screens and has no accessibility violations', async () => {
    await call('POST', `/projects/${projectId}/notes`, { body: 'م'.repeat(300), file_id: videoId });
    const { SCREENSHOTS } = process.env;
    for (const viewport of sizes)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await open(videoId, '?t=5&tab=notes');
        await page.getByText('It asked for a password').first().waitFor();
        await media().ready();
        if (viewport.width < 1024) await button('Tags, notes and clips').click();
        await page.getByText('م'.repeat(300)).waitFor();
        const name = `${viewport.width} ${colorScheme}`;
        if (SCREENSHOTS)
          await page.screenshot({ path: `${SCREENSHOTS}/file-${viewport.width}-${colorScheme}.png` });
        expect(await horizontalOverflow(page), name).toBe(0);
        expect(await accessibilityViolations(page), name).toEqual([]);
      }
  });

  it('logs no errors', () => expect(consoleErrors).toEqual([]));
});
