import { type SmtpServer, startSmtpServer } from '@parley/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { desktop, expectLayoutToFit, phone } from './participant-layout.ts';
import { type Call, nineQuestions, publishStudy, signInResearcher } from './participant-study.ts';

describe.skipIf(!hasChromium)('the participant’s pages', () => {
  let smtp: SmtpServer;
  let parley: RunningParley;
  let browser: Browser;
  let call: Call;
  const contexts: BrowserContext[] = [];
  const consoleErrors: string[] = [];

  beforeAll(async () => {
    smtp = await startSmtpServer();
    [parley, browser] = await Promise.all([startParley({ SMTP_URL: smtp.url }), openBrowser()]);
    call = await signInResearcher(await browser.newPage(), parley);
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
    await smtp?.close();
  });

  /** A participant with a browser of their own. */
  async function openPage(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: desktop, locale: 'en-GB', ...options });
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    page.on('pageerror', (error) => consoleErrors.push(String(error)));
    await page.goto(parley.url + path);
    return page;
  }
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const question = (page: Page, index: number) => heading(page, nineQuestions[index]?.text ?? '').waitFor();
  const answersOf = async (testId: string) => {
    const responses = await call('GET', `/tests/${testId}/responses`);
    return responses.map(({ id, status }: { id: string; status: string }) => ({ id, status }));
  };

  async function start(page: Page): Promise<void> {
    await button(page, 'I agree and start').click();
    await question(page, 0);
  }

  it('takes a survey with all nine types of questions by keyboard only', async () => {
    const { id, path } = await publishStudy(call);
    const page = await openPage(path);
    const { keyboard } = page;
    await heading(page, 'How people pay').waitFor();
    await expectLayoutToFit(page, 'welcome');
    await button(page, 'I agree and start').focus();
    await keyboard.press('Enter');

    await question(page, 0);
    // The heading has the focus, so that a screen reader reads the question; one Tab leads to the field.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await expectLayoutToFit(page, 'open');
    await keyboard.press('Enter');
    await page.getByText('Please answer this question to continue.').waitFor();
    // The field is marked and has the focus.
    const field = page.getByRole('textbox', { description: 'Please answer this question to continue.' });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await keyboard.type('I wanted to see the total.');
    await keyboard.press('Control+Enter');

    await question(page, 1);
    await expectLayoutToFit(page, 'single-choice');
    await keyboard.press('2');
    await keyboard.press('Enter');
    await question(page, 2);
    await keyboard.press('4');
    await keyboard.press('1');
    await expectLayoutToFit(page, 'multi-choice');
    await keyboard.press('Enter');
    await question(page, 3);
    await expectLayoutToFit(page, 'rating');
    await keyboard.press('4');
    await keyboard.press('Enter');
    await question(page, 4);
    await keyboard.press('1');
    await keyboard.press('0');
    await page.locator('.scale-labels').getByText('Not at all likely').waitFor();
    await page.locator('.scale-labels').getByText('Extremely likely').waitFor();
    await expectLayoutToFit(page, 'nps');
    await keyboard.press('Enter');

    await question(page, 5);
    await expectLayoutToFit(page, 'ranking');
    await button(page, 'Move “Service” up').focus();
    await keyboard.press('Enter');
    await page.getByText('“Service” is now 2 of 3.').waitFor();
    await keyboard.press('Enter');
    await button(page, 'Continue').focus();
    await keyboard.press('Enter');

    await question(page, 6);
    await expectLayoutToFit(page, 'yes-no');
    await keyboard.press('2');
    await keyboard.press('Enter');
    await question(page, 7);
    await expectLayoutToFit(page, 'statement');
    await keyboard.press('Enter');
    await question(page, 8);
    await expectLayoutToFit(page, 'task');
    await page.getByRole('textbox').focus();
    await keyboard.type('I found them at once.');
    await keyboard.press('Control+Enter');
    await heading(page, 'That was the last question').waitFor();
    await expectLayoutToFit(page, 'review');
    await keyboard.press('Enter');
    await heading(page, 'Thank you!').waitFor();
    await expectLayoutToFit(page, 'thanks');

    const [response] = await answersOf(id);
    const { status, answers } = await call('GET', `/responses/${response.id}`);
    expect(status).toBe('completed');
    expect(answers.map(({ text, value }: { text: string; value: unknown }) => text ?? value)).toEqual([
      'I wanted to see the total.',
      'By transfer',
      'Delivery, Sizes',
      '4',
      '10',
      'Service, Price, Speed',
      'No',
      null,
      'I found them at once.',
    ]);
    // Nothing of the answers stays in the browser, and the open link leads back to the same response.
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => !key.includes('.link.'))),
    ).toEqual([]);
    await page.goto(parley.url + path);
    await page.getByText('You have already answered.').waitFor();
  });

  it('continues after a reload in the middle, with what was typed, and goes back', async () => {
    const { path } = await publishStudy(call);
    const page = await openPage(path, { viewport: phone, hasTouch: true, isMobile: true });
    await start(page);
    await page.getByRole('textbox').fill('First answer');
    await button(page, 'Continue').click();
    await question(page, 1);
    // The keyboard picks without continuing.
    await page.getByLabel('By card').press(' ');
    await page.reload();
    await question(page, 1);
    expect(await page.getByLabel('By card').isChecked()).toBe(true);
    await button(page, 'Back').click();
    await question(page, 0);
    expect(await page.getByRole('textbox').inputValue()).toBe('First answer');
    await page.getByRole('textbox').fill('Changed answer');
    await button(page, 'Continue').click();
    await question(page, 1);
    await button(page, 'Back').click();
    await question(page, 0);
    expect(await page.getByRole('textbox').inputValue()).toBe('Changed answer');
  });

  it('stores an answer while offline, says so, and sends it once when the connection returns', async () => {
    const { id, path } = await publishStudy(call);
    const page = await openPage(path);
    await start(page);
    let saves = 0;
    page.on('response', (response) => {
      if (response.request().method() === 'PUT' && response.ok()) saves++;
    });
    await page.context().setOffline(true);
    await page.getByRole('textbox').fill('Written on a train');
    await button(page, 'Continue').dblclick();
    await page.getByText('You are offline.').waitFor();
    await expectLayoutToFit(page, 'offline');
    await page.context().setOffline(false);
    await question(page, 1);
    expect(saves).toBe(1);

    // The tab is closed before the next answer could be sent. A new tab of the same browser sends it.
    await page.context().setOffline(true);
    await page.getByText('By card').click();
    await button(page, 'Continue').click();
    await page.getByText('You are offline.').waitFor();
    const context = page.context();
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto(parley.url + path);
    await question(next, 2);
    const [response, ...others] = await answersOf(id);
    expect(others).toEqual([]);
    const { answers } = await call('GET', `/responses/${response.id}`);
    expect(answers.map(({ text }: { text: string }) => text)).toEqual(['Written on a train', 'By card']);
    consoleErrors.splice(0);
  });

  it('submits once, whatever is clicked twice', async () => {
    const { id, path } = await publishStudy(call, { questions: nineQuestions.slice(0, 1), consent: null });
    const page = await openPage(path);
    let submits = 0;
    page.on('request', (request) => request.url().endsWith('/p/v1/submit') && submits++);
    await button(page, 'Start').dblclick();
    await question(page, 0);
    await page.getByRole('textbox').fill('Only once');
    await button(page, 'Continue').dblclick();
    await button(page, 'Send my answers').dblclick();
    await heading(page, 'Thank you!').waitFor();
    expect(submits).toBe(1);
    expect(await answersOf(id)).toEqual([expect.objectContaining({ status: 'completed' })]);
    const events = await call('GET', '/events?type=test.response.submitted');
    expect(events.filter((event: object) => JSON.stringify(event).includes(id))).toHaveLength(1);
  });

  it('shows on a phone what is missing, also below a long list of options', async () => {
    const options = Array.from({ length: 30 }, (_, index) => `Option ${index + 1}`);
    const questions = [{ type: 'single_choice', text: 'Which one?', required: true, options }];
    const { path } = await publishStudy(call, { questions, consent: null });
    const page = await openPage(path, { viewport: phone, hasTouch: true, isMobile: true });
    await button(page, 'Start').click();
    await heading(page, 'Which one?').waitFor();
    await page.getByText('Option 30').scrollIntoViewIfNeeded();
    await button(page, 'Continue').click();
    const error = page.getByText('Please answer this question to continue.');
    await error.waitFor();
    const { y = 0, height = 0 } = (await error.boundingBox()) ?? {};
    expect([y > 0, y + height < phone.height]).toEqual([true, true]);
    expect(await page.locator('input:focus').count()).toBe(1);
    await expectLayoutToFit(page, 'missing');
  });

  it('says why a link can’t be used, and goes on when the test goes on', async () => {
    const { id, path } = await publishStudy(call);
    const unknown = await openPage('/t/not-a-token-of-anybody-1234567890');
    await heading(unknown, 'This link doesn’t work').waitFor();
    await expectLayoutToFit(unknown, 'unknown');
    consoleErrors.splice(0);

    const page = await openPage(path);
    await start(page);
    await call('POST', `/engage/tests/${id}/pause`);
    await page.getByRole('textbox').fill('While it was paused');
    await button(page, 'Continue').click();
    await heading(page, 'This study is paused').waitFor();
    await expectLayoutToFit(page, 'paused');
    await call('POST', `/engage/tests/${id}/resume`);
    await page.reload();
    await question(page, 1);
    await call('POST', `/engage/tests/${id}/close`);
    await page.reload();
    await heading(page, 'This study has ended').waitFor();
    await expectLayoutToFit(page, 'closed');
    consoleErrors.splice(0);
  });

  it('send the link to continue later to an address that the participant enters on an open link', async () => {
    const { path } = await publishStudy(call);
    const page = await openPage(path);
    await start(page);
    await button(page, 'Continue later').click();
    await page.getByLabel('E-mail address').fill('eve');
    await button(page, 'Send the link').click();
    await page.getByText('Enter an e-mail address such as name@example.com.').waitFor();
    await page.getByLabel('E-mail address').fill('eve@example.com');
    await expectLayoutToFit(page, 'later');
    await button(page, 'Send the link').click();
    await page.getByText('We sent the link to eve@example.com.').waitFor();
  });

  it('tells an invited person that the link was revoked or declined, and shows the link to go on later', async () => {
    const { id } = await publishStudy(call);
    const participants = ['ann@example.com', 'ben@example.com'].map((email) => ({ email }));
    const [ann, ben] = await call('POST', `/engage/tests/${id}/invitations`, { participants });
    const page = await openPage(new URL(ann.invite_url).pathname);
    await start(page);
    await button(page, 'Continue later').click();
    // The address of an invited person is known: they are shown their link and not asked again.
    await page.getByLabel('Your link').waitFor();
    expect(await page.getByLabel('E-mail address').count()).toBe(0);
    await expectLayoutToFit(page, 'later-invited');
    await button(page, 'Close').click();
    await call('DELETE', `/engage/invitations/${ann.id}`);
    await page.getByRole('textbox').fill('Too late');
    await button(page, 'Continue').click();
    await heading(page, 'This link is no longer valid').waitFor();
    await expectLayoutToFit(page, 'revoked');
    consoleErrors.splice(0);

    const other = await openPage(`${new URL(ben.invite_url).pathname}#decline`);
    await button(other, 'Decline').click();
    await heading(other, 'You declined this study').waitFor();
    expect(await call('GET', `/engage/invitations/${ben.id}`)).toMatchObject({ status: 'declined' });
  });

  it('deletes the answers of a participant who withdraws', async () => {
    const { id, path } = await publishStudy(call);
    const page = await openPage(path);
    await start(page);
    await page.getByRole('textbox').fill('Please forget this');
    await button(page, 'Continue').click();
    await question(page, 1);
    await button(page, 'Delete my answers').click();
    await page.getByRole('dialog').waitFor();
    await expectLayoutToFit(page, 'withdraw');
    await button(page, 'Delete everything').click();
    await heading(page, 'Your answers were deleted').waitFor();
    expect(await answersOf(id)).toEqual([]);
  });

  it('ends with the screener for someone who does not qualify', async () => {
    const screener = {
      questions: [
        {
          type: 'yes_no',
          text: 'Did you buy something online this month?',
          required: true,
          logic: [{ operator: 'equals', value: false, action: 'screen_out' }],
        },
      ],
    };
    const { path } = await publishStudy(call, { screener });
    const page = await openPage(path);
    await button(page, 'I agree and start').click();
    await heading(page, 'Did you buy something online this month?').waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await heading(page, 'Thank you for your interest').waitFor();
    await expectLayoutToFit(page, 'screened-out');
  });

  it('speaks the language of the browser, and another one on request', async () => {
    const { path } = await publishStudy(call);
    const page = await openPage(path, { locale: 'de-AT' });
    await button(page, 'Ich stimme zu und beginne').waitFor();
    expect(await page.getByText('5 Minuten').count()).toBe(1);
    for (const [language, text] of Object.entries({
      es: 'Acepto y empiezo',
      fr: 'J’accepte et je commence',
      pt: 'Concordo e começo',
      ja: '同意して始める',
      en: 'I agree and start',
    })) {
      await page.getByRole('combobox').selectOption(language);
      await button(page, text).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      expect([language, await horizontalOverflow(page)]).toEqual([language, 0]);
    }
    await page.getByRole('combobox').selectOption('ja');
    await page.reload();
    await button(page, '同意して始める').waitFor();
  });

  it('lays out the pages from right to left if the questions are', async () => {
    const { path } = await publishStudy(call, {
      questions: [
        { type: 'single_choice', text: '1. איך שילמת?', required: true, options: ['בכרטיס', 'במזומן'] },
      ],
    });
    const page = await openPage(path);
    await button(page, 'I agree and start').click();
    await heading(page, '1. איך שילמת?').waitFor();
    await expectLayoutToFit(page, 'right-to-left');
    const [radio, text] = await Promise.all([
      page.getByRole('radio').first().boundingBox(),
      page.getByText('בכרטיס').boundingBox(),
    ]);
    expect(radio?.x).toBeGreaterThan(text?.x ?? 0);
  });

  it('keeps the token out of referrers, and loads nothing from elsewhere', async () => {
    const { path } = await publishStudy(call);
    const context = await browser.newContext();
    const page = await context.newPage();
    const elsewhere: string[] = [];
    const token = path.slice('/t/'.length);
    page.on('request', (request) => {
      const isPage = request.resourceType() === 'document';
      if (!request.url().startsWith(parley.url)) elsewhere.push(request.url());
      if (!isPage && (request.url().includes(token) || request.headers().referer))
        elsewhere.push(request.url());
    });
    await page.goto(parley.url + path, { waitUntil: 'networkidle' });
    expect(elsewhere).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  it('logs no errors to the browser console', () => {
    expect(consoleErrors).toEqual([]);
  });
});
