import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumOptions, hasChromium } from './chromium.ts';
import { accessibilityViolations } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';

/** A live interview between two browsers with a camera and a microphone that Chromium generates. */
describe.skipIf(!hasChromium)('a live interview', () => {
  let parley: RunningParley;
  let browser: Browser;
  let researcher: Page;
  let participant: Page;
  let project: string;
  let session: { id: string; join_url: string };
  const errors: string[] = [];

  beforeAll(async () => {
    const fakeMedia = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
    const options = { ...chromiumOptions, args: [...chromiumOptions.args, ...fakeMedia] };
    [parley, browser] = await Promise.all([startParley(), chromium.launch(options)]);
    [researcher, participant] = await Promise.all([openPage(), openPage()]);
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  async function openPage(): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-US', permissions: ['camera', 'microphone'] });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => errors.push(String(error)));
    return page;
  }
  /** A request of the signed-in researcher. */
  const send = (method: string, path: string, body?: object) =>
    researcher.evaluate(
      async ([method, path, body]) => {
        const response = await fetch(`/app/v1${path}`, {
          method: method as string,
          ...(body ? { body: body as string, headers: { 'content-type': 'application/json' } } : {}),
        });
        return ((await response.json()) as { data: never }).data;
      },
      [method, path, body && JSON.stringify(body)],
    ) as Promise<Record<string, never>>;
  const isPlaying = (page: Page, label: string) =>
    page.waitForFunction((label) => {
      const video = document.querySelector<HTMLVideoElement>(`video[aria-label="${label}"]`);
      return video !== null && video.videoWidth > 0 && video.currentTime > 0.5;
    }, label);

  it('is scheduled by the researcher', async () => {
    await researcher.goto(`${parley.url}/sign-in`);
    await researcher.getByLabel('E-mail').fill(parley.email);
    await researcher.getByLabel('Password', { exact: true }).fill(parley.password);
    await researcher.getByRole('button', { name: 'Sign in' }).click();
    await researcher.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    project = (await send('POST', '/projects', { name: 'Calls' })).id as never;
    const start = new Date(Date.now() + 600_000).toISOString();
    const test = await send('POST', `/projects/${project}/tests`, {
      name: 'Checkout',
      type: 'live_interview',
      questions: [{ type: 'open', text: 'Why?' }],
      consent: { text: 'We record this call.', recording: true },
      scheduling: { timezone: 'UTC', duration_minutes: 30, slots: [{ start_at: start }] },
    });
    await send('POST', `/engage/tests/${test.id}/publish`);
    session = (await send('POST', `/engage/tests/${test.id}/sessions`, {
      participant: { email: 'mina@example.com', name: 'Mina' },
      scheduled_start_at: start,
    })) as never;
    expect(session.join_url).toContain('/t/');
  });

  it('connects both browsers, each of which shows the other', async () => {
    await participant.goto(session.join_url);
    await participant.locator('button[type=submit]').click();
    await participant.getByRole('button', { name: 'Go to the call' }).click();
    await participant.getByRole('heading', { name: 'Check your camera and microphone' }).waitFor();
    expect(await accessibilityViolations(participant)).toEqual([]);
    await participant.getByRole('button', { name: 'Join the call' }).click();
    await participant.getByText('The researcher will be here soon.').waitFor();

    await researcher.goto(`${parley.url}/call/${session.id}`);
    await researcher.getByRole('button', { name: 'Join the call' }).click();
    await isPlaying(researcher, 'Mina');
    await isPlaying(participant, 'Owner');
    expect(await accessibilityViolations(researcher)).toEqual([]);
    expect((await send('GET', `/engage/sessions/${session.id}`)).status).toBe('in_progress');
  });

  it('is recorded, which the participant sees, and continues after the participant reloaded the page', async () => {
    await researcher.getByRole('button', { name: 'Record', exact: true }).click();
    await participant.getByText('This call is being recorded.').waitFor();
    await participant.reload();
    await participant.getByRole('button', { name: 'Go to the call' }).click();
    await participant.getByRole('button', { name: 'Join the call' }).click();
    await participant.getByText('You are in the call.').waitFor();
    await isPlaying(participant, 'Owner');
    await isPlaying(researcher, 'Mina');
    await participant.getByText('This call is being recorded.').waitFor();
    await researcher.getByLabel('Note').fill('Looks for the price first.');
    await researcher.getByRole('button', { name: 'Save note' }).click();
    await researcher.getByText(/Saved at \d+:\d\d/).waitFor();
    await participant.getByRole('button', { name: 'Mute' }).click();
    await participant.getByRole('button', { name: 'Unmute' }).waitFor();
  });

  it('ends with a completed session and a recording that has a duration', async () => {
    // Long enough for several parts of the recording.
    await researcher.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('video[aria-label="Mina"]')?.currentTime ?? 0) > 9,
    );
    await researcher.getByRole('button', { name: 'End the interview' }).click();
    await participant.getByText('The call has ended.').waitFor();
    const ended = await send('GET', `/engage/sessions/${session.id}`);
    expect(ended.status).toBe('completed');
    await expect
      .poll(async () => (await send('GET', `/files/${ended.recording_file_id}`)).status, { timeout: 120_000 })
      .toBe('ready');
    const file = (await send('GET', `/files/${ended.recording_file_id}`)) as unknown as {
      duration_seconds: number;
    };
    expect(file.duration_seconds).toBeGreaterThan(1);
    const notes = (await send(
      'GET',
      `/projects/${project}/notes?session_id=${session.id}`,
    )) as unknown as object[];
    expect(notes).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});
