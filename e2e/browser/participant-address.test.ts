import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { publishStudy } from './participant-study.ts';
import { useParticipantSuite } from './participant-suite.ts';

describe.skipIf(!hasChromium)('the address on an open link', () => {
  const { call, openPage } = useParticipantSuite({ hasMail: true });

  async function start(path: string, email: string): Promise<Page> {
    const page = await openPage(path);
    await page.getByLabel(/E-mail address/).fill(email);
    await page.getByRole('button', { name: 'Start', exact: false }).click();
    return page;
  }

  it('starts another response for the address of a person who has already started, and reveals nothing of the first', async () => {
    const { id, path } = await publishStudy(call, {
      questions: [{ type: 'open', text: 'Why did you come?' }],
      postDetails: { incentive: { amount: 10, currency: 'EUR', kind: 'gift card' } },
    });
    const first = await start(path, 'mina@example.com');
    await first.getByRole('heading', { name: 'Why did you come?' }).waitFor();
    const second = await start(path, 'Mina@example.com');
    await second.getByRole('heading', { name: 'Why did you come?' }).waitFor();
    expect(await call('GET', `/tests/${id}/responses`)).toHaveLength(2);
  });
});
