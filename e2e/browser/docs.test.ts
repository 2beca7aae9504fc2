import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
/** Collapsed sections. */
const collapsedSelector = '.references-rendered button[aria-expanded="false"]:not([aria-haspopup])';
const sections = ['tag/projects', 'tag/tags', 'tag/clips', 'models'];

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

  /** Opens a section in a new browser context without cached state. */
  async function openSection(section: string, viewport: typeof phone): Promise<Page> {
    const page = await browser.newPage({ viewport });
    page.setDefaultTimeout(120_000);
    await page.goto(`${parley.url}/docs#${section}`, { waitUntil: 'networkidle' });
    await page.locator('.references-rendered h2').first().waitFor();
    await page.locator(collapsedSelector).first().waitFor({ state: 'attached' });
    return page;
  }

  it('runs only scripts and style elements that carry the nonce of the page', async () => {
    const response = await fetch(`${parley.url}/docs/`);
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).not.toMatch(/(script-src|style-src|default-src) [^;]*'unsafe-inline'/);
    expect(await response.text()).toContain(`nonce="${nonce}"`);
    expect((await fetch(`${parley.url}/docs/`)).headers.get('content-security-policy')).not.toContain(nonce);

    const page = await browser.newPage({ viewport: desktop });
    page.setDefaultTimeout(120_000);
    await page.addInitScript(() => {
      const violations: string[] = [];
      Object.assign(window, { violations });
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
        violations.push(`${effectiveDirective} ${blockedURI} ${sample}`),
      );
    });
    await page.goto(`${parley.url}/docs#tag/projects`, { waitUntil: 'networkidle' });
    await page.locator('.references-rendered h2').first().waitFor();
    await page.locator(collapsedSelector).first().waitFor({ state: 'attached' });
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
    'has no accessibility violations in %s colours',
    async (colorScheme) => {
      for (const viewport of [phone, desktop]) {
        const page = await openSection('tag/projects', viewport);
        await page.emulateMedia({ colorScheme });
        await page.reload({ waitUntil: 'networkidle' });
        await page.locator('.references-rendered h2').first().waitFor();
        expect([viewport.width, await accessibilityViolations(page)]).toEqual([viewport.width, []]);
        await page.close();
      }
    },
  );

  it.each(sections)('has no horizontal overflow at %s, on a phone and on a desktop', async (section) => {
    for (const viewport of [phone, desktop]) {
      const page = await openSection(section, viewport);
      expect(await expandAll(page)).toBeGreaterThan(0);
      expect([viewport.width, await maxOverflowWhileScrolling(page)]).toEqual([viewport.width, 0]);
      await page.close();
    }
  });
});

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
      window.scrollBy(0, 800);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return window.scrollY;
    });
    maxOverflow = Math.max(maxOverflow, await horizontalOverflow(page));
  }
  return maxOverflow;
}
