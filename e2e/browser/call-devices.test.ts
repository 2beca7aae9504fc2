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
import { observeTracks, trackStates } from './observed-tracks.ts';

describe.skipIf(!hasChromium)('camera and microphone', () => {
  let browsers: CallBrowsers;
  let researcher: CallBrowsers['researcher'];
  let participant: CallBrowsers['participant'];
  let session: { id: string; join_url: string };

  beforeAll(async () => {
    browsers = await startCallBrowsers();
    ({ researcher, participant } = browsers);
    await Promise.all([observeTracks(researcher), observeTracks(participant)]);
    await signInResearcher(researcher, browsers.parley);
  });
  afterAll(() => browsers?.stop());

  const send = (method: string, path: string, body?: object) => sendAs(researcher, method, path, body);
  const off = 'Camera and microphone are off';
  /** At least one track was obtained, and all have ended. */
  const allEnded = (page: CallBrowsers['researcher']) =>
    expect
      .poll(async () => {
        const states = await trackStates(page);
        return states.length > 0 && states.every((state) => state === 'ended');
      })
      .toBe(true);

  async function participantJoins() {
    await participant.goto(session.join_url);
    const consent = participant.locator('button[type=submit]');
    const toCall = participant.getByRole('button', { name: 'Go to the call' });
    await consent.or(toCall).first().click();
    await toCall
      .or(participant.getByRole('button', { name: 'Join the call' }))
      .first()
      .click();
    await participant.getByRole('button', { name: 'Join the call' }).click();
  }
  async function researcherJoins() {
    await researcher.goto(`${browsers.parley.url}/call/${session.id}`);
    await researcher.getByRole('button', { name: 'Join the call' }).click();
  }
  async function startCall() {
    ({ session } = await scheduleInterview(researcher));
    await participantJoins();
    await researcherJoins();
    await isPlaying(researcher, 'Mina');
    await isPlaying(participant, 'Owner');
    for (const page of [researcher, participant])
      expect(await trackStates(page)).toEqual(expect.arrayContaining(['live', 'live']));
    expect(await researcher.getByText(off).count()).toBe(0);
  }

  it('turns off camera and microphone on both sides after the researcher ended a recorded interview', async () => {
    await startCall();
    await researcher.getByRole('button', { name: 'Record', exact: true }).click();
    await participant.getByText('This call is being recorded.').waitFor();
    await researcher.getByRole('button', { name: 'End the interview' }).click();
    await researcher.getByRole('button', { name: 'End for everyone' }).click();
    await researcher.getByText(off).waitFor();
    expect((await trackStates(researcher)).slice(0, 2)).toEqual(['ended', 'ended']);
    await participant.getByText(`${off}.`).waitFor();
    await Promise.all([allEnded(researcher), allEnded(participant)]);
    await researcher.getByRole('heading', { name: 'The interview with Mina is over' }).waitFor();
    await researcher.getByRole('link', { name: 'Open the recording' }).waitFor();
    expect(await accessibilityViolations(researcher)).toEqual([]);
    expect(await accessibilityViolations(participant)).toEqual([]);
  });

  it('turns off camera and microphone on both sides after the session was completed by the API', async () => {
    await startCall();
    await send('POST', `/engage/sessions/${session.id}/complete`);
    await researcher.getByText(off).waitFor();
    await participant.getByText(`${off}.`).waitFor();
    await Promise.all([allEnded(researcher), allEnded(participant)]);
  });

  it('turns off camera and microphone on the side that leaves, by its button or by another page of the application', async () => {
    await startCall();
    await participant.getByRole('button', { name: 'Leave' }).click();
    await allEnded(participant);
    await participant.getByRole('button', { name: 'Join again' }).waitFor();
    await researcher.getByText(/^Mina left at/).waitFor();
    await researcher.getByRole('link', { name: 'Back to the project' }).click();
    await researcher.waitForURL(/\/projects\//);
    await allEnded(researcher);
    await researcher.goBack();
    await researcher.getByRole('button', { name: 'Join the call' }).click();
    await researcher.getByText('Waiting for Mina').waitFor();
    await researcher.getByRole('button', { name: 'Leave' }).click();
    await researcher.getByRole('heading', { name: 'You left the call' }).waitFor();
    await researcher.getByText(off).waitFor();
    await allEnded(researcher);
    await researcher.getByRole('button', { name: 'Join again' }).click();
    await researcher.getByRole('button', { name: 'Join the call' }).click();
    await researcher.getByText('Waiting for Mina').waitFor();
  });

  it('turns off camera and microphone after the server refused to let the researcher or the participant in', async () => {
    ({ session } = await scheduleInterview(researcher));
    const refusal = {
      status: 422,
      json: { error: { code: 'validation_failed', message: 'Request validation failed', details: [] } },
    };
    for (const page of [researcher, participant])
      await page.route('**/call/join', (route) => route.fulfill(refusal));
    await researcherJoins();
    await researcher.getByRole('heading', { name: 'You can’t be in this call' }).waitFor();
    await researcher.getByText(off).waitFor();
    await participantJoins();
    await participant.getByText(`${off}.`).waitFor();
    await Promise.all([allEnded(researcher), allEnded(participant)]);
    for (const page of [researcher, participant]) await page.unroute('**/call/join');
  });

  it('turns off camera and microphone after the stream of the call was refused', async () => {
    await startCall();
    // The connection breaks, and the server refuses the next one.
    await researcher.route('**/call/events*', (route) => route.fulfill({ status: 403, json: {} }));
    await researcher.getByText('Mina').first().waitFor();
    await researcher.reload();
    await researcher.getByRole('button', { name: 'Join the call' }).click();
    await researcher.getByRole('heading', { name: 'You can’t be in this call' }).waitFor();
    await allEnded(researcher);
    await researcher.unroute('**/call/events*');
    await participant.getByRole('button', { name: 'Leave' }).click();
    await allEnded(participant);
  });

  it('does not open camera and microphone on the page of a session that has ended', async () => {
    await send('POST', `/engage/sessions/${session.id}/complete`);
    await researcher.goto(`${browsers.parley.url}/call/${session.id}`);
    await researcher.getByRole('heading', { name: 'The interview with Mina is over' }).waitFor();
    await researcher.getByText(off).waitFor();
    expect(await trackStates(researcher)).toEqual([]);
    expect(browsers.errors).toEqual([]);
  });
});
