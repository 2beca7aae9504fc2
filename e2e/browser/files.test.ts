import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';

const MiB = 1024 ** 2;

/** A recording of noise: every byte counts, and its checksum is known. */
function makeWav(size: number): Buffer {
  const bytes = randomBytes(size);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(size - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(16_000, 24);
  bytes.writeUInt32LE(32_000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(size - 44, 40);
  return bytes;
}

/** All with the same date. */
async function writeRecording(folder: string, name: string, bytes: Buffer): Promise<void> {
  await writeFile(path.join(folder, name), bytes);
  await utimes(path.join(folder, name), new Date(1_800_000_000_000), new Date(1_800_000_000_000));
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasChromium)('the files of a project', () => {
  let parley: RunningParley;
  let browser: Browser;
  let page: Page;
  let folder: string;
  let projectId = '';
  const consoleErrors: string[] = [];
  const recordings = { 'first.wav': makeWav(3 * MiB), 'second.wav': makeWav(4 * MiB) };
  const paths = () => Object.keys(recordings).map((name) => path.join(folder, name));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-files-'));
    for (const [name, bytes] of Object.entries(recordings)) await writeRecording(folder, name, bytes);
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    page.on('pageerror', (error) => consoleErrors.push(String(error)));
    // The question of the browser whether to leave during an upload.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${parley.url}/sign-in`);
    await page.getByLabel('E-mail').fill(parley.email);
    await page.getByLabel('Password', { exact: true }).fill(parley.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    projectId = (await call('POST', '/v1/projects', { name: 'Checkout usability' })).id as string;
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A request with the sign-in of the page. */
  const call = (method: string, url: string, body?: object) =>
    page.evaluate(
      async ([verb, address, content]) => {
        const response = await fetch(`/app${address}`, {
          method: verb,
          ...(content
            ? { body: JSON.stringify(content), headers: { 'Content-Type': 'application/json' } }
            : {}),
        });
        return (await response.json()).data;
      },
      [method, url, body] as const,
    );
  const filesUrl = (search = '') => `${parley.url}/projects/${projectId}/files${search}`;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const uploads = () => page.getByRole('region', { name: 'Uploads' });
  /** An upload that tries again says so for a moment. */
  const shows = (text: Locator, count: number) =>
    expect.poll(() => text.count(), { timeout: 30_000 }).toBe(count);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });

  it('offers to drop files where there are none', async () => {
    await page.goto(filesUrl());
    await page.getByText('Drop recordings and documents here').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Transcribe uploads').uncheck();
  });

  it('uploads two files, waits while the network is cut, and keeps what arrived over a reload', async () => {
    const sent = new Map<string, number>();
    const cut = (route: Route) => {
      const url = route.request().url();
      const count = (sent.get(url) ?? 0) + 1;
      sent.set(url, count);
      return count > 2 ? route.abort('internetdisconnected') : route.continue();
    };
    await page.route('**/uploads/**', (route) =>
      route.request().method() === 'PATCH' ? cut(route) : route.continue(),
    );
    await page.getByLabel('Files to upload').setInputFiles(paths());
    await shows(uploads().getByText(/Waiting for the connection/), 2);
    expect(await accessibilityViolations(page)).toEqual([]);
    // The queue outlives navigation.
    await page.getByRole('link', { name: /^Tags/ }).first().click();
    await page.waitForURL(/\/tags/);
    await shows(uploads().getByText(/Waiting for the connection/), 2);

    await page.reload();
    await uploads().getByText('2 uploads interrupted').first().waitFor();
    expect(
      await uploads()
        .getByText(/Interrupted at \d+%/)
        .count(),
    ).toBe(2);
    consoleErrors.splice(0);
  });

  it('asks for the same file, refuses another, and continues where the upload was cut', async () => {
    await page.unroute('**/uploads/**');
    const offsets: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH' && request.url().includes('/uploads/'))
        offsets.push(Number(request.headers()['upload-offset']));
    });
    const [first, second] = paths() as [string, string];
    await page.getByLabel('Choose first.wav').setInputFiles(second);
    await page.getByText('“second.wav” is another file. Choose “first.wav”.').first().waitFor();
    const changed = Buffer.from(recordings['first.wav']);
    changed.fill(0, changed.length / 2, changed.length / 2 + 64);
    const otherFolder = await mkdtemp(path.join(folder, 'other-'));
    await writeRecording(otherFolder, 'first.wav', changed);
    await page.getByLabel('Choose first.wav').setInputFiles(path.join(otherFolder, 'first.wav'));
    await uploads()
      .getByText(/other content than the one that was interrupted/)
      .waitFor();
    expect(offsets).toEqual([]);
    await page.getByLabel('Choose first.wav').setInputFiles(first);
    await page.getByLabel('Choose second.wav').setInputFiles(second);
    await uploads().getByText('2 files uploaded').first().waitFor();
    expect(offsets.length).toBeGreaterThan(0);
    expect(Math.min(...offsets)).toBeGreaterThan(0);
  });

  it('both files arrive intact and become ready without a reload', async () => {
    await page.goto(filesUrl());
    await row('first.wav').getByText('Not transcribed').waitFor();
    await row('second.wav').getByText('Not transcribed').waitFor();
    const files = (await call('GET', `/v1/projects/${projectId}/files`)) as {
      name: string;
      checksum_sha256: string;
    }[];
    for (const [name, bytes] of Object.entries(recordings))
      expect(files.find((file) => file.name === name)?.checksum_sha256).toBe(sha256(bytes));
    expect(files).toHaveLength(2);
  });

  it('says why a file can’t be uploaded, and asks before it uploads one twice', async () => {
    await page.getByLabel('Files to upload').setInputFiles([
      { name: 'empty.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) },
      { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    ]);
    await uploads()
      .getByText(/This file is empty/)
      .waitFor();
    await uploads()
      .getByText(/can’t play or transcribe files of this type/)
      .waitFor();
    await uploads().getByRole('button', { name: 'Skip' }).click();
    await page.getByLabel('Files to upload').setInputFiles(paths()[0] as string);
    await uploads()
      .getByText(/already has a file with this name and size/)
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await uploads().getByRole('button', { name: 'Skip' }).click();
    const copy = { name: 'Copy.wav', mimeType: 'audio/wav', buffer: Buffer.from(recordings['first.wav']) };
    await page.getByLabel('Files to upload').setInputFiles([copy]);
    await uploads()
      .getByText(/^Same content as “.+”\. Upload it anyway\?$/)
      .waitFor();
    await uploads().getByRole('button', { name: 'Skip' }).click();
    await button('Close uploads').click();
    await uploads().waitFor({ state: 'detached' });
  });

  it('imports a text, which is transcribed without a reload, and a VTT file', async () => {
    await button('Import').click();
    await button('Text').click();
    await page
      .getByRole('textbox', { name: 'Name', exact: true })
      .fill('Support chat <script>alert(1)</script>');
    await page
      .getByLabel('Text', { exact: true })
      .last()
      .fill('Ada: I could not find the price.\n\nBen: Neither could I.');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await row('Support chat').getByText('Ready', { exact: true }).waitFor();

    await button('Import').click();
    await button('Transcript file').click();
    const subtitles = (content: string, name = 'Ben.vtt') => ({
      name,
      mimeType: 'text/vtt',
      buffer: Buffer.from(content),
    });
    await page.getByLabel('Transcript file').setInputFiles(subtitles('no cues'));
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('The text contains no VTT or SRT cues.').waitFor();
    await page
      .getByLabel('Transcript file')
      .setInputFiles(subtitles('WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ben>I just wanted the shoes.\n'));
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await row('Ben').getByText('Ready', { exact: true }).waitFor();
    // The browser logs the expected 422 response.
    expect(consoleErrors.splice(0)).toHaveLength(1);
  });

  it('selects by keyboard and tags several files at once, with undo', async () => {
    await page.getByRole('link', { name: 'Ben', exact: true }).focus();
    await page.keyboard.press('x');
    await page.getByText('1 file selected').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 files selected').waitFor();
    await button('Tag').click();
    await page.getByPlaceholder('Find or create a tag').fill('Pricing');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Pricing on all selected files' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Changed the tags of 2 files.').first().waitFor();
    await row('Ben').getByText('Pricing').waitFor();
    await row('Support chat').getByText('Pricing').waitFor();
    await button('Undo').click();
    await row('Ben').getByText('Pricing').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
  });

  it('keeps the tag that a colleague adds while the dialog is open', async () => {
    const [ben] = (await call('GET', `/v1/projects/${projectId}/files?q=Ben`)) as { id: string }[];
    await page.getByRole('button', { name: 'Actions for Ben' }).click();
    await page.getByRole('menuitem', { name: 'Tag' }).click();
    const { id } = (await call('POST', `/v1/projects/${projectId}/tags`, { name: 'Delivery' })) as {
      id: string;
    };
    await call('POST', `/v1/tags/${id}/taggings`, { target_type: 'file', target_id: ben?.id });
    await page.getByRole('option', { name: 'Pricing' }).click();
    await page.getByRole('option', { name: 'Pricing on all selected files' }).waitFor();
    await page.keyboard.press('Escape');
    await row('Ben').getByText('Pricing').waitFor();
    await row('Ben').getByText('Delivery').waitFor();
    await button('Undo').click();
    await row('Ben').getByText('Pricing').waitFor({ state: 'detached' });
    await row('Ben').getByText('Delivery').waitFor();
  });

  it('keeps filters, sort and view in the URL', async () => {
    await page.goto(filesUrl('?kind=audio&sort=name&view=grid'));
    await page.getByRole('link', { name: 'first.wav' }).waitFor();
    await shows(page.getByRole('link', { name: 'Ben', exact: true }), 0);
    await page.getByLabel('Search files by name').fill('second');
    await page.waitForURL(/q=second/);
    await page.getByRole('link', { name: 'first.wav' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: 'second.wav' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove filter Audio' }).click();
    await page.getByLabel('Search files by name').fill('nothing has this name');
    await page.getByText('No files match').waitFor();
    await button('Clear filters').click();
    await page.getByRole('link', { name: 'Ben', exact: true }).waitFor();
  });

  it('moves a file to another project and deletes one after a question', async () => {
    await call('POST', '/v1/projects', { name: 'Second study' });
    await page.goto(filesUrl());
    await page.getByRole('checkbox', { name: 'Select first.wav' }).check();
    await button('Move').click();
    await page.getByText('Second study').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('“first.wav” moved.').first().waitFor();
    await row('first.wav').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for second.wav' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await button('Delete 1 file').click();
    await row('second.wav').waitFor({ state: 'detached' });
  });

  it('takes files that are dropped on any page of the project, and sends no script for it before', async () => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto(`${parley.url}/projects/${projectId}/notes`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const isQueue = (url: string) => /\/assets\/uploads-/.test(url);
    expect(scripts.filter(isQueue)).toEqual([]);
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['What did you expect?'], 'dropped.txt', { type: 'text/plain' }));
      return transfer;
    });
    await page.dispatchEvent('main', 'dragenter', { dataTransfer });
    await expect.poll(() => scripts.some(isQueue), { timeout: 30_000 }).toBe(true);
    const area = page.getByText('Drop files to add them to');
    // A browser repeats this event while files are over the window.
    await expect
      .poll(
        async () => {
          await page.dispatchEvent('main', 'dragover', { dataTransfer });
          return area.isVisible();
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    await page.dispatchEvent('main', 'drop', { dataTransfer });
    // All bytes have arrived; leaving the page earlier would interrupt the upload.
    await uploads().getByText('1 file uploaded').first().waitFor();
    await page.goto(filesUrl());
    await row('dropped').waitFor();
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('list', { name: 'Files' }).waitFor();
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Actions for Ben' }).click();
    await page.getByRole('dialog', { name: 'Ben' }).getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${'long'.repeat(50)} مقابلة 🎧`);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page
      .getByText(/longlong.*🎧/)
      .first()
      .waitFor();
    expect(await horizontalOverflow(page)).toBe(0);
    expect(consoleErrors).toEqual([]);
  });
});
