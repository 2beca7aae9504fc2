import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { horizontalOverflow } from './inspect.ts';
import { phone } from './participant-layout.ts';
import { publishStudy } from './participant-study.ts';
import { useParticipantSuite } from './participant-suite.ts';

describe.skipIf(!hasChromium)('a study in a language that is written from right to left', () => {
  const { call, openPage } = useParticipantSuite();

  it('a study in a language that is written from right to left has mirrored pages that fit a phone', async () => {
    const { path } = await publishStudy(call, {
      name: 'كيف يدفع الناس',
      postDetails: { title: 'كيف يدفع الناس', description: 'أسئلة قصيرة عن الدفع' },
      consent: null,
      questions: [
        { type: 'single_choice', text: 'كيف دفعت آخر مرة؟', options: ['نقدًا', 'بالبطاقة'] },
        { type: 'ranking', text: 'ما الأهم بالنسبة إليك؟', options: ['السعر', 'السرعة', 'الخدمة'] },
        { type: 'nps', text: 'ما مدى احتمال أن توصي بنا؟' },
        { type: 'open', text: 'لماذا؟' },
      ],
    });
    // With less motion, each page waits for its button.
    const page = await openPage(path, { viewport: phone, reducedMotion: 'reduce' });
    // The frame of the page follows the language of the browser; a dictionary of such a language would set this.
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    const fits = async (name: string) => expect([name, await horizontalOverflow(page)]).toEqual([name, 0]);
    const next = () => page.getByRole('button', { name: 'Continue', exact: true }).click();
    await fits('welcome');
    await page.getByRole('button', { name: 'Start', exact: true }).click();

    await page.getByRole('radio').first().waitFor();
    await fits('choice');
    await page.locator('.option').first().click();
    await next();
    await page.locator('.rank').first().waitFor();
    await fits('ranking');
    const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? 0;
    // The handle comes first, which is on the right, and the arrows come last.
    expect(await boxOf('.rank-handle')).toBeGreaterThan(await boxOf('.rank-text'));
    expect(await boxOf('.rank-move')).toBeLessThan(await boxOf('.rank-text'));
    await page.getByRole('button', { name: 'This order is right' }).click();
    await page.locator('.scale-value').first().waitFor();
    await fits('nps');
    const [first, second] = await Promise.all(
      [0, 1].map((at) => page.locator('.scale-value').nth(at).boundingBox()),
    );
    expect(first?.x ?? 0).toBeGreaterThan(second?.x ?? 0);
    await page.locator('.scale-value').nth(9).click();
    await next();
    await page.getByRole('textbox').waitFor();
    await fits('open');
    const field = page.getByRole('textbox');
    await field.fill('لأن السعر جيد');
    expect(await field.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });
});
