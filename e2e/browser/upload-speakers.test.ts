import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRecording } from '../../server/test/media.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

describe.skipIf(!hasChromium)('the question about the speakers of an upload', () => {
  let parley: RunningParley;
  let browser: Browser;
  let user: SignedIn;
  let projectId: string;
  let wav: Buffer;

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    wav = await makeRecording('wav', { seconds: 2 });
    user = await signIn(browser, parley);
    // The body of a `Request` cannot be read from outside the page.
    await user.page.addInitScript(() => {
      const send = window.fetch;
      const bodies: unknown[] = [];
      Object.assign(window, { createdFiles: bodies });
      window.fetch = async (input, init) => {
        if (input instanceof Request && input.method === 'POST' && input.url.endsWith('/files'))
          bodies.push(await input.clone().json());
        return send(input, init);
      };
    });
    projectId = ((await user.call('POST', '/projects', { name: 'Study' })) as { id: string }).id;
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  const dialog = () => user.page.getByRole('dialog', { name: 'How many people speak?' });
  const pick = (...names: string[]) =>
    user.page
      .getByLabel(/Files to (upload|add)/)
      .first()
      .setInputFiles(
        names.map((name) => ({
          name,
          mimeType: '',
          buffer: name.endsWith('.wav') ? wav : Buffer.from(name),
        })),
      );
  const created = () =>
    user.page.evaluate(() => (window as unknown as { createdFiles: { name: string }[] }).createdFiles);

  it('asks once for the speakers of a batch, and the answer reaches the server with the upload', async () => {
    await user.page.goto(`${parley.url}/projects/${projectId}/files`);
    await pick('One.wav', 'Notes.txt');
    await dialog().getByRole('button', { name: '2', exact: true }).click();
    await dialog().getByLabel('Speaker 1').fill('Ada');
    await dialog().getByLabel('Speaker 2').fill('Ben');
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [390, 844],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await user.page.setViewportSize({ width, height });
        await user.page.emulateMedia({ colorScheme });
        expect(await horizontalOverflow(user.page)).toBe(0);
        expect(await accessibilityViolations(user.page)).toEqual([]);
        if (process.env.SCREENSHOTS)
          await user.page.screenshot({
            path: `${process.env.SCREENSHOTS}/speakers-${width}-${colorScheme}.png`,
          });
      }
    await user.page.setViewportSize({ width: 1440, height: 900 });
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await user.page.getByText('2 files uploaded').first().waitFor();
    expect((await created()).toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
      { name: 'Notes.txt', transcribe: true },
      { name: 'One.wav', transcribe: { speakers_expected: 2, speaker_names: ['Ada', 'Ben'] } },
    ]);
  });

  it('does not ask for the speakers of documents', async () => {
    await pick('More notes.txt');
    await expect
      .poll(async () => (await created()).at(-1))
      .toMatchObject({ name: 'More notes.txt', transcribe: true });
    expect(await dialog().count()).toBe(0);
  });

  it('uploads nothing if it is canceled', async () => {
    await pick('Canceled.wav');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    const files: { name: string }[] = await user.call('GET', `/projects/${projectId}/files`);
    expect(files.map(({ name }) => name)).not.toContain('Canceled.wav');
  });
});
