import { afterAll, beforeAll, expect, test } from 'vitest';
import { turnsOf } from '../../../../../test/interviews.ts';
import { createEmbeddedEmbedder, type LocalEmbedder } from '../../../../platform/ai/embed/index.ts';
import { createLog } from '../../../../platform/log/log.ts';
import type { TagToMatch } from '../../../coding/taggings/index.ts';
import type { Transcript } from '../proposal.ts';
import { proposeTaggings } from './propose.ts';

let embedder: LocalEmbedder;
beforeAll(async () => {
  embedder = await createEmbeddedEmbedder({ modelsDir: undefined }, createLog('fatal'));
});
afterAll(() => embedder.close());

const talk = (id: string, script: string): Transcript => ({
  file_id: id,
  language: 'en',
  segments: turnsOf(script).map(({ speaker, text }, n) => ({
    id: `${id}${n}`,
    speaker,
    text,
    isInterviewer: speaker === 'Interviewer',
  })),
});
const propose = async (scripts: string[], tags: TagToMatch[] = [], min_confidence = 0.5) => {
  const transcripts = scripts.map((script, n) => talk(`talk${n}`, script));
  const proposal = await proposeTaggings(
    { transcripts, tags, all_tags: tags, people: [], max_new_tags: 10, min_confidence },
    (texts) => embedder.embed(texts),
  );
  return { names: proposal.new_tags.map(({ name }) => name), taggings: proposal.taggings };
};

test('new tags are named with words that participants repeat, not with two words side by side', async () => {
  const { names } = await propose([
    `
Interviewer: How was the search?
Ana: The search found the right jacket at once.
Interviewer: And the filters?
Ana: I set the filters and the search gave me three coats.`,
    `
Interviewer: How did you use the search?
Ben: I had to try the search twice until the order of the results was right.
Interviewer: What about the results?
Ben: The search showed boots on top of the page, and the ladder of my neighbour below.`,
    `
Interviewer: Did you search for something?
Cleo: Yes, the search is the only right way to find my size.
Interviewer: Was anything missing in the search?
Cleo: The search has no field for the colour.`,
  ]);
  expect(names.length).toBeGreaterThan(0);
  expect(names.join(' · ')).toMatch(/search/i);
  for (const name of names) expect(name).not.toMatch(/\bright\b|\band\b/i);
});

test.each([
  'Ana: Hello. Hello.',
  'Document: Hello. Hello.\nDocument: Hello. Hello.\nDocument: Hello. Hello.',
  'Ana: Hi, nice to meet you.\nBen: Thanks, you too. Bye.',
  'Ana: Um. Yes. Okay.',
])('material without content gets no tags: %s', async (script) => {
  const tag = (id: string, name: string): TagToMatch => ({
    id,
    name,
    description: null,
    source: 'manual',
    examples: [],
    rejected: [],
    quotes: [],
  });
  const tags = [tag('tag_1', 'Welcome'), tag('tag_2', 'Shipping costs')];
  expect(await propose([script], tags, 0.01)).toEqual({ names: [], taggings: [] });
});
