import { expect, test } from 'vitest';
import { parseInterview, readStudies } from './read-studies.ts';

test('the set has thirty interviews of 25 to 60 turns, and ten of them are held out', async () => {
  const studies = await readStudies();
  const count = (part?: string) =>
    studies
      .filter((study) => part === undefined || study.part === part)
      .reduce((sum, { interviews }) => sum + interviews.length, 0);
  expect([count(), count('held-out')]).toEqual([30, 10]);
  for (const { turns } of studies.flatMap(({ interviews }) => interviews)) {
    expect(turns.length).toBeGreaterThanOrEqual(25);
    expect(turns.length).toBeLessThanOrEqual(60);
  }
});

test('every tag, theme and question of a study has material', async () => {
  for (const { id, tags, themes, questions, interviews } of await readStudies()) {
    const turns = interviews.flatMap((interview) => interview.turns);
    const used = new Set(turns.flatMap(({ spans }) => spans.map(({ tag }) => tag)));
    expect(
      [...tags.keys()].filter((tag) => !used.has(tag)),
      id,
    ).toEqual([]);
    expect(new Set(themes.flatMap((theme) => theme.tags)), id).toEqual(new Set(tags.keys()));
    expect(questions.filter(({ answered_by }) => answered_by.length === 0).length, id).toBeGreaterThanOrEqual(
      8,
    );
    for (const { ask, answered_by } of questions)
      for (const turn of answered_by)
        expect(turns.find((candidate) => candidate.id === turn)?.is_interviewer, ask).toBe(false);
  }
});

test('offsets of a span count code points, and its quote is in the text', () => {
  const content =
    'title: A\nI: Interviewer\nP: Ada\n---\nI: Hello 👋?\nP- @bad: 👎 It {slow: takes ages}, {price: and costs a lot}.\n';
  const references = new Map<string, string>();
  const { turns } = parseInterview('01', content, references);
  expect(turns[1]).toEqual({
    id: '01:2',
    speaker: 'Ada',
    is_interviewer: false,
    is_small_talk: false,
    text: '👎 It takes ages, and costs a lot.',
    spans: [
      { tag: 'slow', quote: 'takes ages', start: 5, end: 15 },
      { tag: 'price', quote: 'and costs a lot', start: 17, end: 32 },
    ],
    sentiment: 'negative',
  });
  expect(references).toEqual(new Map([['01@bad', '01:2']]));
});

test.each([
  ['a participant without a sentiment', 'P: Well.'],
  ['an interviewer with a sentiment', 'I+: Well.'],
  ['an unknown speaker', 'Q+: Well.'],
  ['a mark that is not closed', 'P+: {slow: Well.'],
])('refuses %s', (_, line) => {
  expect(() => parseInterview('01', `title: A\nI: Interviewer\nP: Ada\n---\n${line}\n`, new Map())).toThrow();
});
