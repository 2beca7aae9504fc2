import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe-core finds wrong with the page as it stands, one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const inPage = window as unknown as { axe: typeof axe };
    return (await inPage.axe.run()).violations;
  });
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`));
}

/** How far the page can be scrolled sideways: nothing should be cut off on a phone. */
export const sidewaysPixels = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
