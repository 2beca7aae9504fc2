import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { german } from '../../web/src/texts/de/index.ts';
import { activity } from '../../web/src/texts/en/activity.ts';
import { errors } from '../../web/src/texts/en/errors.ts';
import { files } from '../../web/src/texts/en/files.ts';
import { format } from '../../web/src/texts/en/format.ts';
import { home } from '../../web/src/texts/en/home.ts';
import { inbox } from '../../web/src/texts/en/inbox.ts';
import { overview } from '../../web/src/texts/en/overview.ts';
import { presence } from '../../web/src/texts/en/presence.ts';
import { projectActions } from '../../web/src/texts/en/project-actions.ts';
import { projects } from '../../web/src/texts/en/projects.ts';
import { shell } from '../../web/src/texts/en/shell.ts';
import { ui } from '../../web/src/texts/en/ui.ts';
import { hasChromium, openBrowser } from './chromium.ts';
import { type RunningParley, startParley } from './parley.ts';
import { signIn } from './signed-in.ts';

const english = {
  activity,
  errors,
  files,
  format,
  home,
  inbox,
  overview,
  presence,
  projectActions,
  projects,
  shell,
  ui,
};

/** The fixed texts of a catalogue, in the same order in every language. */
function textsOf(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

/** English texts that German does not share, so that seeing one means that something is not translated. */
function onlyEnglish(): Map<string, string> {
  const translated = Object.values(german).flatMap((area) => textsOf(area, '').map(([, text]) => text));
  const shared = new Set(translated);
  return new Map(
    textsOf(english, 'en')
      .filter(([, text]) => text.length > 2 && !shared.has(text))
      .map(([path, text]) => [text, path]),
  );
}

/** Everything that a page says: its visible texts, the names of its controls, and its title. */
const said = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [document.title.split(' · ')[0] ?? ''];
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        found.push(element.getAttribute(name) ?? '');
    return found.map((text) => text.trim()).filter(Boolean);
  });

describe.skipIf(!hasChromium)('the application in German', () => {
  let parley: RunningParley;
  let browser: Browser;
  let page: Page;
  let call: (method: string, path: string, body?: object) => Promise<unknown>;
  let projectId: string;
  /** Names of people are no texts, even if a text is the same. */
  let userName: string;

  beforeAll(async () => {
    [parley, browser] = await Promise.all([startParley(), openBrowser()]);
    const user = await signIn(browser, parley);
    ({ page, call } = user as never);
    userName = ((await call('GET', '/me')) as { name: string }).name;
    const created = (await call('POST', '/projects', {
      name: 'Kasse',
      description: 'Warum zögern sie?',
    })) as {
      id: string;
    };
    projectId = created.id;
    const segments = [
      { speaker: 'Interviewer', start_seconds: 0, end_seconds: 4, text: 'Wie war das?' },
      { speaker: 'Mina', start_seconds: 4, end_seconds: 9, text: 'Ich habe die Kosten zu spät gesehen.' },
    ];
    const file = (await call('POST', `/projects/${projectId}/files`, {
      name: 'Gespräch 1',
      transcript: { segments },
    })) as { id: string };
    const transcript = (await call('GET', `/files/${file.id}/transcript`)) as { segments: { id: string }[] };
    const tag = (await call('POST', `/projects/${projectId}/tags`, { name: 'Kosten' })) as { id: string };
    await call('POST', `/tags/${tag.id}/taggings`, {
      target_type: 'segment',
      target_id: transcript.segments[1]?.id,
    });
    await call('POST', `/projects/${projectId}/cards`, {
      title: 'Die Kosten kommen zu spät',
      tag_ids: [tag.id],
      evidence: [{ segment_id: transcript.segments[1]?.id }],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await parley?.stop();
  });

  const expectGerman = async () => {
    // Placeholders are shown while something loads.
    await page.waitForFunction(() => document.querySelector('.animate-pulse-slow') === null);
    const untranslated = onlyEnglish();
    untranslated.delete(userName);
    expect((await said(page)).flatMap((text) => untranslated.get(text) ?? [])).toEqual([]);
  };

  it('the page has English texts before the person chooses German', async () => {
    await page.goto(parley.url);
    await page.getByRole('heading', { name: home.title, level: 1 }).waitFor();
    const untranslated = onlyEnglish();
    expect((await said(page)).some((text) => untranslated.has(text))).toBe(true);
  });

  it('changes the language in the settings of the account', async () => {
    await page.goto(`${parley.url}/settings/account`);
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.waitForFunction(() => document.documentElement.lang === 'de');
  });

  it.each<[string, () => string, () => string]>([
    ['home', () => '/', () => german.home.title],
    ['the list of projects', () => '/projects', () => german.projects.projects],
    ['the overview of a project', () => `/projects/${projectId}`, () => 'Kasse'],
    ['the files of a project', () => `/projects/${projectId}/files`, () => german.files.title],
  ])('%s has no English text left', async (_page, path, title) => {
    await page.goto(`${parley.url}${path()}`);
    await page.getByRole('heading', { name: title(), level: 1 }).waitFor();
    await expectGerman();
  });

  it('shows what is known and edits the research question in place', async () => {
    const texts = german.overview;
    await page.goto(`${parley.url}/projects/${projectId}`);
    await page.getByRole('heading', { name: texts.known }).waitFor();
    await page.getByRole('link', { name: 'Die Kosten kommen zu spät' }).first().waitFor();
    await page.getByText(texts.moments(1), { exact: false }).first().waitFor();
    await page.getByRole('button', { name: texts.editQuestion }).click();
    await page.getByRole('textbox', { name: texts.question }).fill('Was kostet uns den Abschluss?');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Was kostet uns den Abschluss?').waitFor();
    await page.waitForFunction(
      (label) => document.activeElement?.getAttribute('aria-label') === label,
      texts.editQuestion,
    );
    await page.keyboard.press('Control+z');
    await page.getByText('Warum zögern sie?').waitFor();
    await expectGerman();
  });
});
