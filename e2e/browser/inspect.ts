import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The violations that axe-core finds on the page, one line for each node. `targetSize` also checks that pointers hit every control. */
export async function accessibilityViolations(page: Page, { targetSize = false } = {}): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async (withTargetSize) => {
    const inPage = window as unknown as { axe: typeof axe };
    // A dialog that is still half transparent has too little contrast. Animations that repeat for ever are not waited for.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    // Preloading copies the styles of shadow roots into style elements, which the page's policy refuses.
    const rules = { 'target-size': { enabled: withTargetSize } };
    return (await inPage.axe.run({ preload: false, rules })).violations;
  }, targetSize);
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`));
}

/** The same in the dark and the light theme. The page is in the light one afterwards. */
export async function accessibilityViolationsInEachTheme(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    violations.push(...(await accessibilityViolations(page)));
  }
  return violations;
}

/** The number of pixels by which the page is wider than the viewport. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
