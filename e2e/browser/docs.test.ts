import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';

const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
const desktop = { width: 1440, height: 900 };
/** Collapsed sections. */
const collapsedSelector = '.references-rendered button[aria-expanded="false"]:not([aria-haspopup])';
/** One group of operations, and all schemas. The other groups have the same parts. */
const sections = ['tag/projects', 'models'];

describe.skipIf(!hasChromium)('the reference at /docs', () => {
  let parley: RunningParley;
  let browser: Browser;

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  /**
   * Opens a section in a new browser context without cached state. The script of the reference needs seconds to render, so tests
   * change the size of the window instead of opening the page again.
   */
  async function openSection(
    section: string,
    options: BrowserContextOptions,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<Page> {
    const page = await browser.newPage(options);
    page.setDefaultTimeout(120_000);
    await prepare?.(page);
    await page.goto(`${parley.url}/docs#${section}`);
    await page.locator('.references-rendered h2').first().waitFor();
    await page.locator(collapsedSelector).first().waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    return page;
  }

  it('runs only scripts and style elements that carry the nonce of the page', async () => {
    const response = await fetch(`${parley.url}/docs/`);
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).not.toMatch(/(script-src|style-src|default-src) [^;]*'unsafe-inline'/);
    expect(await response.text()).toContain(`nonce="${nonce}"`);
    expect((await fetch(`${parley.url}/docs/`)).headers.get('content-security-policy')).not.toContain(nonce);

    const page = await openSection('tag/projects', { viewport: desktop }, (opened) =>
      opened.addInitScript(() => {
        const violations: string[] = [];
        Object.assign(window, { violations });
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
          violations.push(`${effectiveDirective} ${blockedURI} ${sample}`),
        );
      }),
    );
    await expandAll(page);
    const violations = await page.evaluate(() => (window as unknown as { violations: string[] }).violations);
    // A library of the reference tests whether `eval` is allowed and works without it.
    expect(violations.filter((line) => !line.startsWith('script-src eval'))).toEqual([]);
    // The styles were applied: without them the page is black on white with the browser's serif font.
    expect(
      await page.evaluate(
        () => getComputedStyle(document.querySelector('.scalar-app h2') as Element).fontFamily,
      ),
    ).toContain('Newsreader Variable');
    await page.close();
  });

  it.each(['light', 'dark'] as const)(
    'the reference at /docs has no accessibility violations in %s colours',
    async (colorScheme) => {
      const page = await openSection('tag/projects', { viewport: phone, colorScheme });
      for (const viewport of [phone, tablet, desktop]) {
        await resize(page, viewport);
        const violations = await accessibilityViolations(page, { targetSize: true });
        expect([viewport.width, violations]).toEqual([viewport.width, []]);
      }
      await page.close();
    },
  );

  it('links to the guides', async () => {
    const page = await browser.newPage({ viewport: desktop });
    page.setDefaultTimeout(120_000);
    await page.goto(`${parley.url}/docs`);
    await page.getByRole('link', { name: 'guides', exact: true }).first().click();
    await page.getByRole('heading', { name: 'API guides' }).waitFor();
    await page.getByRole('link', { name: 'Transcripts', exact: true }).click();
    await page.getByRole('heading', { name: 'Transcripts', exact: true, level: 1 }).waitFor();
    await page.close();
  });

  it.each([desktop, phone])(
    'shows guides without accessibility violations at $width px',
    async (viewport) => {
      const page = await browser.newPage({ viewport });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const guide of ['', '/getting-started', '/errors', '/webhooks']) {
          await page.goto(`${parley.url}/docs/guides${guide}`);
          expect([guide, await accessibilityViolations(page, { targetSize: true })]).toEqual([guide, []]);
          expect([guide, await horizontalOverflow(page)]).toEqual([guide, 0]);
        }
      }
      await page.close();
    },
  );

  it.each(sections)(
    'the reference at /docs has no horizontal overflow at %s, on a phone and on a desktop',
    async (section) => {
      const page = await openSection(section, { viewport: phone });
      expect(await expandAll(page)).toBeGreaterThan(0);
      for (const viewport of [phone, desktop]) {
        // A tall window shows much of the page at once. Only the width decides about the overflow.
        await resize(page, { width: viewport.width, height: 4000 });
        await page.evaluate(() => window.scrollTo(0, 0));
        expect([viewport.width, await maxOverflowWhileScrolling(page)]).toEqual([viewport.width, 0]);
      }
      await page.close();
    },
  );
});

/** Changes the size of the window and waits until the page is drawn at the new size. */
async function resize(page: Page, viewport: typeof phone): Promise<void> {
  await page.setViewportSize(viewport);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Expands field details, examples and defaults. Expanded sections can contain further collapsed ones. */
async function expandAll(page: Page): Promise<number> {
  let expanded = 0;
  for (let level = 0; level < 3; level++) {
    expanded += await page.evaluate(async (selector) => {
      const buttons = document.querySelectorAll<HTMLElement>(selector);
      for (const button of buttons) button.click();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return buttons.length;
    }, collapsedSelector);
  }
  return expanded;
}

/** Scrolls through the page, because parts of it are rendered only when they become visible. */
async function maxOverflowWhileScrolling(page: Page): Promise<number> {
  let maxOverflow = 0;
  for (let before = -1, y = 0; y !== before; ) {
    before = y;
    y = await page.evaluate(async () => {
      window.scrollBy(0, window.innerHeight - 200);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return window.scrollY;
    });
    maxOverflow = Math.max(maxOverflow, await horizontalOverflow(page));
  }
  return maxOverflow;
}
