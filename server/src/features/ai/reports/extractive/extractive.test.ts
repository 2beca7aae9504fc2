import { describe, expect, test } from 'vitest';
import { germanTalk, minaTalk, tomTalk, turnsOf } from '../../../../../test/interviews.ts';
import type { Source } from '../../../evidence/index.ts';
import type { DraftRequest } from '../draft.ts';
import { phrasesIn } from '../phrases.ts';
import { cueOf } from './cues.ts';
import { draftReport } from './draft-report.ts';
import { readPassages } from './passages.ts';
import { draftInThread } from './run.ts';

const source = (id: string, script: string, language: string | null = 'en'): Source => ({
  file_id: id,
  name: `Talk ${id}`,
  revision: 1,
  language,
  time_basis: 'media',
  segments: turnsOf(script).map((turn, ordinal) => ({
    ...turn,
    id: `${id}${ordinal}`,
    ordinal,
    role: null,
    page: null,
  })),
});

const request = (more: Partial<DraftRequest> = {}): DraftRequest => ({
  prompt: 'What about shipping?',
  template: 'summary',
  language: 'en',
  sources: [source('m', minaTalk), source('t', tomTalk)],
  skipped: [],
  ...more,
});

describe('the embedded generator', () => {
  test('gives the same draft in a thread as without, and stops when it is aborted', async () => {
    expect(await draftInThread(request(), new AbortController().signal)).toEqual(draftReport(request()));
    const ending = new AbortController();
    const draft = draftInThread(request(), ending.signal);
    ending.abort(new Error('ended'));
    await expect(draft).rejects.toThrow('ended');
    await expect(draftInThread(request(), ending.signal)).rejects.toThrow('ended');
  });

  test('quotes only words of the given segment, and never the interviewer', () => {
    const { body, namedSegments } = draftReport(request({ template: 'interview' }));
    const segments = new Map(
      request().sources.flatMap((s) => s.segments.map((segment) => [segment.id, segment])),
    );
    const quotes = [...body.matchAll(/^> (.+) \[(cit_\d+)\]$/gm)];
    expect(quotes.length).toBeGreaterThan(8);
    for (const [, quote = '', id = ''] of quotes) {
      const segment = segments.get(namedSegments[id]?.[0] ?? '');
      expect(segment?.text).toContain(quote);
      expect(segment?.speaker).not.toBe('Interviewer');
    }
    expect(new Set(quotes.map(([, quote]) => quote)).size).toBe(quotes.length);
  });

  test('counts passages by theme and speaker', () => {
    const { body } = draftReport(request({ template: 'survey' }));
    expect(body).toMatch(/\| Photos \| 2 \| 2 \| Mina 1, Tom 1 \|/);
  });

  test('accepts a single word and text in an unknown language', () => {
    const one = { ...source('x', 'A: Yes.', null) };
    expect(draftReport(request({ sources: [one] })).body).toContain('Yes.');
    const japanese = source('j', 'A: 送料が高いと思いました。\nA: 送料は最初に見たいです。', null);
    expect(draftReport(request({ sources: [japanese], language: null })).body).toContain('送料');
  });

  test('distinguishes numbered speakers of different files', () => {
    const passages = readPassages(
      [source('a', 'Speaker 1: I gave up early.'), source('b', 'Speaker 1: I went on to the end.')],
      'en',
    );
    expect(passages.map(({ speakerName }) => speakerName)).toEqual([
      'Speaker 1 (Talk a)',
      'Speaker 1 (Talk b)',
    ]);
  });
});

test.each([
  ['en', "I couldn't find the button.", 'struggle'],
  ['en', 'It was not very clear to me.', 'struggle'],
  ['en', 'The search was easy.', 'praise'],
  ['en', 'I wish it was cheaper.', 'wish'],
  ['en', 'I opened the page.', undefined],
  ['de', 'Das war verwirrend.', 'struggle'],
  ['de', 'Die Suche war schnell.', 'praise'],
  ['fr', 'J’aimerais voir le prix.', 'wish'],
  ['xx', 'I wish it was cheaper.', undefined],
])('%s: %s is a %s', (language, text, cue) => {
  expect(cueOf(text, language)).toBe(cue);
});

test('every language has all phrases, and no two languages share a text', () => {
  const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
  expect(new Set(languages.map((language) => phrasesIn(language).methodText)).size).toBe(languages.length);
  expect(phrasesIn('de-AT')).toBe(phrasesIn('de'));
  expect(phrasesIn(null)).toBe(phrasesIn('en'));
  expect(draftReport(request({ sources: [source('g', germanTalk, 'de')], language: 'de' })).body).toContain(
    phrasesIn('de').method,
  );
});
