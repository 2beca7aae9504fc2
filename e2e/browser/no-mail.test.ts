import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type Call, publishStudy, signInResearcher } from './participant-study.ts';

describe.skipIf(!hasChromium)('a server without a mail server', () => {
  let parley: RunningParley;
  let browser: Browser;
  let researcher: Page;
  let call: Call;

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    researcher = await browser.newPage();
    researcher.setDefaultTimeout(60_000);
    call = await signInResearcher(researcher, parley);
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  async function newPage(path: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(parley.url + path);
    return page;
  }

  it('shows the link of an invitation to copy, and claims no mail', async () => {
    await researcher.goto(`${parley.url}/settings/members`);
    await researcher.getByRole('button', { name: 'Invite' }).click();
    await researcher.getByLabel('E-mail').fill('grace@example.com');
    await researcher.getByRole('button', { name: 'Create invitation' }).click();
    const made = researcher.getByRole('dialog', { name: 'Invitation to grace@example.com' });
    await made.getByText('This server sends no mail.').waitFor();
    expect(await made.getByLabel('Link of the invitation').inputValue()).toMatch(/\/invite#\S+$/);
    await made.getByRole('button', { name: 'Done' }).click();
    await researcher
      .getByRole('list', { name: 'Invitations' })
      .getByText(/not mailed/)
      .waitFor();
  });

  it('says that a forgotten password needs the operator', async () => {
    const page = await newPage('/reset');
    await page.getByLabel('E-mail').fill(parley.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'This server sends no mail' }).waitFor();
    await page.getByText(`account sign-in-link --email ${parley.email}`).waitFor();
    expect([await horizontalOverflow(page), await accessibilityViolations(page)]).toEqual([0, []]);
  });

  it('shows participants their link to continue later, which works in another browser', async () => {
    const { path } = await publishStudy(call, { questions: [{ type: 'open', text: 'Why did you come?' }] });
    const page = await newPage(path);
    await page.getByRole('button', { name: /start/i }).click();
    await page.getByRole('button', { name: 'Continue later' }).click();
    const link = await page.getByLabel('Your link').inputValue();
    expect(new URL(link).pathname).not.toBe(path);
    expect([await horizontalOverflow(page), await accessibilityViolations(page)]).toEqual([0, []]);
    const elsewhere = await newPage(new URL(link).pathname);
    await elsewhere.getByRole('heading', { name: 'Why did you come?' }).waitFor();
  });
});
