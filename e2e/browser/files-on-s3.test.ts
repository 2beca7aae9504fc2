import { createHash } from 'node:crypto';
import { findRclone, type S3Server, startS3Server } from '@parley/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRecording } from '../../server/test/media.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { type RunningParley, startParley } from './parley.ts';

const rclone = findRclone();

/** The same pages with the bytes in S3, and under another host name than the configured one. */
describe.skipIf(!hasChromium || !rclone)('uploads to S3, on localhost', () => {
  let s3: S3Server;
  let parley: RunningParley;
  let browser: Browser;
  let page: Page;
  let address = '';
  const consoleErrors: string[] = [];

  beforeAll(async () => {
    s3 = await startS3Server(rclone ?? '');
    [parley, browser] = await Promise.all([startParley({ STORAGE_URL: s3.storageUrl }), openBrowser()]);
    address = parley.url.replace('127.0.0.1', 'localhost');
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    await page.goto(`${address}/sign-in`);
    await page.getByLabel('E-mail').fill(parley.email);
    await page.getByLabel('Password', { exact: true }).fill(parley.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
    await s3?.stop();
  });

  it('a video arrives intact after a lost connection and shows its picture', async () => {
    const bytes = await makeRecording('mp4');
    const projectId = await page.evaluate(async () => {
      const response = await fetch('/app/v1/projects', {
        method: 'POST',
        body: '{"name":"Study"}',
        headers: { 'Content-Type': 'application/json' },
      });
      return (await response.json()).data.id as string;
    });
    await page.goto(`${address}/projects/${projectId}/files`);
    await page.getByLabel('Transcribe uploads').uncheck();
    let isCut = true;
    await page.route('**/uploads/**', (route) =>
      isCut && route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
    );
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'Talk.mp4', mimeType: 'video/mp4', buffer: bytes });
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByText(/Waiting for the connection/).waitFor();
    consoleErrors.splice(0);
    isCut = false;
    await uploads.getByText('1 file uploaded').first().waitFor();
    // The browser logs attempts that failed before the connection was back.
    consoleErrors.splice(0);

    const row = page.getByRole('row').filter({ hasText: 'Talk.mp4' });
    await row.getByText('Not transcribed').waitFor();
    await expect
      .poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth), {
        timeout: 60_000,
      })
      .toBeGreaterThan(0);
    const checksum = await page.evaluate(
      async (id) =>
        (await (await fetch(`/app/v1/projects/${id}/files`)).json()).data[0].checksum_sha256 as string,
      projectId,
    );
    expect(checksum).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(consoleErrors).toEqual([]);
  });
});
