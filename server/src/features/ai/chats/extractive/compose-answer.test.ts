import { describe, expect, test } from 'vitest';
import type { AnswerPassage } from '../answer.ts';
import { composeAnswer } from './compose-answer.ts';
import type { ComposeRequest } from './compose-request.ts';

const passage = (at: number, text: string, measures: Partial<AnswerPassage>): AnswerPassage => ({
  file_id: `file_${at}`,
  segment: {
    id: `seg_${at}`,
    ordinal: 2,
    speaker: `Person ${at}`,
    role: null,
    start_seconds: 0,
    end_seconds: 5,
    text,
    page: null,
  },
  speakerName: `Person ${at}`,
  isDocument: false,
  isWritten: false,
  asked: undefined,
  coverage: 0,
  coverageInContext: 0,
  topicCoverage: 0,
  similarity: 0,
  askedSimilarity: 0,
  topicSimilarity: 0,
  sentenceSimilarity: 0,
  terms: [],
  score: 0,
  ...measures,
});

const compose = (passages: AnswerPassage[], vectors = new Map<string, Float32Array>()) =>
  composeAnswer({
    question: 'What happened with the orders?',
    language: 'en',
    mode: 'question',
    leaning: undefined,
    asksFor: undefined,
    quotedSpeakers: [],
    named: [],
    unknownPerson: undefined,
    passages,
    hasMeaning: true,
    terms: [{ stem: 'order', surface: 'orders', documents: 3, weight: 1 }],
    records: [],
    participantCount: passages.length,
    documentCount: 0,
    languages: {},
    vectors,
  } satisfies ComposeRequest);

const quotedIn = ({ namedSegments }: { namedSegments: Record<string, string[]> }) =>
  Object.values(namedSegments).flat();

describe('the order of an answer', () => {
  test('the three passages that fit best come before the passages of each theme', () => {
    const texts = [
      'The paper invoice for my order was printed twice.',
      'The night courier left the order at the wrong house.',
      'Nobody could explain the paper invoice of that order to me.',
      'A paper invoice without an order number is useless for us.',
      'The paper invoice came weeks after the order itself.',
      'The night courier rang and was gone with my order.',
      'The night courier forgot half of the order in the van.',
      'The paper invoice listed an order that I never made.',
    ];
    const answer = compose(
      texts.map((text, at) =>
        passage(at, text, {
          similarity: 0.6,
          sentenceSimilarity: 0.6,
          topicCoverage: 1,
          score: 1 - at / 100,
          terms: [0],
        }),
      ),
      new Map(
        texts.map((text, at) => [
          `seg_${at}`,
          Float32Array.of(...(text.includes('courier') ? [0, 1] : [1, 0])),
        ]),
      ),
    );
    expect(answer.answered).toBe(true);
    expect(answer.text).toMatch(/### Paper invoice/);
    expect(quotedIn(answer).slice(0, 3)).toEqual(['seg_0', 'seg_1', 'seg_2']);
    expect(quotedIn(answer).toSorted()).toEqual(texts.map((_, at) => `seg_${at}`));
  });
});

describe('a question without an answer', () => {
  test('shows a passage whose interviewer asked something similar, and none that is far from it', () => {
    const answer = compose([
      passage(1, 'There is a separate store, you type them in once.', { askedSimilarity: 0.4, score: 0.3 }),
      passage(2, 'My cousin has the same car in another colour.', { similarity: 0.1, score: 0.1 }),
    ]);
    expect(answer.answered).toBe(false);
    expect(quotedIn(answer)).toEqual(['seg_1']);
  });
});
