import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { joinAs } from './colleague.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

interface Comment {
  id: string;
  body: string;
  mentions: string[];
  parent_id: string | null;
  resolved_at: string | null;
}

const shots = process.env.SHOTS;

describe.skipIf(!hasChromium)('comments', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;
  let mina: Page;
  let projectId = '';
  let cardId = '';

  const stored = async (): Promise<Comment[]> =>
    ada.call('GET', `/projects/${projectId}/comments?target_id=${cardId}&sort=created_at`);
  const newComment = (tab: Page) => tab.getByRole('textbox', { name: 'New comment' });

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    ada = await signIn(browser, parley);
    page = ada.page;
    const project = { name: 'Checkout', visibility: 'workspace' };
    projectId = ((await ada.call('POST', '/projects', project)) as { id: string }).id;
    const card = { title: 'People miss the price', body: 'Seen in **four** of six talks.' };
    cardId = ((await ada.call('POST', `/projects/${projectId}/cards`, card)) as { id: string }).id;
    mina = await joinAs('Mina Haddad', { browser, parley, owner: ada });
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  it('a comment mentions a colleague on a card, who opens the card at the comment and replies, and both see it at once', async () => {
    await page.goto(`${parley.url}/projects/${projectId}/board?card=${cardId}`);
    await newComment(page).waitFor();
    await page.keyboard.press('c');
    await page.keyboard.type('Is this still true, @had');
    await page.getByRole('option', { name: 'Mina Haddad mina.haddad@example.com' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('after the redesign?');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article').getByText('@Mina Haddad').waitFor();
    const [comment] = await stored();
    expect(comment).toMatchObject({ body: 'Is this still true, @Mina Haddad after the redesign?' });
    expect(comment?.mentions).toHaveLength(1);

    await mina.goto(`${parley.url}/projects/${projectId}/comments/${comment?.id}`);
    await mina.waitForURL((url) => url.searchParams.get('comment') === comment?.id);
    const marked = mina.locator(`[data-comment="${comment?.id}"]`);
    await marked.waitFor();
    expect(await marked.getAttribute('aria-current')).toBe('true');
    await mina.getByRole('button', { name: /^Reply to / }).click();
    await mina.keyboard.type('Yes, for **new** users.');
    await mina.keyboard.press('Control+Enter');
    // Without a reload.
    await page.getByRole('article', { name: 'Comment of Mina Haddad' }).waitFor();
    expect((await stored()).map(({ parent_id }) => parent_id)).toEqual([null, comment?.id]);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        if (shots) await page.screenshot({ path: `${shots}/card-${width}-${colorScheme}.png` });
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await horizontalOverflow(page)).toBe(0);
      }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('a thread is resolved, reopened with undo, and a draft remains after the panel was closed', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await newComment(page).fill('One more thing');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${parley.url}/projects/${projectId}/board?card=${cardId}`);
    await newComment(page).waitFor();
    expect(await newComment(page).inputValue()).toBe('One more thing');
    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('All comments are resolved.').waitFor();
    await expect.poll(async () => (await stored())[0]?.resolved_at).not.toBeNull();
    await newComment(page).blur();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Resolve' }).waitFor();
    await expect.poll(async () => (await stored())[0]?.resolved_at).toBeNull();
  });

  it('comments are written about a passage and a highlight of a file, and counted in the margin', async () => {
    const file = (await ada.call('POST', `/projects/${projectId}/files`, {
      name: 'Talk with Noor',
      transcript: {
        segments: [
          { speaker: 'Noor', start_seconds: 0, end_seconds: 4, text: 'What made you almost give up?' },
          { speaker: 'Ben', start_seconds: 4, end_seconds: 9, text: 'It asked for a password.' },
        ],
      },
    })) as { id: string };
    const tag = (await ada.call('POST', `/projects/${projectId}/tags`, { name: 'Trust' })) as { id: string };
    await ada.call('POST', `/projects/${projectId}/taggings`, {
      taggings: [{ tag_id: tag.id, target_type: 'file', target_id: file.id, quote: 'a password' }],
    });
    const [tagging] = (await ada.call('GET', `/projects/${projectId}/taggings`)) as { id: string }[];
    await page.goto(`${parley.url}/projects/${projectId}/files/${file.id}`);
    await page.getByText('What made you almost give up?').hover();
    await page.getByRole('button', { name: 'Comment on this passage' }).first().click();
    await page.getByText('About 0:00').waitFor();
    await newComment(page).fill('A leading question');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: '1 comment on this passage' }).waitFor();
    await page.getByRole('button', { name: 'Go to 0:00' }).waitFor();

    await ada.call('POST', `/projects/${projectId}/comments`, {
      target_type: 'tagging',
      target_id: tagging?.id,
      body: 'Same as in the survey',
    });
    await page.getByText('Same as in the survey').waitFor();
    await page.getByRole('button', { name: 'Go to the highlight “Trust”' }).waitFor();
    expect(await page.getByRole('button', { name: '1 comment on this passage' }).count()).toBe(2);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        if (shots) await page.screenshot({ path: `${shots}/file-${width}-${colorScheme}.png` });
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await horizontalOverflow(page)).toBe(0);
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('a comment is opened from its address, wherever its record is shown', async () => {
    const note = (await ada.call('POST', `/projects/${projectId}/notes`, { body: 'Ask about prices' })) as {
      id: string;
    };
    const [onNote] = await Promise.all([
      ada.call('POST', `/projects/${projectId}/comments`, {
        target_type: 'note',
        target_id: note.id,
        body: 'With whom?',
      }) as Promise<Comment>,
    ]);
    const comments: Comment[] = await ada.call('GET', `/projects/${projectId}/comments`);
    const onHighlight = comments.find(({ body }) => body === 'Same as in the survey');
    await page.goto(`${parley.url}/projects/${projectId}/notes`);
    for (const comment of [onNote, onHighlight]) {
      await mina.goto(`${parley.url}/projects/${projectId}/comments/${comment?.id}`);
      const marked = mina.locator(`[data-comment="${comment?.id}"][aria-current="true"]`);
      await marked.waitFor();
      if (shots) await mina.screenshot({ path: `${shots}/address-${comment?.id}.png` });
      expect(await accessibilityViolations(mina)).toEqual([]);
    }
    expect(ada.errors).toEqual([]);
  });

  it('members see who else is on the page, until that person leaves it', async () => {
    const here = page.getByRole('list', { name: 'Also on this page' });
    await page.goto(`${parley.url}/projects/${projectId}/board`);
    await mina.goto(`${parley.url}/projects/${projectId}/board`);
    await here.getByRole('img', { name: 'Mina Haddad' }).waitFor();
    await mina.getByRole('list', { name: 'Also on this page' }).getByRole('img').waitFor();
    if (shots) await page.screenshot({ path: `${shots}/presence.png` });
    expect(await accessibilityViolations(page)).toEqual([]);
    await mina.getByRole('link', { name: /^Notes( \d+)?$/ }).click();
    await here.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Notes( \d+)?$/ }).click();
    await here.getByRole('img', { name: 'Mina Haddad' }).waitFor();
    // The access ends while her page is open.
    await ada.call('PATCH', `/projects/${projectId}`, { visibility: 'private' });
    await here.waitFor({ state: 'detached' });
    await mina.getByRole('list', { name: 'Also on this page' }).waitFor({ state: 'detached' });
  });
});
