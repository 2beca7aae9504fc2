import type { Browser, Page } from 'playwright-core';
import type { RunningParley } from './parley.ts';
import type { SignedIn } from './signed-in.ts';

/** A second member of the workspace, who accepted an invitation in a browser of her own. */
export async function joinAs(
  name: string,
  { browser, parley, owner }: { browser: Browser; parley: RunningParley; owner: SignedIn },
): Promise<Page> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
  const { invite_url }: { invite_url: string } = await owner.call('POST', '/workspace/invitations', {
    email,
    role: 'member',
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('console', (message) => message.type() === 'error' && owner.errors.push(message.text()));
  await page.goto(new URL(new URL(invite_url).pathname + new URL(invite_url).hash, parley.url).href);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Accept and sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return page;
}
