import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { germanTalk, minaTalk, tomTalk, turnsOf } from '../../../../../test/interviews.ts';
import { roomInterviews } from '../../../../../test/room-interviews.ts';
import { createEmbeddedEmbedder, type LocalEmbedder } from '../../../../platform/ai/embed/index.ts';
import { createMoodEmbedder } from '../../../../platform/ai/sentiment/index.ts';
import { combine } from '../../../../platform/ai/text-analysis/index.ts';
import { createLog } from '../../../../platform/log/log.ts';
import type { Source } from '../../../evidence/index.ts';
import { type Draft, type DraftRequest, type Template, templates } from '../draft.ts';
import { phrasesIn } from '../phrases.ts';
import { cueOf } from './cues.ts';
import { draftReport } from './draft-report.ts';
import { readPassages } from './passages.ts';
import { draftInThread } from './run.ts';

const source = (id: string, script: string, language: string | null = 'en'): Source => ({
  kind: 'file',
  id,
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

let embedder: LocalEmbedder;
let moodEmbedder: LocalEmbedder;
beforeAll(async () => {
  embedder = await createEmbeddedEmbedder({ modelsDir: undefined }, createLog('fatal'));
  moodEmbedder = await createMoodEmbedder({ modelsDir: undefined }, createLog('fatal'));
});
afterAll(() => {
  embedder.close();
  moodEmbedder.close();
});
const draft = (of: DraftRequest) =>
  draftReport(of, { meaning: (texts) => embedder.embed(texts), mood: (texts) => moodEmbedder.embed(texts) });
const quotesIn = (body: string) => [...body.matchAll(/^> (.+) \[(cit_\d+)\]$/gm)];
const sectionOf = (body: string, heading: string) =>
  body.split(/^## /m).find((section) => section.startsWith(heading)) ?? '';
const segmentsOf = ({ sources }: DraftRequest) =>
  new Map(sources.flatMap((of) => of.segments.map((segment) => [segment.id, segment])));
/** The speakers that a part of a report quotes. */
const quotedIn = (part: string, { namedSegments }: Draft, of: DraftRequest) => {
  const segments = segmentsOf(of);
  return new Set(quotesIn(part).map(([, , id = '']) => segments.get(namedSegments[id]?.[0] ?? '')?.speaker));
};
const rooms = (prompt: string, template: Template = 'summary') =>
  request({
    prompt,
    template,
    sources: Object.entries(roomInterviews).map(([name, script]) => source(name, script)),
  });

describe('the embedded generator', () => {
  test('gives the same draft in a thread as without, and stops when it is aborted', async () => {
    const { signal } = new AbortController();
    const embedders = { meaning: embedder, mood: moodEmbedder };
    expect(await draftInThread(request(), { embedders, signal })).toEqual(await draft(request()));
    expect(await draftInThread(request(), { embedders: undefined, signal })).toEqual(
      await draftReport(request()),
    );
    const ending = new AbortController();
    const aborted = draftInThread(request(), { embedders, signal: ending.signal });
    ending.abort(new Error('ended'));
    await expect(aborted).rejects.toThrow('ended');
    await expect(draftInThread(request(), { embedders, signal: ending.signal })).rejects.toThrow('ended');
  });

  test('fails if the embedder fails', async () => {
    const broken = { ...embedder, embed: () => Promise.reject(new Error('no vectors')) };
    const { signal } = new AbortController();
    await expect(
      draftInThread(request(), { embedders: { meaning: broken, mood: moodEmbedder }, signal }),
    ).rejects.toThrow('no vectors');
  });

  test.each(templates)('quotes only words of the given segment with the template %s', async (template) => {
    const of = rooms('What goes wrong with the calendar?', template);
    const { body, namedSegments } = await draft(of);
    const segments = segmentsOf(of);
    const quotes = quotesIn(body);
    expect(quotes.length).toBeGreaterThan(8);
    for (const [, quote = '', id = ''] of quotes) {
      const segment = segments.get(namedSegments[id]?.[0] ?? '');
      expect(segment?.text).toContain(quote);
      expect(segment?.speaker).not.toMatch(/Interviewer|Moderator/);
    }
    expect(body).not.toMatch(/Thanks for having me|can hear you|rainy|dog might bark|Have a nice afternoon/);
  });

  test.each([
    ['What goes wrong with the calendar?', ['Priya', 'Marek', 'Ingrid'], /calendar sync failed/],
    ['What about the phone app?', ['Priya', 'Marek', 'Owen'], /logs me out/],
    ['Which equipment do people need?', ['Priya', 'Lucia', 'Ingrid'], /projector/],
    [
      'What do people think about the release of rooms after ten minutes?',
      ['Priya', 'Marek', 'Lucia', 'Owen', 'Ingrid'],
      /automatic release is great/,
    ],
  ])('first answers “%s” with every participant who speaks about it', async (prompt, speakers, words) => {
    const of = rooms(prompt);
    const made = await draft(of);
    const answer = sectionOf(made.body, phrasesIn('en').answer);
    expect(made.body.startsWith(`## ${answer.slice(0, 20)}`)).toBe(true);
    expect([...quotedIn(answer, made, of)]).toEqual(expect.arrayContaining(speakers));
    expect(answer).toMatch(words);
  });

  test('says so if no participant speaks about the question', async () => {
    for (const prompt of ['How do people pay for parking?', 'Zebras?']) {
      const { body, summary } = await draft(rooms(prompt));
      expect(sectionOf(body, phrasesIn('en').answer)).toMatch(/^.+\n\nNo passage /);
      expect(summary).toContain(phrasesIn('en').nobody);
    }
  });

  test('a question without a topic is answered with passages of every participant', async () => {
    const of = rooms('Summarize the main findings of the interviews.');
    const made = await draft(of);
    expect(quotedIn(sectionOf(made.body, phrasesIn('en').answer), made, of).size).toBe(5);
  });

  test('names themes with phrases of several words that participants used', async () => {
    const of = rooms('Summarize the interviews.', 'survey');
    const { body } = await draft(of);
    const rows = [...sectionOf(body, phrasesIn('en').glance).matchAll(/^\| ([^|]+) \| (\d) \| (\d+) \|/gm)];
    const names = rows.map(([, name = '']) => name.replaceAll('\\', ''));
    expect(names.length).toBeGreaterThan(4);
    const said = of.sources
      .flatMap(({ segments }) => segments.map(({ text }) => text.toLowerCase()))
      .join('\n');
    for (const name of names) {
      expect(name.split(/[\s-]/).length).toBeGreaterThan(1);
      expect(said).toContain(name.toLowerCase());
    }
    expect(names).toEqual(expect.arrayContaining(['Outlook calendar', 'Logs me out', 'Too many e-mails']));
    const participants = rows.map(([, , count]) => Number(count));
    expect(participants).toEqual(participants.toSorted((a, b) => b - a));
  });

  test('shows opposite opinions of different participants next to each other', async () => {
    const of = rooms('Summarize the interviews.');
    const made = await draft(of);
    const { disagreements, positive, negative } = phrasesIn('en');
    const parts = sectionOf(made.body, disagreements).split(/^### /m).slice(1);
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) {
      const [first = '', second = ''] = part.split(`**${negative}**`);
      expect(first).toContain(`**${positive}**`);
      const [likes, struggles] = [quotedIn(first, made, of), quotedIn(second, made, of)];
      expect(likes.size * struggles.size).toBeGreaterThan(0);
      expect([...likes].filter((speaker) => struggles.has(speaker))).toEqual([]);
    }
  });

  test('groups struggles and likes by theme, with the number of passages by participant', async () => {
    const { body } = await draft(rooms('Summarize the interviews.', 'usability'));
    expect(sectionOf(body, phrasesIn('en').struggles)).toMatch(
      /\d of 5 participants, \d+ passages: .*Priya \d/,
    );
    expect(sectionOf(body, phrasesIn('en').struggles)).toContain('### Logs me out');
    expect(sectionOf(body, phrasesIn('en').worked)).toMatch(/floor plan|map of the floor|free room/i);
    expect(sectionOf(body, phrasesIn('en').wishes)).toMatch(/I wish I could see who booked/);
  });

  test.each(templates)('shows every passage that it counts, or says where it is: %s', async (template) => {
    const two = request({
      template,
      prompt: 'What about the search?',
      sources: [source('a', 'Ada: The search was easy.'), source('b', 'Ben: I opened the page on Monday.')],
    });
    for (const of of [two, rooms('What goes wrong with the calendar?', template)]) {
      const { body } = await draft(of);
      const counted = body.split(/^#+ /m).filter((part) => / \d+ passages?: /.test(part));
      expect(counted.length).toBeGreaterThan(0);
      for (const [at, part] of counted.entries()) {
        // The parts of a section by theme have their own numbers.
        if (body.includes(`## ${part}###`)) continue;
        const all = Number(/ (\d+) passages?: /.exec(part)?.[1]);
        const [, above = part.includes('Quoted above.') ? all : 0] = /Quoted above: (\d+)\./.exec(part) ?? [];
        const [, left = 0] = /Not shown: (\d+)\./.exec(part) ?? [];
        expect(quotesIn(part).length + Number(above) + Number(left), `${at}: ${part}`).toBe(all);
      }
    }
    if (template === 'summary')
      expect((await draft(two)).body).toContain('1 of 2 participants, 1 passage: Ada 1. Quoted above.\n');
  });

  test('accepts a single word, a few words and text in an unknown language', async () => {
    const one = { ...source('x', 'A: Yes.', null) };
    expect((await draft(request({ sources: [one] }))).body).toContain('Yes.');
    const three = source('y', 'A: It was slow.');
    expect((await draft(request({ sources: [three], prompt: 'Was it slow?' }))).body).toContain(
      'It was slow.',
    );
    const japanese = source('j', 'A: 送料が高いと思いました。\nA: 送料は最初に見たいです。', null);
    expect((await draft(request({ sources: [japanese], language: null }))).body).toContain('送料');
  });

  test('compares a bounded number of passages, of every participant, and states the number', async () => {
    const words = ['invoice', 'calendar', 'printer', 'budget', 'holiday', 'contract', 'garden', 'window'];
    const long = Array.from({ length: 12_000 }, (_, i) => {
      const [a, b] = [words[i % 8], words[(i * 7 + 3) % 8]];
      return `Person${i % 3 ? 'One' : 'Two'}: The ${a} number ${i} never matched the ${b} of my team in May.`;
    });
    const of = request({ sources: [source('l', long.join('\n'))], prompt: 'What about the budget?' });
    // The vectors only need to be different: the real model would take half a minute.
    const embed = async (texts: string[]) =>
      texts.map((text) => {
        const vector = new Float32Array(words.length + 1).fill(0.01);
        words.forEach((word, at) => {
          if (text.includes(word)) vector[at] = 1;
        });
        return combine([{ vector, weight: 1 }]);
      });
    const { body } = await draftReport(of, { meaning: embed, mood: embed });
    expect(body).toContain('1500 of 12000 passages were compared');
    expect(quotesIn(body).length).toBeLessThan(80);
  }, 30_000);

  test('distinguishes numbered speakers of different files, and names documents by their file', () => {
    const passages = readPassages(
      [
        source('a', 'Speaker 1: I gave up early on.'),
        source('b', 'Speaker 1: I went on to the end.'),
        source('c', 'Document: The price was hidden below.'),
      ],
      'en',
    );
    expect(passages.map(({ speakerName }) => speakerName)).toEqual([
      'Speaker 1 (Talk a)',
      'Speaker 1 (Talk b)',
      'Talk c',
    ]);
  });

  test('recognizes interviewers by their questions, and small talk in every language', () => {
    const script = `
Speaker 1: Hi, thanks for joining. Can you hear me?
Speaker 2: Yes, I can hear you fine.
Speaker 1: Tell me about your last order.
Speaker 2: I never received the order confirmation.
Speaker 1: How did that make you feel?
Speaker 2: Okay.
Speaker 2: Pretty nervous, because the money was gone.`;
    expect(readPassages([source('s', script)], 'en').map(({ text }) => text)).toEqual([
      'I never received the order confirmation.',
      'Pretty nervous, because the money was gone.',
    ]);
    const german = 'A: Hallo, vielen Dank.\nA: Die Rechnung kam zweimal und niemand wusste warum.';
    expect(readPassages([source('g', german, 'de')], 'de')).toHaveLength(1);
  });
});

test.each([
  ['en', "I couldn't find the button.", 'struggle'],
  ['en', 'I had no problems at all.', undefined],
  ['en', 'No problems, it was very easy.', 'praise'],
  ['en', 'Nothing was confusing and the steps were clear.', 'praise'],
  ['en', 'Now it is easy to pay.', 'praise'],
  ['en', 'I never saw what the problem was.', 'struggle'],
  ['en', 'It was not slow, but the form was confusing.', 'struggle'],
  ['de', 'Es gab keine Probleme, alles war klar.', 'praise'],
  ['fr', 'Ça peut être facile.', 'praise'],
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

test('every language has all phrases, and no two languages share a text', async () => {
  const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
  expect(new Set(languages.map((language) => phrasesIn(language).methodText)).size).toBe(languages.length);
  expect(phrasesIn('de-AT')).toBe(phrasesIn('de'));
  expect(phrasesIn(null)).toBe(phrasesIn('en'));
  const german = await draft(request({ sources: [source('g', germanTalk, 'de')], language: 'de' }));
  expect(german.body).toContain(phrasesIn('de').methodWords);
});
