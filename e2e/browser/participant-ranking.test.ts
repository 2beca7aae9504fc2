import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { desktop, expectLayoutToFit, phone } from './participant-layout.ts';
import { nineQuestions, publishStudy } from './participant-study.ts';
import { button, heading, useParticipantSuite } from './participant-suite.ts';

describe.skipIf(!hasChromium)('a ranking on the participant’s page', () => {
  const { call, openPage } = useParticipantSuite();

  it('is ordered by touch', async () => {
    const { path } = await publishStudy(call, { questions: [nineQuestions[5]], consent: null });
    const page = await openPage(path, { viewport: phone, hasTouch: true, isMobile: true });
    await button(page, 'Start').click();
    await heading(page, 'What matters most?').waitFor();
    const handles = page.locator('.rank-handle');
    const [from, to] = [await handles.nth(2).boundingBox(), await handles.nth(0).boundingBox()];
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: (from?.x ?? 0) + 20, y }],
      });
    const [startY, endY] = [(from?.y ?? 0) + 20, (to?.y ?? 0) + 10];
    await touch('touchStart', startY);
    for (let step = 1; step <= 10; step++) await touch('touchMove', startY + ((endY - startY) * step) / 10);
    await touch('touchEnd', endY);
    await page.getByText('“Service” is now 1 of 3.').waitFor();
    expect(await page.locator('.rank-text').allTextContents()).toEqual(['Service', 'Price', 'Speed']);
  });

  it('counts only after the participant moved an option or confirmed the order', async () => {
    const ranking = { ...nineQuestions[5], required: true };
    const { id, path } = await publishStudy(call, { questions: [ranking], consent: null });
    const page = await openPage(path, { viewport: desktop });
    await button(page, 'Start').click();
    await heading(page, 'What matters most?').waitFor();
    const confirm = button(page, 'This order is right');
    await button(page, 'Continue').click();
    await page.getByText('Please answer this question to continue.').waitFor();
    expect(await confirm.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const confirmed = button(page, 'Order confirmed');
    expect(await confirmed.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectLayoutToFit(page, 'ranking-confirmed');
    await page.keyboard.press('Enter');
    await page.reload();
    await confirmed.waitFor();
    await button(page, 'Continue').click();
    await heading(page, 'That was the last question').waitFor();
    const [response] = await call('GET', `/tests/${id}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers[0].value).toEqual(['Price', 'Speed', 'Service']);
  });

  it('keeps the order of a moved option, however often the order is confirmed', async () => {
    const { id, path } = await publishStudy(call, { questions: [nineQuestions[5]], consent: null });
    const page = await openPage(path, { viewport: desktop });
    await button(page, 'Start').click();
    await heading(page, 'What matters most?').waitFor();
    await button(page, 'Move “Service” up').click();
    const confirmed = button(page, 'Order confirmed');
    expect(await confirmed.getAttribute('aria-disabled')).toBe('true');
    await confirmed.dblclick({ force: true });
    await button(page, 'Move “Price” down').click();
    await confirmed.click({ force: true });
    await button(page, 'Continue').click();
    await heading(page, 'That was the last question').waitFor();
    const [response] = await call('GET', `/tests/${id}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers[0].value).toEqual(['Service', 'Price', 'Speed']);
  });

  it('stores the order once a participant double-clicks to confirm it', async () => {
    const { id, path } = await publishStudy(call, { questions: [nineQuestions[5]], consent: null });
    const page = await openPage(path, { viewport: desktop });
    await button(page, 'Start').click();
    await button(page, 'This order is right').dblclick();
    await button(page, 'Continue').click();
    await heading(page, 'That was the last question').waitFor();
    const [response] = await call('GET', `/tests/${id}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers[0].value).toEqual(['Price', 'Speed', 'Service']);
  });
});
