import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import { nineQuestions, publishStudy } from './participant-study.ts';
import { button, heading, useParticipantSuite } from './participant-suite.ts';

describe.skipIf(!hasChromium)('two tabs of one participant on the open link', () => {
  const { call, openPage, consoleErrors } = useParticipantSuite();

  const firstQuestion = (page: Page) => heading(page, nineQuestions[0]?.text ?? '').waitFor();
  const openTabs = async (path: string, prepare?: (page: Page) => Promise<unknown>) => {
    const first = await openPage(path, {}, prepare);
    const second = await first.context().newPage();
    await prepare?.(second);
    await second.goto(first.url());
    for (const tab of [first, second]) await button(tab, 'Start').waitFor();
    return [first, second] as const;
  };
  const publish = (changes: object = {}) =>
    publishStudy(call, { questions: nineQuestions.slice(0, 2), consent: null, ...changes });
  const countResponses = async (testId: string) => (await call('GET', `/tests/${testId}/responses`)).length;

  it('start one response if both start at the same time', async () => {
    const { id, path } = await publish();
    const tabs = await openTabs(path);
    const clicked = Promise.withResolvers<void>();
    await tabs[0].context().route('**/p/v1/response', async (route) => {
      await clicked.promise;
      await route.continue();
    });
    for (const tab of tabs) await button(tab, 'Start').click();
    clicked.resolve();
    await Promise.all(tabs.map(firstQuestion));
    expect(await countResponses(id)).toBe(1);
  });

  it('continue the same response when the first one has started, even if it took the last place', async () => {
    const { id, path } = await publish({ postDetails: { title: 'How people pay', target_participants: 1 } });
    const [first, second] = await openTabs(path);
    await button(first, 'Start').click();
    await firstQuestion(first);
    // The second tab follows without a click.
    await firstQuestion(second);
    expect(await countResponses(id)).toBe(1);
  });

  it('start one response where the browser tells tabs nothing about each other', async () => {
    const { id, path } = await publish({ postDetails: { title: 'How people pay', target_participants: 1 } });
    const [first, second] = await openTabs(path, (page) =>
      page.addInitScript(() =>
        window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true),
      ),
    );
    await button(first, 'Start').click();
    await firstQuestion(first);
    await button(second, 'Start').click();
    await firstQuestion(second);
    expect(await countResponses(id)).toBe(1);
  });

  it('logs no errors to the browser console', () => {
    expect(consoleErrors).toEqual([]);
  });
});
