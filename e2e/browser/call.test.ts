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
  /** When the note was begun, as the page shows it. */
  let noteTime: string;
  const secondsOf = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

  beforeAll(async () => {
    browsers = await startCallBrowsers();
    ({ researcher, participant } = browsers);
  });
  afterAll(() => browsers?.stop());

  const send = (method: string, path: string, body?: object) => sendAs(researcher, method, path, body);

  it('lets the researcher schedule a live interview', async () => {
    await signInResearcher(researcher, browsers.parley);
    ({ project, session } = await scheduleInterview(researcher));
    expect(session.join_url).toContain('/t/');
  });

  it('connects both browsers, each of which shows the other', async () => {
    await researcher.goto(`${browsers.parley.url}/call/${session.id}`);
    await researcher.getByRole('heading', { name: 'Call with Mina' }).waitFor();
    await participant.goto(session.join_url);
    await participant.locator('button[type=submit]').waitFor();
    expect(await participant.getByRole('textbox').count(), 'the address is known').toBe(0);
    await participant.locator('button[type=submit]').click();
    await participant.getByRole('button', { name: 'Go to the call' }).click();
    await participant.getByRole('heading', { name: 'Check your camera and microphone' }).waitFor();
    expect(await accessibilityViolations(participant)).toEqual([]);
    await participant.getByRole('button', { name: 'Join the call' }).click();
    await participant.getByText('The researcher will be here soon.').waitFor();

    await researcher.getByRole('heading', { name: 'Mina is here' }).waitFor();
    await researcher.getByRole('button', { name: 'Join the call' }).click();
    await isPlaying(researcher, 'Mina');
    await isPlaying(participant, 'Owner');
    expect(await accessibilityViolations(researcher)).toEqual([]);
    expect((await send('GET', `/engage/sessions/${session.id}`)).status).toBe('in_progress');
  });

  it('records a live interview, which the participant sees, and continues after the participant reloaded the page', async () => {
    await researcher.getByRole('button', { name: 'Record', exact: true }).click();
    await participant.getByText('This call is being recorded.').waitFor();
    await participant.reload();
    await participant.getByRole('button', { name: 'Go to the call' }).click();
    await participant.getByRole('button', { name: 'Join the call' }).click();
    await participant.getByText('You are in the call.').waitFor();
    await isPlaying(participant, 'Owner');
    await isPlaying(researcher, 'Mina');
    await participant.getByText('This call is being recorded.').waitFor();
    await researcher.getByText(/^REC\s*\d/).waitFor();
    await researcher.getByRole('button', { name: 'Covered: Why?' }).click();
    await researcher.getByText('1 of 1 covered').waitFor();
    // The time of a note is that of its first letter, not that of saving it.
    await researcher.getByRole('textbox', { name: 'Note' }).pressSequentially('L');
    noteTime = await researcher
      .locator('form')
      .getByText(/^\d+:\d\d$/)
      .textContent()
      .then(String);
    const recorded = async () =>
      String(await researcher.getByText(/^REC\s*\d/).textContent())
        .replace('REC', '')
        .trim();
    await expect.poll(async () => secondsOf(await recorded())).toBeGreaterThan(secondsOf(noteTime) + 2);
    await researcher.getByRole('textbox', { name: 'Note' }).pressSequentially('ooks for the price first.');
    await researcher.keyboard.press('Enter');
    await researcher.getByRole('status', { name: 'Last notes' }).getByText('Looks for the price').waitFor();
    await participant.getByRole('button', { name: 'Mute' }).click();
    await participant.getByRole('button', { name: 'Unmute' }).waitFor();
    await researcher.getByText('Microphone off').waitFor();
    await participant.getByRole('button', { name: 'Turn camera off' }).click();
    await researcher.getByText('Camera off', { exact: true }).waitFor();
  });

  it('keeps the controls of the participant in sight, and says on both sides that the participant left', async () => {
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [390, 844],
    ] as const) {
      await participant.setViewportSize({ width, height });
      const picture = await participant.getByLabel('Owner').boundingBox();
      expect(picture?.width, `the picture at ${width}`).toBeGreaterThan(width * 0.9);
      for (const name of ['Unmute', 'Turn camera on', 'Leave']) {
        const box = await participant.getByRole('button', { name }).boundingBox();
        expect((box?.y ?? height) + (box?.height ?? 0), `${name} at ${width}`).toBeLessThanOrEqual(height);
      }
    }
    expect(await accessibilityViolations(participant)).toEqual([]);
    await participant.getByRole('button', { name: 'Leave' }).click();
    await participant.getByRole('heading', { name: 'You left the call' }).waitFor();
    await researcher.getByText(/^Mina left at \d+:\d\d$/).waitFor();
    await participant.getByRole('button', { name: 'Join again' }).click();
    await participant.getByRole('button', { name: 'Join the call' }).click();
    await isPlaying(researcher, 'Mina');
  });

  it('ends with a completed session and a recording that has a duration', async () => {
    // Long enough for several parts of the recording.
    await researcher.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('video[aria-label="Mina"]')?.currentTime ?? 0) > 9,
    );
    await researcher.getByRole('button', { name: 'End the interview' }).click();
    await researcher.getByRole('button', { name: 'End for everyone' }).click();
    await participant.getByRole('heading', { name: 'The call is over. Thank you.' }).waitFor();
    expect(await participant.getByRole('button', { name: 'Go to the call' }).count()).toBe(0);
    await participant.reload();
    await participant.getByRole('heading', { name: 'The call is over. Thank you.' }).waitFor();
    const ended = await send('GET', `/engage/sessions/${session.id}`);
    expect(ended.status).toBe('completed');
    await expect
      .poll(async () => (await send('GET', `/files/${ended.recording_file_id}`)).status, { timeout: 120_000 })
      .toBe('ready');
    const file = (await send('GET', `/files/${ended.recording_file_id}`)) as unknown as {
      duration_seconds: number;
    };
    expect(file.duration_seconds).toBeGreaterThan(1);
    const [note, ...others] = (await send(
      'GET',
      `/projects/${project}/notes?session_id=${session.id}`,
    )) as unknown as { file_id: string; start_seconds: number; body: string }[];
    expect(others).toEqual([]);
    expect(note?.body).toBe('Looks for the price first.');
    expect(Math.floor(note?.start_seconds ?? -1)).toBe(secondsOf(noteTime));
    // The participant returned after a reload, so that a second file continues the recording.
    const files = (await send('GET', `/projects/${project}/files`)) as unknown as { id: string }[];
    expect(files.map(({ id }) => id)).toContain(note?.file_id);
    await researcher.getByRole('link', { name: noteTime }).waitFor();
    await researcher.getByRole('link', { name: 'Open the recording' }).click();
    await researcher.waitForURL(new RegExp(String(ended.recording_file_id)));
    expect(browsers.errors).toEqual([]);
  });
});
