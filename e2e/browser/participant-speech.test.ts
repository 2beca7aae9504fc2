import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../server/test/model-server.ts';
import { chromiumOptions, hasChromium } from './chromium.ts';
import { type RunningParley, startParley } from './parley.ts';
import { expectLayoutToFit, phone } from './participant-layout.ts';
import { type Call, publishStudy, signInResearcher } from './participant-study.ts';

/** The microphone is Chromium's own beep, and the engine that transcribes it is one that the test answers for. */
describe.skipIf(!hasChromium)('spoken answers on the participant’s page', () => {
  let engine: ModelServer;
  let parley: RunningParley;
  let browser: Browser;
  let call: Call;
  const errors: string[] = [];
  const opened: BrowserContext[] = [];

  beforeAll(async () => {
    engine = await startModelServer();
    const fakeMedia = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
    const transcription = {
      TRANSCRIBE_BASE_URL: `${engine.url}/v1`,
      TRANSCRIBE_API_KEY: 'k',
      TRANSCRIBE_MODEL: 'm',
    };
    [parley, browser] = await Promise.all([
      startParley(transcription),
      chromium.launch({ ...chromiumOptions, args: [...chromiumOptions.args, ...fakeMedia] }),
    ]);
    call = await signInResearcher(await browser.newPage(), parley);
  });
  // A page that stays open goes on recording, which takes computing time from the next test.
  afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
    engine?.close();
  });

  async function openPage(path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
    const context = await browser.newContext({
      viewport: phone,
      locale: 'en-GB',
      permissions: ['microphone'],
    });
    opened.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => errors.push(String(error)));
    await prepare?.(page);
    await page.goto(parley.url + path);
    await button(page, 'I agree and start').click();
    return page;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const hasFocus = (page: Page, name: string) =>
    expect
      .poll(() => button(page, name).evaluate((element) => element === document.activeElement))
      .toBe(true);
  const secondsOf = async (page: Page) => {
    const [minutes, seconds] = ((await page.getByRole('timer').textContent()) ?? '').split(':');
    return Number(minutes) * 60 + Number(seconds);
  };
  /** Waits until the recording is so many seconds longer. */
  const recordFor = async (page: Page, seconds: number) => {
    const before = await secondsOf(page);
    await expect.poll(() => secondsOf(page)).toBeGreaterThanOrEqual(before + seconds);
  };
  const hears = (text: string | undefined) => {
    engine.answer = () => ({
      body: { language: 'en', segments: text === undefined ? [] : [{ start: 0, end: 2, text }] },
    });
  };
  const questions = [{ type: 'open', text: 'How do you plan your week?', required: true }];
  const moderator = { mode: 'ai', follow_up_depth: 0, max_minutes: 30 };

  it('records and transcribes spoken answers in an AI interview by keyboard, through a lost connection', async () => {
    const { id, path } = await publishStudy(call, { type: 'ai_interview', moderator, questions });
    const page = await openPage(path);
    await page.getByRole('log').getByText('How do you plan your week?').waitFor();
    hears('I plan with paper on the wall of our kitchen.');
    await button(page, 'Answer by voice').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Recording. Speak now.').waitFor();
    await hasFocus(page, 'Stop');
    await recordFor(page, 1);
    await expectLayoutToFit(page, 'speech-recording');
    await page.context().setOffline(true);
    await recordFor(page, 3);
    await page.context().setOffline(false);
    await page.keyboard.press('Enter');
    await hasFocus(page, 'Turn into text');
    await expectLayoutToFit(page, 'speech-recorded');
    const heard = await page.locator('audio').evaluate(async (element) => {
      const audio = element as HTMLAudioElement;
      audio.muted = true;
      await audio.play();
      return audio.error === null;
    });
    expect(heard).toBe(true);
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Write your answer' });
    await expect.poll(() => field.inputValue()).toBe('I plan with paper on the wall of our kitchen.');
    await page.getByText('Check the text before you send it.').waitFor();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.press('End');
    await field.pressSequentially(' Always.');
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Thank you!', level: 1 }).waitFor();
    const [response] = await call('GET', `/tests/${id}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers[0].text).toBe('I plan with paper on the wall of our kitchen. Always.');
    // Everything that was recorded arrived, also what was recorded without a connection.
    expect(engine.requests.at(-1)?.bytes.length).toBeGreaterThan(50_000);
  });

  it('neither loses a spoken answer when the participant leaves the question nor places it over the question', async () => {
    const two = [...questions, { type: 'open', text: 'What would you change?' }];
    const { path } = await publishStudy(call, { type: 'ai_survey', moderator, questions: two });
    const page = await openPage(path);
    await page.getByRole('textbox').fill('On Sundays.');
    await button(page, 'Continue').click();
    const question = page.getByRole('heading', { name: 'What would you change?' });
    await question.waitFor();
    await button(page, 'Answer by voice').click();
    await page.getByText('Recording. Speak now.').waitFor();
    await recordFor(page, 1);
    const warning = page.getByText('Turn your recording into text or discard it first.');
    for (const name of ['Continue', 'Back', 'Skip this question']) {
      await button(page, name).click();
      await warning.waitFor();
      await question.waitFor();
      await hasFocus(page, 'Stop');
    }
    await button(page, 'Stop').click();
    await hasFocus(page, 'Turn into text');
    const [box, recorder] = [await question.boundingBox(), await page.locator('.speech').boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(recorder?.y ?? 0);
    await expectLayoutToFit(page, 'speech-undecided');
    await button(page, 'Continue').click();
    await warning.waitFor();
    // Closing the page asks as well.
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await button(page, 'Discard').click();
    await button(page, 'Skip this question').click();
    await page.getByRole('heading', { name: 'That was the last question' }).waitFor();
  });

  it('asks to decide about a spoken answer before an interview goes on, below its question', async () => {
    const { path } = await publishStudy(call, { type: 'ai_interview', moderator, questions });
    const page = await openPage(path);
    const question = page.getByRole('log').getByText('How do you plan your week?');
    await question.waitFor();
    // On a screen as low as this one, the recorder does not fit below the question.
    await page.setViewportSize({ width: 390, height: 480 });
    const field = page.getByRole('textbox', { name: 'Write your answer' });
    await field.fill('Typed meanwhile.');
    await button(page, 'Answer by voice').click();
    await recordFor(page, 1);
    await button(page, 'Stop').click();
    await hasFocus(page, 'Turn into text');
    const [box, composer] = [await question.boundingBox(), await page.locator('.composer').boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(composer?.y ?? 0);
    const warning = page.getByText('Turn your recording into text or discard it first.');
    await field.press('Enter');
    await warning.waitFor();
    await hasFocus(page, 'Turn into text');
    await button(page, 'End the conversation').click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectLayoutToFit(page, 'speech-interview-undecided');
    await button(page, 'Discard').click();
    await warning.waitFor({ state: 'detached' });
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Thank you!', level: 1 }).waitFor();
  });

  it('discards, does not recognize and records again spoken answers in an AI survey', async () => {
    const { path } = await publishStudy(call, { type: 'ai_survey', moderator, questions });
    const page = await openPage(path);
    const field = page.getByRole('textbox');
    await field.fill('On Sundays.');
    await button(page, 'Answer by voice').click();
    await page.getByText('Recording. Speak now.').waitFor();
    await button(page, 'Discard').click();
    await button(page, 'Answer by voice').waitFor();
    expect(await field.inputValue()).toBe('On Sundays.');

    hears(undefined);
    await button(page, 'Answer by voice').click();
    await recordFor(page, 1);
    await button(page, 'Stop').click();
    await button(page, 'Turn into text').click();
    await page.getByText('No words were recognized.').waitFor();
    await expectLayoutToFit(page, 'speech-unheard');
    hears('With my family.');
    await button(page, 'Record again').click();
    await recordFor(page, 1);
    await button(page, 'Stop').click();
    await button(page, 'Turn into text').click();
    await expect.poll(() => field.inputValue()).toBe('On Sundays. With my family.');
    await button(page, 'Continue').click();
    await page.getByRole('heading', { name: 'That was the last question' }).waitFor();
  });

  it('loses no spoken answer on a double click on any button of the recorder', async () => {
    const { path } = await publishStudy(call, { type: 'ai_survey', moderator, questions });
    const page = await openPage(path);
    const transcribed = Promise.withResolvers<void>();
    engine.answer = async () => {
      await transcribed.promise;
      return { body: { language: 'en', segments: [{ start: 0, end: 2, text: 'Every Friday.' }] } };
    };
    await button(page, 'Answer by voice').dblclick();
    await recordFor(page, 1);
    await button(page, 'Stop').dblclick();
    await page.getByText('Listen again, or turn it into text.').waitFor();
    const [use, discard] = [button(page, 'Turn into text'), button(page, 'Discard')];
    const leftEdges = async () => [(await use.boundingBox())?.x, (await discard.boundingBox())?.x];
    const before = await leftEdges();
    await use.dblclick();
    await page.getByText('Your words are being written down').waitFor();
    expect(await leftEdges()).toEqual(before);
    await use.click({ force: true });
    await button(page, 'Record again').click({ force: true });
    transcribed.resolve();
    await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('Every Friday.');
  });

  it('say what to do if the microphone is refused, and are not offered without one', async () => {
    const { path } = await publishStudy(call, { type: 'ai_survey', moderator, questions });
    const refused = await openPage(path, (page) =>
      page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () =>
          Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
      }),
    );
    await button(refused, 'Answer by voice').click();
    await refused.getByText('This page may not use your microphone.').waitFor();
    await button(refused, 'Discard').click();
    await refused.getByRole('textbox').fill('Typed.');
    const old = await openPage(path, (page) =>
      page.addInitScript(() => {
        Object.assign(window, { MediaRecorder: undefined });
      }),
    );
    await old.getByRole('textbox').waitFor();
    expect(await button(old, 'Answer by voice').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
