import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';
import { type SignedIn, signIn } from './signed-in.ts';

/** What people really type, and what they should not. */
const script = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
const long = 'Benutzerbefragung'.repeat(12).slice(0, 200);
const rightToLeft = 'مقابلة مع المستخدم 👩🏽‍💻 حول السعر';
/** Up to 100 characters, as a tag may have. */
const names = [long.slice(0, 100), rightToLeft, `🧪 ${script}`.slice(0, 100)];

const phone = { width: 390, height: 844 };

describe.skipIf(!hasChromium)('large and unusual material', () => {
  let parley: RunningParley;
  let browser: Browser;
  let ada: SignedIn;
  let page: Page;

  /** Sends many requests with the API key, several at a time. */
  async function create(path: string, bodies: object[]): Promise<{ id: string }[]> {
    const created: { id: string }[] = [];
    const waiting = bodies.entries();
    const work = async () => {
      for (const [at, body] of waiting) {
        const response = await fetch(`${parley.url}/v1${path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${parley.apiKey}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        created[at] = ((await response.json()) as { data: { id: string } }).data;
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
    return created;
  }
  const newProject = async (name: string) =>
    ((await create('/projects', [{ name }]))[0] as { id: string }).id;
  const neverRan = async () => expect(await page.evaluate(() => 'ran' in window)).toBe(false);

  beforeAll(async () => {
    [parley, browser] = await Promise.all([
      startParley({ RATE_LIMIT_SELF_HOSTED: '1000000' }),
      openBrowser(),
    ]);
    ada = await signIn(browser, parley, { viewport: phone });
    page = ada.page;
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  it('runs no script and does not scroll sideways on a phone, whatever names and texts contain', async () => {
    const projectId = await newProject(`${long.slice(0, 80)} ${script}`);
    const project = `/projects/${projectId}`;
    const text = `${rightToLeft} ${script} ${long}`;
    const files = await create(
      `${project}/files`,
      [long, rightToLeft, script].map((name) => ({
        name,
        transcript: {
          segments: [long.slice(0, 100), script].map((speaker, at) => ({
            speaker,
            text,
            start_seconds: at * 4,
            end_seconds: at * 4 + 4,
          })),
        },
      })),
    );
    const tags = await create(
      `${project}/tags`,
      names.map((name) => ({ name, description: text })),
    );
    const fileId = files[0]?.id as string;
    await create(
      `${project}/taggings`,
      files.map(({ id }) => ({
        taggings: tags.map((tag) => ({ tag_id: tag.id, target_type: 'file', target_id: id })),
      })),
    );
    await create(
      `${project}/cards`,
      [long, rightToLeft, script].map((title) => ({
        title,
        body: text,
        tag_ids: tags.map(({ id }) => id),
      })),
    );
    const markdown = `${text}\n\n[link](javascript:window.ran=1) <a href="javascript:window.ran=1">x</a>\n\n![x](x" onerror="window.ran=1)\n\n| ${long} | b |\n| --- | --- |\n| ${long} | ${script} |\n\n\`\`\`\n${long}${long}\n\`\`\``;
    const [note] = await create(`${project}/notes`, [{ body: markdown, file_id: fileId }]);

    for (const path of [
      project,
      `${project}/files`,
      `${project}/files/${fileId}`,
      `${project}/files/${fileId}?tab=notes`,
      `${project}/board`,
      `${project}/tags`,
      `${project}/tags/${tags[0]?.id}`,
      `${project}/notes`,
      `${project}/notes?note=${note?.id}`,
      `${project}/settings`,
      '/projects',
      '/search?q=Benutzerbefragung',
      '/',
    ]) {
      await page.goto(parley.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expect.poll(() => page.getByRole('status', { name: /Loading|Searching/ }).count()).toBe(0);
      expect(await horizontalOverflow(page), path).toBeLessThanOrEqual(0);
      await neverRan();
    }
    // What the content security policy blocks is reported; nothing of it may even be tried.
    expect(ada.errors).toEqual([]);
  });

  it('shows 500 tags, and finds one of them', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const projectId = await newProject('Many tags');
    await create(
      `/projects/${projectId}/tags`,
      Array.from({ length: 500 }, (_, at) => ({ name: `Tag ${at}` })),
    );
    await page.goto(`${parley.url}/projects/${projectId}/tags`);
    await page.getByRole('link', { name: 'Tag 0', exact: true }).waitFor();
    expect(await page.locator('[data-tag]').count()).toBeLessThan(80);
    await page.getByLabel('Find tags').fill('Tag 487');
    await page.getByRole('link', { name: 'Tag 487', exact: true }).waitFor();
    expect(await page.locator('[data-tag]').count()).toBe(1);
    await page.goto(`${parley.url}/projects/${projectId}/files`);
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    expect(ada.errors).toEqual([]);
  });

  it('shows 2,000 cards, of which it renders few, and moves one', async () => {
    const projectId = await newProject('Many cards');
    const cards = await create(
      `/projects/${projectId}/cards`,
      Array.from({ length: 2_000 }, (_, at) => ({ title: `Card ${at}` })),
    );
    expect(cards).toHaveLength(2_000);
    await page.goto(`${parley.url}/projects/${projectId}/board`);
    const tiles = page.locator('[data-tile]');
    await tiles.first().waitFor();
    expect(await tiles.count()).toBeLessThan(100);
    const title = (await tiles.first().getAttribute('aria-label')) as string;
    await tiles.first().focus();
    for (const key of [' ', 'ArrowRight', ' ']) await page.keyboard.press(key);
    await page
      .getByRole('region', { name: 'Themes', exact: true })
      .getByRole('group', { name: title, exact: true })
      .waitFor();
    expect(ada.errors).toEqual([]);
  });

  it('opens a transcript of 20,000 segments, jumps to its end and finds a word there', async () => {
    const projectId = await newProject('Long recording');
    const [file] = await create(`/projects/${projectId}/files`, [
      {
        name: 'Long',
        transcript: {
          segments: Array.from({ length: 20_000 }, (_, at) => ({
            speaker: at % 2 ? 'Ben' : 'Noor',
            text: at === 19_990 ? 'And here is the needle.' : `Sentence ${at} about the checkout.`,
            start_seconds: at,
            end_seconds: at + 1,
          })),
        },
      },
    ]);
    await page.goto(`${parley.url}/projects/${projectId}/files/${file?.id}`);
    await page.getByText('Sentence 0 about').waitFor();
    await page.getByTestId('transcript-scroller').evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight;
    });
    await page.getByText('Sentence 19999 about').waitFor();
    expect(await page.locator('[data-index]').count()).toBeLessThan(100);
    await page.getByTestId('transcript-scroller').evaluate((scroller) => {
      scroller.scrollTop = 0;
    });
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('needle');
    await page.keyboard.press('Enter');
    await page.getByText('And here is the').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(ada.errors).toEqual([]);
  });
});
