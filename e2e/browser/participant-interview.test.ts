import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { expectLayoutToFit } from './participant-layout.ts';
import { publishStudy } from './participant-study.ts';
import { button, heading, useParticipantSuite } from './participant-suite.ts';

describe.skipIf(!hasChromium)('the participant’s pages of interviews', () => {
  const { call, openPage: open, consoleErrors } = useParticipantSuite();
  const openPage = (path: string) => open(path, { timezoneId: 'Europe/Berlin' });

  const moderator = { mode: 'ai', follow_up_depth: 1, max_minutes: 30 };

  it('hold a conversation with the AI moderator, through a reload and a message sent twice', async () => {
    const { id, path } = await publishStudy(call, {
      type: 'ai_interview',
      moderator,
      questions: [
        { type: 'open', text: 'How do you plan your week?', required: true },
        { type: 'yes_no', text: 'Do you use a calendar?', required: true },
        { type: 'open', text: 'What would you change?', required: true },
      ],
    });
    const page = await openPage(path);
    await button(page, 'I agree and start').click();
    const log = page.getByRole('log');
    await log.getByText('How do you plan your week?').waitFor();
    await expectLayoutToFit(page, 'interview');
    const field = page.getByRole('textbox', { name: 'Write your answer' });
    await field.fill('I write everything on paper.');
    await page.reload();
    await log.getByText('How do you plan your week?').waitFor();
    // What was typed and not sent is still there.
    expect(await field.inputValue()).toBe('I write everything on paper.');
    await field.press('Enter');
    await field.press('Enter');
    await log.getByText('Do you use a calendar?').waitFor();
    expect(await log.getByText('I write everything on paper.').count()).toBe(1);
    await button(page, 'Yes').waitFor();
    await expectLayoutToFit(page, 'interview-choice');
    await button(page, 'Yes').click();
    await log.getByText('What would you change?').waitFor();

    await page.context().setOffline(true);
    await field.fill('Less paper.');
    await button(page, 'Send').click();
    const failure = page.getByText('Your answer was not sent.');
    await failure.waitFor();
    await expectLayoutToFit(page, 'interview-failed');
    // Nothing covers the message.
    await button(page, 'Try again').click({ trial: true });
    expect(await field.inputValue()).toBe('Less paper.');
    await page.context().setOffline(false);
    consoleErrors.splice(0);
    await button(page, 'Try again').click();
    // After the last words, nothing is offered that no longer applies.
    await field.waitFor({ state: 'detached' });
    expect(await button(page, 'End the conversation').count()).toBe(0);
    expect(await button(page, 'Continue later').count()).toBe(0);
    await heading(page, 'Thank you!').waitFor();
    const [response] = await call('GET', `/tests/${id}/responses`);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers.map(({ text }: { text: string }) => text)).toEqual([
      'I write everything on paper.',
      'Yes',
      'Less paper.',
    ]);
  });

  it('end a conversation whenever the participant wants', async () => {
    const questions = [{ type: 'open', text: 'How do you plan your week?', required: true }];
    const { path } = await publishStudy(call, { type: 'ai_interview', moderator, questions });
    const page = await openPage(path);
    await button(page, 'I agree and start').click();
    await page.getByRole('log').getByText('How do you plan your week?').waitFor();
    await button(page, 'End the conversation').click();
    await page.getByRole('dialog').getByRole('button', { name: 'End the conversation' }).click();
    await heading(page, 'Thank you!').waitFor();
  });

  it('say that the conversation has ended if the researcher ended it', async () => {
    const questions = [
      { type: 'open', text: 'How do you plan your week?', required: true },
      { type: 'open', text: 'What would you change?', required: true },
      { type: 'open', text: 'What would you keep?', required: true },
    ];
    const { id, path } = await publishStudy(call, { type: 'ai_interview', moderator, questions });
    const page = await openPage(path);
    await button(page, 'I agree and start').click();
    const log = page.getByRole('log');
    await log.getByText('How do you plan your week?').waitFor();
    const field = page.getByRole('textbox', { name: 'Write your answer' });
    await field.fill('I write everything on paper.');
    await field.press('Enter');
    await log.getByText('What would you change?').waitFor();
    const [session] = await call('GET', `/engage/tests/${id}/sessions`);
    await call('POST', `/engage/sessions/${session.id}/complete`);

    await field.fill('Less paper.');
    await field.press('Enter');
    await page.getByText('The conversation has ended.').waitFor();
    consoleErrors.splice(0);
    expect(await field.count()).toBe(0);
    await expectLayoutToFit(page, 'interview-ended');
    await button(page, 'Continue').click();
    await heading(page, 'Thank you!').waitFor();
  });

  it('ask follow-up questions in an AI survey', async () => {
    const { id, path } = await publishStudy(call, {
      type: 'ai_survey',
      moderator,
      questions: [
        { type: 'open', text: 'What do you like about the shop?', required: true, follow_up: 'deep' },
        { type: 'rating', text: 'How likely are you to stay?', required: true },
      ],
    });
    const page = await openPage(path);
    await button(page, 'I agree and start').click();
    await heading(page, 'What do you like about the shop?').waitFor();
    await page.getByRole('textbox').fill('The size guide helped me to choose the right shoes at once.');
    await button(page, 'Continue').click();
    await page.getByText('One more question about your answer').waitFor();
    await expectLayoutToFit(page, 'follow-up');
    await page.getByRole('textbox').fill('I did not have to send anything back.');
    await button(page, 'Continue').click();
    await heading(page, 'How likely are you to stay?').waitFor();
    await button(page, 'Back').click();
    await heading(page, 'What do you like about the shop?').waitFor();
    await button(page, 'Continue').click();
    await page.getByText('One more question about your answer').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('I did not have to send anything back.');
    await button(page, 'Continue').click();
    await heading(page, 'How likely are you to stay?').waitFor();
    await page.keyboard.press('5');
    await page.keyboard.press('Enter');
    await button(page, 'Send my answers').click();
    await heading(page, 'Thank you!').waitFor();
    const [response] = await call('GET', `/tests/${id}/responses`);
    expect((await call('GET', `/responses/${response.id}`)).answers).toHaveLength(3);
  });

  it('book, move and cancel the time of a call', async () => {
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const { id, path } = await publishStudy(call, {
      type: 'live_interview',
      questions: [{ type: 'open', text: 'How do you plan your week?' }],
      scheduling: {
        timezone: 'Europe/Berlin',
        duration_minutes: 30,
        slots: [{ start_at: `${day}T08:00:00Z`, end_at: `${day}T10:00:00Z` }],
      },
    });
    const page = await openPage(path);
    await button(page, 'I agree and start').click();
    await heading(page, 'Choose a time for the call').waitFor();
    await expectLayoutToFit(page, 'booking');
    const times = page.getByRole('radio');
    expect(await times.count()).toBe(4);
    await button(page, 'Book this time').click();
    await page.getByText('Choose a time first.').waitFor();
    await times.first().check();
    await button(page, 'Book this time').dblclick();
    await heading(page, 'Your call is booked').waitFor();
    // Nobody knows an address to which a mail could be sent.
    await page.getByText('this link opens your booking').waitFor();
    await expectLayoutToFit(page, 'booked');
    await page.reload();
    await heading(page, 'Your call is booked').waitFor();
    await button(page, 'Choose another time').click();
    expect(await times.first().isChecked()).toBe(true);
    await times.last().check();
    await button(page, 'Book this time').click();
    await heading(page, 'Your call is booked').waitFor();
    const sessions = await call('GET', `/engage/tests/${id}/sessions`);
    expect(sessions).toEqual([
      expect.objectContaining({ status: 'scheduled', scheduled_start_at: `${day}T09:30:00.000Z` }),
    ]);
    await button(page, 'Cancel the call').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the call' }).click();
    await heading(page, 'Choose a time for the call').waitFor();
    expect(await call('GET', `/engage/tests/${id}/sessions?status=scheduled`)).toEqual([]);
  });

  it('log no errors to the browser console', () => {
    expect(consoleErrors).toEqual([]);
  });
});
