import { type SmtpServer, startSmtpServer } from '@parley/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from './chromium.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type Call, signInResearcher } from './participant-study.ts';

export interface ParticipantSuite {
  /** Calls the API as the researcher. */
  call: Call;
  /** Opens a path as a participant with a browser window of their own. `prepare` runs before the page is loaded. */
  openPage(
    path: string,
    options?: BrowserContextOptions,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<Page>;
  /** Errors of the console and of scripts on the pages that were opened. */
  consoleErrors: string[];
}

/** Starts Parley and a browser before the tests of a suite, and stops both after them. With `hasMail`, Parley sends mails. */
export function useParticipantSuite({ hasMail = false } = {}): ParticipantSuite {
  let smtp: SmtpServer | undefined;
  let parley: RunningParley;
  let browser: Browser;
  let callAsResearcher: Call;
  const consoleErrors: string[] = [];
  beforeAll(async () => {
    smtp = hasMail ? await startSmtpServer() : undefined;
    const env = smtp && { SMTP_URL: smtp.url };
    [parley, browser] = await Promise.all([startParley(env), openBrowser()]);
    callAsResearcher = await signInResearcher(await browser.newPage(), parley);
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
    await smtp?.close();
  });
  return {
    call: (method, path, body) => callAsResearcher(method, path, body),
    async openPage(path, options, prepare) {
      const context = await browser.newContext({ locale: 'en-GB', ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
      page.on('pageerror', (error) => consoleErrors.push(String(error)));
      await prepare?.(page);
      await page.goto(parley.url + path);
      return page;
    },
    consoleErrors,
  };
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
