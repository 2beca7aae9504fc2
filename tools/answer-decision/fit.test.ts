import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readStudies } from '../../bench/quality/read-studies.ts';
import {
  measureNames,
  readAnswerWeights,
} from '../../server/src/features/ai/chats/extractive/answer-weights.ts';
import { fingerprint, fitAnswerWeights, type MeasuredQuestion } from './fit.ts';
import { questionsOf } from './questions.ts';

const stored = JSON.parse(
  await readFile(new URL('./measures.json', import.meta.url), 'utf8'),
) as MeasuredQuestion[];

describe('the weights that decide whether passages answer a question', () => {
  test('the committed weights are those that fitting the stored measures gives', () => {
    expect(fitAnswerWeights(stored).fitted).toEqual(readAnswerWeights());
  });

  test('the stored measures are of the questions that the tuning studies have now', async () => {
    const questions = (await readStudies('tuning')).flatMap(questionsOf);
    expect(fingerprint(stored)).toBe(fingerprint(questions));
  });

  test('most questions are judged correctly with each study left out once', () => {
    const all = fitAnswerWeights(stored).leftOut.find(({ study }) => study === 'all');
    expect(all?.declined).toBeGreaterThanOrEqual(0.9);
    expect(all?.answered).toBeGreaterThanOrEqual(0.8);
  });

  test('an input that separates the questions gets the weight, and one that is constant gets none', () => {
    const question = (study: string, has_answer: boolean, similarity: number): MeasuredQuestion => ({
      study,
      ask: `${study} ${similarity}`,
      has_answer,
      measures: {
        ...(Object.fromEntries(measureNames.map((name) => [name, 0.5])) as MeasuredQuestion['measures']),
        similarity,
      },
    });
    const questions = ['a', 'b'].flatMap((study) =>
      [0.1, 0.2, 0.3, 0.6, 0.7, 0.8].map((similarity) => question(study, similarity > 0.5, similarity)),
    );
    const { fitted, leftOut } = fitAnswerWeights(questions);
    expect(fitted.weights.similarity).toBeGreaterThan(1);
    expect(fitted.weights.topicCoverage).toBe(0);
    expect(leftOut.map(({ declined, answered }) => [declined, answered])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });
});
