import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import {
  type CallBrowsers,
  isPlaying,
  scheduleInterview,
  sendAs,
  signInResearcher,
  startCallBrowsers,
} from './live-interview.ts';

describe.skipIf(!hasChromium)('the recording of a live interview', () => {
  let browsers: CallBrowsers;
  beforeAll(async () => {
    browsers = await startCallBrowsers();
  });
  afterAll(() => browsers?.stop());

  it('waits for the first picture of the participant, and the file plays and seeks', async () => {
    const { researcher, participant, parley } = browsers;
    await signInResearcher(researcher, parley);
    const { project, session } = await scheduleInterview(researcher);
    const find = () => sendAs(researcher, 'GET', `/engage/sessions/${session.id}`);
    await participant.goto(session.join_url);
    await participant.locator('button[type=submit]').click();
    await participant.getByRole('button', { name: 'Go to the call' }).click();
    await participant.getByRole('button', { name: 'Join the call' }).click();

    // Without these messages the browsers do not connect, so there is no picture.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await researcher.route('**/call/signals', async (route) => {
      await released;
      await route.continue();
    });
    await researcher.goto(`${parley.url}/call/${session.id}`);
    await researcher.getByRole('button', { name: 'Join the call' }).click();
    await researcher.getByRole('button', { name: 'Record', exact: true }).click();
    await researcher.getByText('The recording starts with the participant’s picture.').waitFor();
    expect((await find()).recording_file_id).toBeNull();
    expect(await participant.getByText('This call is being recorded.').count()).toBe(0);

    release();
    await participant.getByText('This call is being recorded.').waitFor();
    await researcher.getByRole('button', { name: 'Stop recording' }).waitFor();
    await isPlaying(researcher, 'Mina');
    const secondsShown = () =>
      researcher.locator('video[aria-label="Mina"]').evaluate((video: HTMLVideoElement) => video.currentTime);
    const shownBefore = await secondsShown();
    await expect.poll(secondsShown).toBeGreaterThan(shownBefore + 8);
    await researcher.getByRole('button', { name: 'End the interview' }).click();
    await researcher.getByRole('button', { name: 'End for everyone' }).click();
    await participant.getByText('The call is over. Thank you.').waitFor();

    expect((await find()).recording_file_id).toMatch(/^fil_/);
    // A machine that shows no picture for ten seconds has a file with the sound first, and then one with the picture.
    const [newest] = (await sendAs(researcher, 'GET', `/projects/${project}/files`)) as unknown as [
      { id: string },
    ];
    const file = () => sendAs(researcher, 'GET', `/files/${newest.id}`);
    await expect.poll(async () => (await file()).status, { timeout: 120_000 }).toBe('ready');
    const played = await researcher.evaluate(
      async (url) => {
        const video = document.createElement('video');
        video.muted = true;
        video.src = url;
        const next = (event: string) =>
          new Promise((resolve, reject) => {
            video.addEventListener(event, resolve, { once: true });
            video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
          });
        await next('loadeddata');
        const sought = next('seeked');
        video.currentTime = 4;
        await sought;
        return { width: video.videoWidth, duration: video.duration, at: video.currentTime };
      },
      (await file()).download_url as unknown as string,
    );
    expect(played.width).toBeGreaterThan(0);
    expect(played.duration).toBeGreaterThan(5);
    expect(played.duration).toBeLessThan(60);
    expect(played.at).toBeCloseTo(4);
    expect(browsers.errors).toEqual([]);
  });
});
