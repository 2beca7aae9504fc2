import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { desktop, expectLayoutToFit, phone } from './participant-layout.ts';
import { nineQuestions, publishStudy } from './participant-study.ts';
import { button, heading, useParticipantSuite } from './participant-suite.ts';

/** Longer than the page waits before it continues. */
const continueMs = 1_500;

/** From now on only the test moves the clock of the page, however slow the machine is. */
const stopClock = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));

describe.skipIf(!hasChromium)('a single choice on the participant’s page', () => {
  const { call, openPage } = useParticipantSuite();
  const [, payment, looked] = nineQuestions;
  const publish = (questions: (object | undefined)[], changes = {}) =>
    publishStudy(call, { questions, consent: null, ...changes });

  it('continues after an option was tapped, and stays when the participant goes back', async () => {
    const { id, path } = await publish([payment, looked]);
    const page = await openPage(path, { viewport: phone, hasTouch: true, isMobile: true });
    await page.clock.install();
    await button(page, 'Start').click();
    await heading(page, 'How did you pay?').waitFor();
    await stopClock(page);
    await page.getByText('By transfer').tap();
    await page.clock.runFor(300);
    await page.getByText('By card').tap();
    await page.clock.runFor(continueMs);
    await heading(page, 'What did you look at?').waitFor();
    await button(page, 'Back').click();
    await heading(page, 'How did you pay?').waitFor();
    expect(await page.getByLabel('By card').isChecked()).toBe(true);
    await page.clock.runFor(continueMs);
    await heading(page, 'How did you pay?').waitFor();
    const [response] = await call('GET', `/tests/${id}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers.map(({ text }: { text: string }) => text)).toEqual(['By card']);
  });

  it('ignores a late click on the button of the page that has gone', async () => {
    const { id, path } = await publish([payment, looked]);
    const page = await openPage(path, { viewport: desktop });
    await page.clock.install();
    await button(page, 'Start').click();
    await heading(page, 'How did you pay?').waitFor();
    await stopClock(page);
    await page.getByText('By card').click();
    await page.clock.runFor(600);
    await heading(page, 'What did you look at?').waitFor();
    await button(page, 'Continue').click();
    await page.clock.runFor(continueMs);
    await heading(page, 'What did you look at?').waitFor();
    const [response] = await call('GET', `/tests/${id}/responses`);
    expect((await call('GET', `/responses/${response.id}`)).answers).toHaveLength(1);
    await button(page, 'Continue').click();
    await heading(page, 'That was the last question').waitFor();
  });

  it('waits for the button if the keyboard picks, or if the participant switches it off', async () => {
    const { path } = await publish([payment, looked]);
    const page = await openPage(path, { viewport: desktop });
    await page.clock.install();
    await button(page, 'Start').click();
    await heading(page, 'How did you pay?').waitFor();
    const stays = async (option: string) => {
      await expect.poll(() => page.getByLabel(option).isChecked()).toBe(true);
      await page.clock.runFor(continueMs);
      await heading(page, 'How did you pay?').waitFor();
    };
    await page.keyboard.press('3');
    await stays('In cash');
    await page.getByLabel('In cash').press('ArrowUp');
    await stays('By transfer');
    const automatic = page.getByLabel('Continue automatically');
    await automatic.click();
    await page.getByText('By card').click();
    await stays('By card');
    await page.reload();
    expect(await automatic.isChecked()).toBe(false);
    await expectLayoutToFit(page, 'single-choice-by-button');
  });

  it('waits for the button where the device asks for less motion, and in a screener', async () => {
    const screener = { questions: [{ ...payment, text: 'Do you pay?' }] };
    const { path } = await publish([payment, looked], { screener });
    const page = await openPage(path, { viewport: desktop });
    await page.clock.install();
    await button(page, 'Start').click();
    await heading(page, 'Do you pay?').waitFor();
    await page.getByText('By card').click();
    await page.clock.runFor(continueMs);
    expect(await page.getByLabel('Continue automatically').count()).toBe(0);
    await button(page, 'Continue').click();
    await heading(page, 'How did you pay?').waitFor();
    expect(await page.getByLabel('Continue automatically').isChecked()).toBe(true);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await page.getByText('By card').click();
    await page.clock.runFor(continueMs);
    await heading(page, 'How did you pay?').waitFor();
    expect(await page.getByLabel('Continue automatically').isChecked()).toBe(false);
  });
});
