import { databaseUrl, until } from '@parley/testing';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../server/test/test-database.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { type RunningParley, startFirstTime } from './first-start.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type SignedIn, signIn } from './signed-in.ts';

const mina = 'usr_01k9p3v7e8r5ys1q2w4x6z8abc';

describe.skipIf(!hasChromium)('the inbox', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;
  let projectId = '';
  let cardId = '';

  const row = (name: RegExp) => page.getByRole('link', { name });
  const unread = async () =>
    ((await ada.call('GET', '/inbox/unread_count')) as { unread_count: number }).unread_count;

  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { DATABASE_URL: databaseUrl(database.connection) };
    [parley, browser] = await Promise.all([startFirstTime(env), openBrowser()]);
    ada = await signIn(browser, parley);
    page = ada.page;
    const project = (await ada.call('POST', '/projects', {
      name: 'Grocery delivery',
      visibility: 'workspace',
    })) as {
      id: string;
    };
    projectId = project.id;
    const [lane] = (await ada.call('GET', `/projects/${projectId}/lanes`)) as { id: string }[];
    const card = (await ada.call('POST', `/projects/${projectId}/cards`, {
      lane_id: lane?.id,
      title: 'Slots',
    })) as {
      id: string;
    };
    cardId = card.id;
    const me = (await ada.call('GET', '/me')) as { id: string; workspace_id: string };
    // A colleague, as if she had accepted an invitation.
    const client = new pg.Client(database.connection);
    await client.connect();
    await client.query(`
      insert into users (id, workspace_id, email, name, role, kind, created_at, updated_at)
      values ('${mina}', '${me.workspace_id}', 'mina@example.org', 'Mina', 'member', 'researcher', now(), now())`);
    await client.query(`select set_config('parley.actor', '${mina}', false)`);
    for (const [index, body] of ['Do we have a second voice?', 'And a third?'].entries())
      await client.query(`
        insert into comments (id, project_id, target_type, target_id, body, mentions, created_by, created_at, updated_at)
        values ('cmt_01k9p3v7e8r5ys1q2w4x6z8ab${index}', '${projectId}', 'card', '${cardId}', '${body}', '{${me.id}}', '${mina}',
          now(), now())`);
    await client.end();
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
    await database?.drop();
  });

  it('shows what needs the person on the home page and in the navigation', async () => {
    await page.goto(`${parley.url}/`);
    await row(/Mina mentioned you on the card Slots/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: /^Inbox.*2 unread/ }).waitFor();
  });

  it('replies in place, which marks the row as read', async () => {
    await page.goto(`${parley.url}/inbox?view=unread`);
    await page.getByText('And a third?').waitFor();
    await page.getByRole('button', { name: 'Reply' }).first().click();
    await page.getByLabel('Your reply').fill('Yes, Amara.');
    await page.getByRole('button', { name: 'Send' }).click();
    await until(async () => (await unread()) === 1 || undefined, 'one unread row');
    const comments = (await ada.call('GET', `/projects/${projectId}/comments?target_id=${cardId}`)) as {
      body: string;
      parent_id: string | null;
    }[];
    expect(comments.find(({ body }) => body === 'Yes, Amara.')?.parent_id).toMatch(/^cmt_/);
  });

  it('the inbox is used with the keyboard: J goes to a row, E marks it as read, Ctrl+Z takes it back, Enter opens it', async () => {
    await page.goto(`${parley.url}/inbox?view=unread`);
    await page.getByText('Do we have a second voice?').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.getByText('Nothing needs you').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Do we have a second voice?').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/projects/${projectId}/board`);
    expect(new URL(page.url()).searchParams.get('card')).toBe(cardId);
    await until(async () => (await unread()) === 0 || undefined, 'no unread row');
  });

  it.each([
    [1440, 'light'],
    [390, 'light'],
    [1440, 'dark'],
    [390, 'dark'],
  ] as const)('the inbox has no accessibility violations at %i px in %s', async (width, colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/inbox', '/']) {
      await page.goto(`${parley.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/inbox')
        await row(/Mina mentioned you/)
          .first()
          .waitFor();
      expect(await accessibilityViolations(page, { targetSize: true })).toEqual([]);
      expect(await horizontalOverflow(page)).toBe(0);
    }
    expect(ada.errors).toEqual([]);
  });
});
