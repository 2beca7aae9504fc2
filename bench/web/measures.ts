import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** What one load of a page cost. */
export interface Load {
  /** The scripts that were transferred, with their sizes as transferred. */
  scripts: Map<string, number>;
  /** Largest contentful paint, in milliseconds. */
  paintMs: number;
  /** Cumulative layout shift. */
  shift: number;
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const sum = (values: Iterable<number>): number => [...values].reduce((total, one) => total + one, 0);

interface Observed {
  paintMs: number;
  shift: number;
}

/** Runs in the page before its scripts. */
function observe(): void {
  const seen: Observed = { paintMs: 0, shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.paintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function collectScripts(session: CDPSession): Promise<Map<string, number>> {
  const scripts = new Map<string, number>();
  const urls = new Map<string, string>();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') urls.set(requestId, new URL(response.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url) scripts.set(url, encodedDataLength);
  });
  return scripts;
}

export interface LoadOptions {
  context: BrowserContext;
  url: string;
  /** An element of the loaded page. */
  ready: string;
  cpuSlowdown?: number;
}

/** Loads a page with an empty cache. */
export async function measureLoad({ context, url, ready, cpuSlowdown = 1 }: LoadOptions): Promise<Load> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    const scripts = await collectScripts(session);
    // Without an enabled network domain, Chromium ignores it.
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'load' });
    // A locator runs a large script of Playwright's in the page, and would slow down the load that is measured.
    await quiet(page);
    await page.locator(ready).first().waitFor();
    await quiet(page);
    const { paintMs, shift } = await page.evaluate(() => (window as unknown as { seen: Observed }).seen);
    return { scripts, paintMs, shift };
  } finally {
    await page.close();
  }
}

/** Waits until nothing was requested for half a second. The stream of live updates stays open, so `networkidle` never comes. */
async function quiet(page: Page): Promise<void> {
  let lastMs = performance.now();
  const touch = () => {
    lastMs = performance.now();
  };
  page.on('request', touch);
  page.on('requestfinished', touch);
  while (performance.now() - lastMs < 500) await page.waitForTimeout(100);
}
