/** A page without its first data appears with placeholders after this time. */
const timeoutMs = 250;

/**
 * For the loader of a route. Data that the browser has already (see routes/preloads.ts) is part of the first rendering. The page's
 * own queries report failures.
 */
export async function waitForData(data: Promise<unknown>): Promise<void> {
  await Promise.race([data.catch(() => {}), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
}
