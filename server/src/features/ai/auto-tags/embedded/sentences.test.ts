import { describe, expect, test } from 'vitest';
import type { Transcript } from '../proposal.ts';
import { joinSpans } from './join-spans.ts';
import { readSentences } from './sentences.ts';

const transcript = (turns: [string, string][], language: string | null = 'en'): Transcript => ({
  file_id: 'fil_1',
  language,
  segments: turns.map(([speaker, text], n) => ({
    id: `seg_${n}`,
    speaker,
    text,
    isInterviewer: speaker === 'I',
  })),
});
const textAt = ({ segments }: Transcript, segment: number, start: number, end: number) =>
  [...(segments[segment]?.text ?? '')].slice(start, end).join('');

describe('sentences', () => {
  test('sentences have offsets in code points, even after characters outside the basic plane', () => {
    const read = transcript([
      ['P', 'Great 👍🏽 stuff, I love the lamps. The import of statements fails again.'],
    ]);
    const { sentences } = readSentences([read]);
    expect(sentences.map(({ text }) => text)).toEqual([
      'Great 👍🏽 stuff, I love the lamps.',
      'The import of statements fails again.',
    ]);
    for (const { segment, start, end, text } of sentences)
      expect(textAt(read, segment, start, end)).toBe(text);
  });

  test('leave out the interviewer, agreement and greetings, and know their question', () => {
    const read = transcript([
      ['I', 'What happened with the import of bank statements?'],
      ['P', 'Yes, yes.'],
      ['P', 'It was never able to find the account.'],
    ]);
    const { sentences, answers } = readSentences([read]);
    expect(sentences.map(({ text }) => text)).toEqual(['It was never able to find the account.']);
    expect(answers[sentences[0]?.answer ?? -1]?.question).toContain('import of bank statements');
  });

  test('cuts sentences without punctuation at 60 words', () => {
    const words = Array.from({ length: 150 }, (_, n) => `import${n}`).join(' ');
    const { sentences } = readSentences([transcript([['P', words]])]);
    expect(sentences.map(({ text }) => text.split(' ').length)).toEqual([60, 60, 30]);
  });
});

describe('passages', () => {
  const read = transcript([
    ['P', 'The import fails every Monday. The import fails on Tuesdays too.'],
    ['P', 'The import also fails on Wednesdays.'],
    ['I', 'Anything else about it?'],
    ['P', 'The import fails on Thursdays, of course.'],
  ]);
  const { sentences } = readSentences([read]);
  const tags = sentences.map((_, n) => [{ tag: 'tag_1', confidence: 0.6 + n / 10 }]);

  test('join adjacent sentences of one speaker, across segments but not across a question', () => {
    expect(joinSpans([read], sentences, tags)).toEqual([
      expect.objectContaining({
        segment_id: 'seg_0',
        start_character: 0,
        end_segment_id: 'seg_1',
        end_character: 36,
        confidence: 0.8,
        quote:
          'The import fails every Monday. The import fails on Tuesdays too. The import also fails on Wednesdays.',
      }),
      expect.objectContaining({ segment_id: 'seg_3', quote: 'The import fails on Thursdays, of course.' }),
    ]);
  });

  test('end where another sentence does not have the tag', () => {
    const gap = tags.map((list, n) => (n === 1 ? [] : list));
    expect(joinSpans([read], sentences, gap)).toHaveLength(3);
  });
});
