import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { accessibilityViolations } from './inspect.ts';
import {
  type CallBrowsers,
  isPlaying,
  scheduleInterview,
  sendAs,
  signInResearcher,
  startCallBrowsers,
} from './live-interview.ts';

describe.skipIf(!hasChromium)('a live interview', () => {
  let browsers: CallBrowsers;
  let researcher: CallBrowsers['researcher'];
  let participant: CallBrowsers['participant'];
  let project: string;
  let session: { id: string; join_url: string };

  beforeAll(async () => {
    browsers = await startCallBrowsers();
    ({ researcher, participant } = browsers);
  });
  afterAll(() => browsers?.stop());

  const send = (method: string, path: string, body?: object) => sendAs(researcher, method, path, body);

  it('is scheduled by the researcher', async () => {
    await signInResearcher(researcher, browsers.parley);
    ({ project, session } = await scheduleInterview(researcher));
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

    await researcher.goto(`${browsers.parley.url}/call/${session.id}`);
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
    expect(browsers.errors).toEqual([]);
  });
});
