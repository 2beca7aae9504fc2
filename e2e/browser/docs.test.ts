import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openBrowser } from './chromium.ts';
import { sidewaysPixels } from './inspect.ts';
import { type RunningParley, startParley } from './parley.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };
/** What can be opened and is not. */
const closed = '.references-rendered button[aria-expanded="false"]:not([aria-haspopup])';
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

  /** A browser that has never seen the page, at a section of it. */
  async function open(section: string, viewport: typeof phone): Promise<Page> {
    const page = await browser.newPage({ viewport });
    page.setDefaultTimeout(120_000);
    await page.goto(`${parley.url}/docs#${section}`, { waitUntil: 'networkidle' });
    await page.locator('.references-rendered h2').first().waitFor();
    await page.locator(closed).first().waitFor({ state: 'attached' });
    return page;
  }

  it('runs only scripts and style elements that carry the nonce of the page', async () => {
    const response = await fetch(`${parley.url}/docs/`);
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).not.toMatch(/(script-src|style-src|default-src) [^;]*'unsafe-inline'/);
    expect(await response.text()).toContain(`nonce="${nonce}"`);
    expect((await fetch(`${parley.url}/docs/`)).headers.get('content-security-policy')).not.toContain(nonce);

    const page = await browser.newPage({ viewport: desk });
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
    await page.locator(closed).first().waitFor({ state: 'attached' });
    await openAll(page);
    const violations = await page.evaluate(() => (window as unknown as { violations: string[] }).violations);
    // A library of the reference tries whether it may compile code, and goes on without.
    expect(violations.filter((line) => !line.startsWith('script-src eval'))).toEqual([]);
    // The styles were applied: without them the page is black on white with the browser's serif font.
    expect(
      await page.evaluate(
        () => getComputedStyle(document.querySelector('.scalar-app h2') as Element).fontFamily,
      ),
    ).toContain('ui-sans-serif');
    await page.close();
  });

  it.each(sections)('can not be scrolled sideways at %s, on a phone and on a desk', async (section) => {
    for (const viewport of [phone, desk]) {
      const page = await open(section, viewport);
      expect(await openAll(page)).toBeGreaterThan(0);
      expect([viewport.width, await widestWhileScrolling(page)]).toEqual([viewport.width, 0]);
      await page.close();
    }
  });
});

/** Opens what can be opened: details of a field, its examples, its default. What opens may hold more of them. */
async function openAll(page: Page): Promise<number> {
  let opened = 0;
  for (let level = 0; level < 3; level++) {
    opened += await page.evaluate(async (selector) => {
      const buttons = document.querySelectorAll<HTMLElement>(selector);
      for (const button of buttons) button.click();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return buttons.length;
    }, closed);
  }
  return opened;
}

/** Parts of the page are rendered only when they come into sight. */
async function widestWhileScrolling(page: Page): Promise<number> {
  let widest = 0;
  for (let before = -1, y = 0; y !== before; ) {
    before = y;
    y = await page.evaluate(async () => {
      window.scrollBy(0, 800);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return window.scrollY;
    });
    widest = Math.max(widest, await sidewaysPixels(page));
  }
  return widest;
}
