import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { nineQuestions, publishStudy } from './participant-study.ts';
import { button, heading, useParticipantSuite } from './participant-suite.ts';

describe.skipIf(!hasChromium)('saved answers on the participant’s pages', () => {
  const { call, openPage, consoleErrors } = useParticipantSuite();

  const question = (page: Page, index: number) => heading(page, nineQuestions[index]?.text ?? '').waitFor();
  const next = (page: Page) => button(page, 'Continue').click();
  const back = (page: Page) => button(page, 'Back').click();
  const lastPage = (page: Page) => heading(page, 'That was the last question').waitFor();
  const readAnswers = async (testId: string) => {
    const [response] = await call('GET', `/tests/${testId}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    return answers.map(({ text, skipped }: { text: string | null; skipped: boolean }) =>
      skipped ? 'skipped' : text,
    );
  };

  it('shows saved answers again on the way forward, and they remain if the participant only continues', async () => {
    const questions = nineQuestions.map((asked) => ({ ...asked, required: false }));
    const { id, path } = await publishStudy(call, { questions, consent: null });
    const page = await openPage(path);
    const { keyboard } = page;
    await button(page, 'Start').click();
    await question(page, 0);
    await page.getByRole('textbox').fill('I wanted to see the total.');
    await next(page);
    for (const [index, keys] of [
      [1, ['2']],
      [2, ['1', '4']],
      [3, ['4']],
      [4, ['1', '0']],
    ] as const) {
      await question(page, index);
      for (const key of keys) await keyboard.press(key);
      await next(page);
    }
    await question(page, 5);
    await button(page, 'Move “Service” up').click();
    await next(page);
    await question(page, 6);
    await keyboard.press('2');
    await next(page);
    await question(page, 7);
    await next(page);
    await question(page, 8);
    await page.getByRole('textbox').fill('I found them at once.');
    await next(page);
    await lastPage(page);
    const saved = await readAnswers(id);

    for (let index = 8; index >= 0; index--) {
      await back(page);
      await question(page, index);
    }
    expect(await button(page, 'Back').count()).toBe(0);

    // Without the choice whether the page continues by itself.
    const checkedPositions = () =>
      page
        .locator('input:not(.automatic input)')
        .evaluateAll((inputs) =>
          inputs.flatMap((input, position) => ((input as HTMLInputElement).checked ? position : [])),
        );
    const shown: unknown[] = [];
    for (let index = 0; index < questions.length; index++) {
      await question(page, index);
      const type = questions[index]?.type ?? '';
      if (type === 'open' || type === 'task') shown.push(await page.getByRole('textbox').inputValue());
      else if (type === 'ranking') shown.push(await page.locator('.rank-text').allTextContents());
      else if (type !== 'statement') shown.push(await checkedPositions());
      await next(page);
    }
    await lastPage(page);
    expect(shown).toEqual([
      'I wanted to see the total.',
      [1],
      [0, 3],
      [3],
      [10],
      ['Price', 'Service', 'Speed'],
      [1],
      'I found them at once.',
    ]);
    expect(await readAnswers(id)).toEqual(saved);
    expect(saved).not.toContain('skipped');

    // Only an answer that the participant empties is stored as skipped.
    for (let index = 8; index >= 0; index--) {
      await back(page);
      await question(page, index);
    }
    await page.getByRole('textbox').fill('');
    await next(page);
    await question(page, 1);
    await expect.poll(() => readAnswers(id)).toEqual(['skipped', ...saved.slice(1)]);
  });

  it('shows saved answers again when another branch leads to them', async () => {
    const questions = [
      {
        id: 'paid',
        type: 'yes_no',
        text: 'Did you pay?',
        logic: [{ operator: 'equals', value: false, action: 'go_to', question_id: 'else' }],
      },
      { type: 'open', text: 'How did you pay?' },
      { id: 'else', type: 'open', text: 'Anything else?' },
    ];
    const { id, path } = await publishStudy(call, { questions, consent: null });
    const page = await openPage(path);
    await button(page, 'Start').click();
    await heading(page, 'Did you pay?').waitFor();
    await page.keyboard.press('2');
    await next(page);
    await heading(page, 'Anything else?').waitFor();
    await page.getByRole('textbox').fill('The cart was empty.');
    await next(page);
    await lastPage(page);
    await back(page);
    await heading(page, 'Anything else?').waitFor();
    await back(page);
    await heading(page, 'Did you pay?').waitFor();
    await page.keyboard.press('1');
    await next(page);
    await heading(page, 'How did you pay?').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('');
    await page.getByRole('textbox').fill('By card.');
    await next(page);
    await heading(page, 'Anything else?').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('The cart was empty.');
    await next(page);
    await lastPage(page);
    expect((await readAnswers(id)).toSorted()).toEqual(['By card.', 'The cart was empty.', 'Yes']);
  });

  it('remain if a second tab skips the question that they answer', async () => {
    const questions = nineQuestions.slice(0, 3).map((asked) => ({ ...asked, required: false }));
    const { id, path } = await publishStudy(call, { questions, consent: null });
    const page = await openPage(path);
    await button(page, 'Start').click();
    await question(page, 0);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await question(second, 0);
    await page.getByRole('textbox').fill('In the first tab');
    await next(page);
    await question(page, 1);
    // Drafts are shared by the tabs only when a page is shown, so the field of the second tab is empty.
    await button(second, 'Skip this question').click();
    await question(second, 1);
    expect(await readAnswers(id)).toEqual(['In the first tab']);
  });

  it('logs no errors to the browser console', () => {
    expect(consoleErrors).toEqual([]);
  });
});
