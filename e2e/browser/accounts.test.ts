import { type SmtpServer, startParleyProcess, startSmtpServer, until } from '@parley/testing';
import type { Browser, Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose } from './choose.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';

type Parley = Awaited<ReturnType<typeof startParleyProcess>>;

/** An owner and a colleague, each in a browser of their own. */
describe.skipIf(!hasChromium)('members, passwords and sign-ins', () => {
  let parley: Parley;
  let smtp: SmtpServer;
  let browser: Browser;
  let owner: Page;
  let colleague: Page;
  const consoleErrors: string[] = [];
  const email = 'grace@example.com';
  const password = 'four words in a row';

  async function newPage(): Promise<Page> {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => {
      // The open page of a person who was signed out elsewhere asks for its live updates and is refused.
      if (message.type() === 'error' && !message.text().includes('status of 401'))
        consoleErrors.push(message.text());
    });
    page.on('pageerror', (error) => consoleErrors.push(String(error)));
    return page;
  }

  beforeAll(async () => {
    smtp = await startSmtpServer();
    [parley, browser] = await Promise.all([
      startParleyProcess({ env: { HOME: process.env.HOME, LOG_LEVEL: 'error', SMTP_URL: smtp.url } }),
      openBrowser(),
    ]);
    owner = await newPage();
    colleague = await newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
    await smtp?.close();
  });

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

  /** The address in the newest mail to this person. */
  async function linkInMail(to: string, pattern: RegExp): Promise<string> {
    return until(async () => {
      for (const { raw } of smtp.mails.toReversed()) {
        const mail = await PostalMime.parse(raw);
        const found = mail.to?.[0]?.address === to && pattern.exec(mail.text ?? '')?.[0];
        if (found) {
          // The button of the mail leads to the same page.
          expect(mail.html).toContain(`href="${found}"`);
          return found;
        }
      }
      return undefined;
    }, `a mail to ${to}`);
  }

  async function expectToFit(page: Page): Promise<void> {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect([page.url(), viewport.width, await horizontalOverflow(page)]).toEqual([
          page.url(),
          viewport.width,
          0,
        ]);
        expect([page.url(), colorScheme, await accessibilityViolations(page)]).toEqual([
          page.url(),
          colorScheme,
          [],
        ]);
      }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  it('signs in with the link of the first start, which works once', async () => {
    const link = /\S+\/sign-in#\S+/.exec(parley.stdout())?.[0] as string;
    await owner.goto(link);
    await owner.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(owner.url()).not.toContain('#');
    await colleague.goto(link);
    await colleague.getByText('This link no longer works.').waitFor();
    await expectToFit(colleague);
    expect(consoleErrors.splice(0)).toHaveLength(1);
  });

  it('invites a colleague, who accepts with the button of the mail and is a viewer', async () => {
    await owner.goto(`${parley.url}/settings/members`);
    await owner.getByRole('button', { name: 'Invite' }).click();
    await owner.getByLabel('E-mail').fill(email);
    await owner.getByRole('radio', { name: /Viewer/ }).check();
    await expectToFit(owner);
    await owner.getByRole('button', { name: 'Send invitation' }).click();
    const sent = owner.getByRole('dialog', { name: `Invitation to ${email}` });
    expect(await sent.getByLabel('Link of the invitation').inputValue()).toMatch(/\/invite#\S+$/);
    await sent.getByRole('button', { name: 'Copy link' }).waitFor();
    await expectToFit(owner);
    await sent.getByRole('button', { name: 'Done' }).click();
    await owner.getByRole('list', { name: 'Invitations' }).getByText(email).waitFor();

    const link = await linkInMail(email, /\S+\/invite#\S+/);
    // A mail of an earlier version has the token in the path; the application moves it out of the address.
    await colleague.goto(link.replace('#', '/'));
    await heading(colleague, /^Join /).waitFor();
    expect(colleague.url()).toBe(link);
    await colleague.goto('about:blank');
    await colleague.goto(link);
    await heading(colleague, /^Join /).waitFor();
    await expectToFit(colleague);
    await colleague.getByLabel('Your name').fill('Grace Hopper');
    await colleague.getByLabel('Password', { exact: true }).fill(password);
    await colleague.getByRole('button', { name: 'Accept and sign in' }).click();
    await colleague.getByRole('navigation', { name: 'Main' }).waitFor();

    await owner.reload();
    await owner.getByRole('list', { name: 'Members' }).getByText('Grace Hopper').waitFor();
    await owner.getByRole('list', { name: 'Invitations' }).waitFor({ state: 'detached' });
    await expectToFit(owner);
    const second = await newPage();
    await second.goto(link);
    await heading(second, 'This invitation no longer works').waitFor();
    await expectToFit(second);
    await second.context().close();
    expect(consoleErrors.splice(0)).toHaveLength(1);
  });

  /** Sends a request as the user who is signed in on this page. */
  const call = (page: Page, method: string, address: string, body?: object) =>
    page.evaluate(
      async ([verb, target, json]) => {
        const response = await fetch(`/app/v1${target}`, {
          method: verb as string,
          ...(json ? { headers: { 'Content-Type': 'application/json' }, body: json } : {}),
        });
        return (await response.json()).data;
      },
      [method, address, body ? JSON.stringify(body) : ''],
    );

  it('shows a viewer no buttons to write, and says which project is not shared', async () => {
    const hidden = await call(owner, 'POST', '/projects', { name: 'Private study' });
    const shared = await call(owner, 'POST', '/projects', { name: 'Shared study', visibility: 'workspace' });
    await colleague.goto(`${parley.url}/projects`);
    await colleague.getByRole('link', { name: 'Shared study' }).waitFor();
    expect(await colleague.getByRole('button', { name: /New project/ }).count()).toBe(0);
    expect(await colleague.getByText('Private study').count()).toBe(0);
    await colleague.goto(`${parley.url}/settings/members`);
    await colleague.getByRole('list', { name: 'Members' }).getByText('Grace Hopper').waitFor();
    expect(await colleague.getByRole('button', { name: /Invite|Actions for/ }).count()).toBe(0);
    expect(await colleague.getByRole('combobox').count()).toBe(0);
    await colleague.goto(`${parley.url}/settings/workspace`);
    await colleague.getByText('Only an owner of the workspace can change this.').waitFor();
    await expectToFit(colleague);
    await colleague.goto(`${parley.url}/projects/${shared.id}`);
    await heading(colleague, 'Shared study').waitFor();
    expect(consoleErrors.splice(0)).toEqual([]);
    await colleague.goto(`${parley.url}/projects/${hidden.id}`);
    await colleague
      .getByText(/not shared with you|do not have access/i)
      .first()
      .waitFor();
    await colleague.getByRole('navigation', { name: 'Main' }).waitFor();
    await expectToFit(colleague);
    consoleErrors.splice(0);
  });

  it('changes a role, which gives the colleague the buttons after a reload', async () => {
    await owner.goto(`${parley.url}/settings/members`);
    await choose(owner, 'Role of Grace Hopper', 'Member');
    await owner.getByText('Grace Hopper is now a member.').first().waitFor();
    await colleague.goto(`${parley.url}/projects`);
    await colleague
      .getByRole('button', { name: /New project/ })
      .first()
      .waitFor();
  });

  it('keeps what was typed when the sign-in ends, and goes on after signing in again', async () => {
    await colleague.goto(`${parley.url}/settings/account`);
    await colleague.getByLabel('Name', { exact: true }).fill('Rear Admiral Grace Hopper');
    const elsewhere = await newPage();
    await elsewhere.goto(`${parley.url}/sign-in`);
    await elsewhere.getByLabel('E-mail').fill(email);
    await elsewhere.getByLabel('Password', { exact: true }).fill(password);
    await elsewhere.getByRole('button', { name: 'Sign in' }).click();
    await elsewhere.getByRole('navigation', { name: 'Main' }).waitFor();
    await elsewhere.goto(`${parley.url}/settings/account`);
    const list = elsewhere.getByRole('list', { name: 'Sign-ins' });
    await list.getByText('This browser').waitFor();
    await expectToFit(elsewhere);
    await list.getByRole('button', { name: /^Sign out of / }).click();
    await elsewhere
      .getByText(/^Signed out of /)
      .first()
      .waitFor();

    await colleague.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = colleague.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await expectToFit(colleague);
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await colleague.getByLabel('Name', { exact: true }).inputValue()).toBe(
      'Rear Admiral Grace Hopper',
    );
    // The refused change is sent without another click.
    await colleague.getByText('Profile saved.').first().waitFor();
    expect((await call(colleague, 'GET', '/me')).name).toBe('Rear Admiral Grace Hopper');
    await elsewhere.context().close();
    consoleErrors.splice(0);
  });

  it('stores the theme for the person and not for the browser', async () => {
    await colleague.goto(`${parley.url}/settings/account`);
    await colleague.getByRole('main').getByRole('button', { name: 'Dark' }).click();
    await colleague.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await until(async () => (await call(colleague, 'GET', '/me')).theme === 'dark', 'the saved theme');
    await colleague.evaluate(() => localStorage.clear());
    await colleague.reload();
    await colleague.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await colleague.getByRole('main').getByRole('button', { name: 'System' }).click();
  });

  it('stops the mails about the inbox', async () => {
    await colleague.getByRole('checkbox', { name: /Mail me about mentions/ }).uncheck();
    await until(
      async () => (await call(colleague, 'GET', '/me')).inbox_mail === false || undefined,
      'the saved choice',
    );
  });

  it('replaces a forgotten password with the link of a mail, which works once', async () => {
    const page = await newPage();
    await page.goto(`${parley.url}/sign-in`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading(page, 'Forgot your password?').waitFor();
    await expectToFit(page);
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await heading(page, 'Check your mail').waitFor();
    await expectToFit(page);
    const link = await linkInMail(email, /\S+\/reset#\S+/);
    await page.goto(link);
    await heading(page, 'Set a new password').waitFor();
    await expectToFit(page);
    await page.getByLabel('New password').fill('another four word row');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(consoleErrors.splice(0)).toEqual([]);
    // The other browser of the person was signed out.
    await colleague.goto(`${parley.url}/settings/usage`);
    await heading(colleague, 'Sign in').waitFor();
    await colleague.goto('about:blank');
    await colleague.goto(link);
    await heading(colleague, 'This link no longer works').waitFor();
    await page.context().close();
    consoleErrors.splice(0);
  });

  it('removes the colleague, whose address can then be invited again', async () => {
    await owner.goto(`${parley.url}/settings/members`);
    await owner.getByRole('button', { name: 'Actions for Rear Admiral Grace Hopper' }).click();
    await owner.getByRole('menuitem', { name: 'Remove from workspace…' }).click();
    await owner.getByRole('alertdialog').waitFor();
    await expectToFit(owner);
    await owner.getByRole('button', { name: 'Remove', exact: true }).click();
    await owner.getByText('Rear Admiral Grace Hopper was removed.').first().waitFor();
    const invitation = await call(owner, 'POST', '/workspace/invitations', { email });
    expect(invitation.email).toBe(email);
  });

  it('shows the usage as a chart and as a table, in the address as well', async () => {
    const { apiKey } = parley.firstSignIn as NonNullable<Parley['firstSignIn']>;
    // The server writes the counts every few seconds, and the page shows a chart only if there were requests.
    await until(async () => {
      const response = await fetch(`${parley.url}/v1/usage`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      const { data } = (await response.json()) as { data: { requests: { total: number } } };
      return data.requests.total > 0;
    }, 'a counted request');
    await owner.goto(`${parley.url}/settings/usage`);
    await owner.getByRole('figure', { name: 'Requests by day' }).waitFor();
    await expectToFit(owner);
    await owner.getByRole('button', { name: 'Table' }).click();
    await owner.getByRole('table', { name: 'By endpoint' }).waitFor();
    expect(owner.url()).toContain('view=table');
    await expectToFit(owner);
    for (const page of ['account', 'workspace', 'api-keys']) {
      await owner.goto(`${parley.url}/settings/${page}`);
      await heading(owner, /./).waitFor();
      await expectToFit(owner);
    }
    expect(consoleErrors).toEqual([]);
  });
});
