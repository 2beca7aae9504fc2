import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { desktop, expectLayoutToFit, phone } from './participant-layout.ts';
import { nineQuestions, publishStudy } from './participant-study.ts';
import { button, heading, useParticipantSuite } from './participant-suite.ts';

describe.skipIf(!hasChromium)('a ranking on the participant’s page', () => {
  const { call, openPage } = useParticipantSuite();

  it('lets a participant order a ranking by touch', async () => {
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

  it('counts an untouched order only by the button that says so', async () => {
    const ranking = { ...nineQuestions[5], required: true };
    const { id, path } = await publishStudy(call, { questions: [ranking], consent: null });
    const page = await openPage(path, { viewport: desktop });
    await button(page, 'Start').click();
    await heading(page, 'What matters most?').waitFor();
    expect(await button(page, 'Continue').count()).toBe(0);
    // Enter on the page moves to the button and sends nothing.
    await page.keyboard.press('Enter');
    const confirm = button(page, 'This order is right');
    expect(await confirm.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await call('GET', `/tests/${id}/responses`))[0]?.answer_count ?? 0).toBe(0);
    await expectLayoutToFit(page, 'ranking-untouched');
    await confirm.dblclick();
    await heading(page, 'That was the last question').waitFor();
    const [response] = await call('GET', `/tests/${id}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers[0].value).toEqual(['Price', 'Speed', 'Service']);
  });

  it('continues with the order of a moved option, even after a reload', async () => {
    const { id, path } = await publishStudy(call, { questions: [nineQuestions[5]], consent: null });
    const page = await openPage(path, { viewport: desktop });
    await button(page, 'Start').click();
    await heading(page, 'What matters most?').waitFor();
    await button(page, 'Move “Service” up').click();
    await button(page, 'Continue').waitFor();
    expect(await button(page, 'This order is right').count()).toBe(0);
    await page.reload();
    await button(page, 'Move “Price” down').click();
    await button(page, 'Continue').click();
    await heading(page, 'That was the last question').waitFor();
    const [response] = await call('GET', `/tests/${id}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers[0].value).toEqual(['Service', 'Price', 'Speed']);
  });

  it('lets a participant skip an optional ranking that is untouched', async () => {
    const { id, path } = await publishStudy(call, { questions: [nineQuestions[5]], consent: null });
    const page = await openPage(path, { viewport: phone });
    await button(page, 'Start').click();
    await button(page, 'Skip this question').click();
    await heading(page, 'That was the last question').waitFor();
    const [response] = await call('GET', `/tests/${id}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers[0]).toMatchObject({ skipped: true });
  });
});
