import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { turnsOf } from '../../../../../test/interviews.ts';
import { createEmbeddedEmbedder, type LocalEmbedder } from '../../../../platform/ai/embed/index.ts';
import { createMoodEmbedder } from '../../../../platform/ai/sentiment/index.ts';
import { createLog } from '../../../../platform/log/log.ts';
import type { Source } from '../../../evidence/index.ts';
import { phrasesIn } from '../phrases.ts';
import { draftReport } from './draft-report.ts';

/** Two of the three participants speak about the shipping cost. */
const scripts = {
  ana: `
Interviewer: Hi Ana, thanks for joining. What do you think of the new shop?
Ana: It is fantastic, I love it.
Interviewer: Tell me about your last order.
Ana: The shipping cost surprised me and I nearly gave up.
Interviewer: And the photos?
Ana: The photos are large and sharp.
Interviewer: Thank you, Ana.
Ana: You're welcome, I have a train to catch.`,
  ben: `
Interviewer: Hello Ben, how did your last order go?
Ben: I wanted a jacket, and the shipping cost was only shown on the last page.
Interviewer: What happened then?
Ben: I closed the tab and came back a week later.
Interviewer: What about the search?
Ben: The search found the right jacket at once, that was great.
Interviewer: Thanks, Ben.
Ben: Bye.`,
  cleo: `
Interviewer: Hi Cleo, what did you do on the site?
Cleo: I compared two coats and read the reviews.
Interviewer: Tell me about your last order.
Cleo: The order came late, and the box was damaged.
Interviewer: What do you like about the shop?
Cleo: The filters help me find my size.
Interviewer: Thank you.
Cleo: Thanks, bye.`,
};
const source = (id: string, script: string): Source => ({
  kind: 'file',
  id,
  name: `Talk ${id}`,
  revision: 1,
  language: 'en',
  time_basis: 'media',
  segments: turnsOf(script).map((turn, ordinal) => ({
    ...turn,
    id: `${id}${ordinal}`,
    ordinal,
    role: null,
    page: null,
  })),
});
const sources = Object.entries(scripts).map(([id, script]) => source(id, script));
const phrases = phrasesIn('en');

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

async function sectionsOf(prompt: string, read = sources): Promise<(heading: string) => string> {
  const { body } = await draftReport(
    { prompt, template: 'summary', language: 'en', sources: read, skipped: [] },
    { meaning: (texts) => embedder.embed(texts), mood: (texts) => moodEmbedder.embed(texts) },
  );
  const sections = body.split(/^## /m);
  return (heading) => sections.find((section) => section.startsWith(heading)) ?? '';
}

describe('a report about three short interviews', () => {
  test('counts only participants who speak about the question, and quotes others as possibly about it', async () => {
    for (const prompt of [
      'What do participants say about the shipping cost?',
      'Is the shipping too expensive?',
    ]) {
      const answer = (await sectionsOf(prompt))(phrases.answer);
      expect(answer).toContain('2 of 3 participants speak about it.');
      expect(answer).toContain('The shipping cost surprised me');
      expect(answer).toContain('only shown on the last page');
    }
    const [clear = '', possible = ''] = (await sectionsOf('What do people say about shipping?'))(
      phrases.answer,
    ).split(phrases.related);
    expect(clear).toContain('2 of 3 participants speak about it.');
    expect(clear).not.toContain('the box was damaged');
    expect(possible).toContain('the box was damaged');
  });

  test('a theme has all passages with the words of its name, and no others', async () => {
    const section = await sectionsOf('What do participants struggle with, and what do they like?');
    expect(section(phrases.glance)).toContain('| Shipping cost | 2 | 2 | 2 | 0 | Ana 1, Ben 1 |');
  });

  test('the answer to a greeting with a question is quoted, and the answer to thanks is not', async () => {
    const section = await sectionsOf('What do participants say about the shipping cost?');
    expect(section(phrases.worked)).toContain('It is fantastic, I love it.');
    expect(section(phrases.worked)).toContain('The search found the right jacket at once');
    const all = [phrases.answer, phrases.struggles, phrases.worked, phrases.otherThemes, phrases.keyPassages];
    expect(all.map(section).join('\n')).not.toContain('a train to catch');
  });

  test('a question about struggles and likes is answered by those who praise and by those who complain', async () => {
    const section = await sectionsOf('What do participants struggle with, and what do they like?', [
      source('ana', 'Ana: It is fantastic, I love it. The photos are great.'),
      source('ben', 'Ben: The order came late, and the box was damaged.'),
    ]);
    expect(section(phrases.answer)).toContain('It is fantastic');
    expect(section(phrases.answer)).toContain('the box was damaged');
  });
});
