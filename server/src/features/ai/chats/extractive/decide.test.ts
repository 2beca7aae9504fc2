import { describe, expect, test } from 'vitest';
import { topicsOf } from '../../../evidence/retrieval/index.ts';
import type { AnswerPassage } from '../answer.ts';
import { decide } from './decide.ts';

const passage = (measures: Partial<AnswerPassage>): AnswerPassage => ({
  file_id: 'file_1',
  segment: {
    id: 'seg_1',
    ordinal: 2,
    speaker: 'Ada',
    role: null,
    start_seconds: 0,
    end_seconds: 5,
    text: 'The invoice came twice.',
    page: null,
  },
  speakerName: 'Ada',
  isDocument: false,
  isWritten: false,
  asked: undefined,
  coverage: 0,
  coverageInContext: 0,
  topicCoverage: 0,
  similarity: 0.4,
  askedSimilarity: 0.3,
  topicSimilarity: 0.4,
  sentenceSimilarity: 0.45,
  terms: [],
  score: 0.8,
  ...measures,
});

const known = [{ weight: 4, documents: 3 }];
const unknown = [{ weight: 4, documents: 0 }];

describe('the decision whether passages answer a question', () => {
  test('close passages answer a question whose words are in the material, and not one whose words are nowhere', () => {
    const close = [passage({ topicCoverage: 1 })];
    expect(decide(close, known, true).relevant).toEqual(close);
    expect(decide([passage({})], unknown, true).relevant).toEqual([]);
  });

  test('one sentence that is close to the question can be enough', () => {
    const terms = [...known, ...unknown];
    const measures = { topicCoverage: 0.5, similarity: 0.3, topicSimilarity: 0.3, score: 0.7 };
    expect(decide([passage({ ...measures, sentenceSimilarity: 0.2 })], terms, true).relevant).toEqual([]);
    expect(decide([passage({ ...measures, sentenceSimilarity: 0.75 })], terms, true).relevant).toHaveLength(
      1,
    );
  });

  test('half of the topic words must be in one passage and the question before it if there is no embedding model', () => {
    expect(decide([passage({ coverageInContext: 0.4 })], known, false).relevant).toEqual([]);
    expect(decide([passage({ coverageInContext: 0.6 })], known, false).relevant).toHaveLength(1);
  });

  test('no passages answer nothing', () => {
    expect(decide([], known, true)).toEqual({ relevant: [], related: [] });
  });
});

describe('the topic words of a question', () => {
  test('English words that fit any topic are recognized', () => {
    const general = (question: string, language: string) =>
      topicsOf(question, language, []).map(({ surface, isGeneral }) => [surface, isGeneral]);
    expect(general('Which invoices do customers dislike?', 'en')).toEqual([
      ['invoices', false],
      ['customers', true],
      ['dislike', true],
    ]);
    expect(general('Welche features nutzen sie?', 'de').every(([, isGeneral]) => isGeneral === false)).toBe(
      true,
    );
  });
});
