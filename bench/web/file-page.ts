import type { BrowserContext, Page } from 'playwright-core';
import { segmentCount } from './study.ts';

export interface FilePageResult {
  opensMs: number;
  jumpMs: number;
  activeRowMs: number;
  listNodes: number;
  highlightMs: number;
}

const row = '[data-index]';

/** The page of a file with a long transcript, without throttling. */
export async function measureFilePage(context: BrowserContext, url: string): Promise<FilePageResult> {
  const page = await context.newPage();
  try {
    const began = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('[data-highlights]').first().waitFor();
    const opensMs = performance.now() - began;
    await page.locator('audio').first().waitFor({ state: 'attached' });
    await page.waitForFunction(() => (document.querySelector('audio')?.readyState ?? 0) >= 2);
    const listNodes = await page.getByTestId('transcript-scroller').locator('*').count();
    const highlightMs = await measureHighlight(page);
    const jumpMs = await measureJump(page);
    const activeRowMs = await measurePlayback(page, context);
    return { opensMs, jumpMs, activeRowMs, listNodes, highlightMs };
  } finally {
    await page.close();
  }
}

/** From the key that confirms a tag until the highlight is shown. */
async function measureHighlight(page: Page): Promise<number> {
  await page.evaluate(() => {
    const text =
      document.querySelector('[data-index="1"] [dir="auto"]') ?? document.querySelector('[data-index="1"]');
    const node = document.createTreeWalker(text as Element, NodeFilter.SHOW_TEXT);
    let last: Node | null = null;
    for (let next = node.nextNode(); next; next = node.nextNode()) {
      if ((next.textContent ?? '').length > 12) last = next;
    }
    if (!last) throw new Error('no words');
    getSelection()?.setBaseAndExtent(last, 2, last, 10);
    document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
    document.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  });
  await page.getByRole('toolbar', { name: 'Selected words' }).waitFor();
  await page.keyboard.press('t');
  await page.getByRole('combobox', { name: 'Tag' }).fill('Shipping');
  await page.getByRole('option').first().waitFor();
  await page.evaluate(() => {
    const count = () => document.querySelectorAll('[data-index="1"] [data-highlights]').length;
    const before = count();
    const result = { ms: Number.NaN };
    Object.assign(window, { result });
    document.addEventListener(
      'keydown',
      () => {
        const began = performance.now();
        const look = () => {
          if (count() > before) result.ms = performance.now() - began;
          else requestAnimationFrame(look);
        };
        look();
      },
      { once: true, capture: true },
    );
  });
  await page.keyboard.press('Enter');
  const handle = await page.waitForFunction(() => {
    const { ms } = (window as unknown as { result: { ms: number } }).result;
    return Number.isNaN(ms) ? false : { ms };
  });
  return ((await handle.jsonValue()) as { ms: number }).ms;
}

/** From a new playback position, far away, until its row is on the screen. */
async function measureJump(page: Page): Promise<number> {
  return page.evaluate(
    (target) =>
      new Promise<number>((resolve) => {
        const audio = document.querySelector('audio') as HTMLAudioElement;
        const began = performance.now();
        const look = () => {
          const found = document
            .querySelector(`[data-index="${target}"][aria-current]`)
            ?.getBoundingClientRect();
          if (found && found.top >= 0 && found.bottom <= innerHeight) resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        audio.currentTime = target * 0.24 + 0.1;
        look();
      }),
    Math.floor(segmentCount * 0.8),
  );
}

/** The work of the page while the active row moves, for each move. */
async function measurePlayback(page: Page, context: BrowserContext): Promise<number> {
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const workMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return (of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration')) * 1000;
  };
  await page.evaluate(() => {
    const audio = document.querySelector('audio') as HTMLAudioElement;
    audio.muted = true;
    audio.playbackRate = 1;
    return audio.play();
  });
  const active = () => page.locator(`${row}[aria-current]`).first().getAttribute('data-index');
  const [first, before] = [Number(await active()), await workMs()];
  await page.waitForTimeout(5_000);
  const [last, after] = [Number(await active()), await workMs()];
  await page.evaluate(() => document.querySelector('audio')?.pause());
  return (after - before) / Math.max(1, last - first);
}
