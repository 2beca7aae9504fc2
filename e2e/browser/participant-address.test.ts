import { type SmtpServer, startSmtpServer } from '@parley/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type Call, publishStudy, signInResearcher } from './participant-study.ts';

describe.skipIf(!hasChromium)('the address on an open link', () => {
  let smtp: SmtpServer;
  let parley: RunningParley;
  let browser: Browser;
  let call: Call;

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

  async function start(path: string, email: string): Promise<Page> {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(parley.url + path);
    await page.getByLabel(/E-mail address/).fill(email);
    await page.getByRole('button', { name: 'Start', exact: false }).click();
    return page;
  }

  it('of somebody who has already started is explained, and starts no second response', async () => {
    const { id, path } = await publishStudy(call, {
      questions: [{ type: 'open', text: 'Why did you come?' }],
      postDetails: { incentive: { amount: 10, currency: 'EUR', kind: 'gift card' } },
    });
    const first = await start(path, 'mina@example.com');
    await first.getByRole('heading', { name: 'Why did you come?' }).waitFor();
    const second = await start(path, 'Mina@example.com');
    await second.getByText(/We have sent the link to continue to this address/).waitFor();
    expect(await call('GET', `/tests/${id}/responses`)).toHaveLength(1);
  });
});
