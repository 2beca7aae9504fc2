import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { expectLayoutToFit } from './participant-layout.ts';
import { publishStudy } from './participant-study.ts';
import { button, useParticipantSuite } from './participant-suite.ts';

/** Headless browsers have no screen to share, so the stream comes from a canvas that changes. */
function shareCanvas(): void {
  navigator.mediaDevices.getDisplayMedia = async () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    const context = canvas.getContext('2d');
    setInterval(() => {
      if (context) context.fillStyle = `hsl(${performance.now() % 360} 80% 50%)`;
      context?.fillRect(0, 0, 64, 64);
    }, 50);
    return canvas.captureStream(15);
  };
}

describe.skipIf(!hasChromium)('recording a task', () => {
  const { call, openPage } = useParticipantSuite();

  async function openTask(prepare?: () => void): Promise<{ id: string; page: Page }> {
    const { id, path } = await publishStudy(call, {
      questions: [{ type: 'task', text: 'Put a pair of shoes into the cart.', required: true }],
      consent: { text: 'We record your screen.', recording: true },
    });
    const page = await openPage(path, {}, async (opened) => prepare && opened.addInitScript(prepare));
    await button(page, 'I agree and start').click();
    await page.getByRole('heading', { name: 'Put a pair of shoes into the cart.' }).waitFor();
    return { id, page };
  }
  async function send(page: Page): Promise<void> {
    await button(page, 'Continue').click();
    await button(page, 'Send my answers').click();
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
  }

  it('sends the recording while it runs, through a lost connection, and links it to the answer', async () => {
    const { id, page } = await openTask(shareCanvas);
    await expectLayoutToFit(page, 'task-recording');
    const firstPart = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await button(page, 'Record screen and voice').click();
    await page.getByText('Recording', { exact: false }).first().waitFor();
    expect((await firstPart).status()).toBe(204);
    await page.context().setOffline(true);
    await button(page, 'Stop recording').click();
    await page.getByText(/Sending the recording/).waitFor();
    await page.context().setOffline(false);
    await page.getByText('The recording was sent.').waitFor();
    await send(page);
    const [response] = await call('GET', `/tests/${id}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers).toEqual([expect.objectContaining({ file_id: expect.stringMatching(/^fil_/) })]);
    const file = await call('GET', `/files/${answers[0].file_id}`);
    expect(file).toMatchObject({ source: 'response', response_id: response.id });
    expect(file.size_bytes).toBeGreaterThan(1_000);
  });

  it('offers the description if the browser does not allow the recording', async () => {
    const { id, page } = await openTask(() => {
      navigator.mediaDevices.getDisplayMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await button(page, 'Record screen and voice').click();
    await page.getByText('The browser did not allow the recording.').waitFor();
    await page.getByRole('textbox').fill('I described it instead.');
    await send(page);
    const [response] = await call('GET', `/tests/${id}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers).toEqual([expect.objectContaining({ text: 'I described it instead.', file_id: null })]);
  });
});
