import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations, horizontalOverflow } from './inspect.ts';

export const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
export const desktop = { width: 1440, height: 900 };

/** Checks overflow and accessibility at three widths, in light and dark. SCREENSHOTS names a directory for pictures. */
export async function expectLayoutToFit(page: Page, name: string): Promise<void> {
  for (const viewport of [desktop, tablet, phone])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { SCREENSHOTS } = process.env;
      const file = `${SCREENSHOTS}/${name}-${viewport.width}-${colorScheme}.png`;
      if (SCREENSHOTS) await page.screenshot({ path: file });
      expect([name, viewport.width, await horizontalOverflow(page)]).toEqual([name, viewport.width, 0]);
      expect([name, colorScheme, await accessibilityViolations(page)]).toEqual([name, colorScheme, []]);
    }
  await page.setViewportSize(desktop);
}
