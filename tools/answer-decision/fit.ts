import { createHash } from 'node:crypto';
import {
  type AnswerWeights,
  judge,
  type Measures,
  measureNames,
} from '../../server/src/features/ai/chats/extractive/answer-weights.ts';

/** A question of a tuning study, with what the server measures for it. */
export interface MeasuredQuestion {
  study: string;
  ask: string;
  has_answer: boolean;
  measures: Measures;
}

/** The strength of the ridge penalty on standardized inputs. With 0.3 to 10 the results are nearly the same. */
const penalty = 3;
/** The share of questions without an answer that must be declined, with their study left out: the bar of 0.90 and a margin. */
const declinedMin = 0.93;
/** Added to the threshold, in log-odds, because questions about an unseen study are judged less reliably. */
const thresholdMargin = 0.12;
const newtonSteps = 30;

type Weights = Omit<AnswerWeights, 'fitted_to'>;

/** The weights for all questions, and how questions of a study are judged by weights fitted to the other studies. */
export function fitAnswerWeights(questions: MeasuredQuestion[]): {
  fitted: AnswerWeights;
  leftOut: { study: string; declined: number; answered: number }[];
} {
  const studies = [...new Set(questions.map(({ study }) => study))];
  const judged = studies.flatMap((study) => {
    const weights = fitRidge(questions.filter((question) => question.study !== study));
    return questions
      .filter((question) => question.study === study)
      .map(({ has_answer, measures }) => ({ study, has_answer, sum: weightedSum(weights, measures) }));
  });
  const threshold = chooseThreshold(judged);
  const { weights, bias } = fitRidge(questions);
  const share = (list: typeof judged, isRight: (sum: number) => boolean) =>
    list.filter(({ sum }) => isRight(sum)).length / list.length;
  const resultOf = (study: string, list: typeof judged) => ({
    study,
    declined: share(
      list.filter(({ has_answer }) => !has_answer),
      (sum) => sum < threshold,
    ),
    answered: share(
      list.filter(({ has_answer }) => has_answer),
      (sum) => sum >= threshold,
    ),
  });
  const round = (value: number) => Math.round(value * 100) / 100;
  const rounded = Object.fromEntries(measureNames.map((name) => [name, round(weights[name])])) as Measures;
  return {
    fitted: { fitted_to: fingerprint(questions), weights: rounded, bias: round(bias - threshold) },
    leftOut: [
      ...studies.map((study) =>
        resultOf(
          study,
          judged.filter((one) => one.study === study),
        ),
      ),
      resultOf('all', judged),
    ],
  };
}

/** Changes if a question, an expected result or an input of the decision changes. */
export function fingerprint(questions: Pick<MeasuredQuestion, 'study' | 'ask' | 'has_answer'>[]): string {
  const read = questions.map(({ study, ask, has_answer }) => [study, ask, has_answer]);
  return createHash('sha256')
    .update(JSON.stringify([measureNames, read]))
    .digest('hex')
    .slice(0, 16);
}

const weightedSum = (weights: Weights, measures: Measures) => judge({ fitted_to: '', ...weights }, measures);

/** The middle between the last question without an answer that must be declined and the next question, and a margin. */
function chooseThreshold(judged: { has_answer: boolean; sum: number }[]): number {
  const unanswered = judged
    .filter(({ has_answer }) => !has_answer)
    .map(({ sum }) => sum)
    .sort((a, b) => a - b);
  const lowest = unanswered[Math.ceil(declinedMin * unanswered.length) - 1] as number;
  const next = Math.min(...judged.map(({ sum }) => sum).filter((sum) => sum > lowest));
  return (lowest + next) / 2 + thresholdMargin;
}

/** Ridge logistic regression by Newton's method, which needs no starting point and no random numbers. */
function fitRidge(questions: MeasuredQuestion[]): Weights {
  const rows = questions.map(({ measures }) => measureNames.map((name) => measures[name]));
  const means = measureNames.map((_, at) => mean(rows.map((row) => row[at] as number)));
  const deviations = measureNames.map(
    (_, at) => Math.sqrt(mean(rows.map((row) => ((row[at] as number) - (means[at] as number)) ** 2))) || 1,
  );
  const inputs = rows.map((row) => [
    1,
    ...row.map((value, at) => (value - (means[at] as number)) / (deviations[at] as number)),
  ]);
  let weights = [0, ...measureNames.map(() => 0)];
  for (let step = 0; step < newtonSteps; step++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : -penalty * weight));
    const curvature = weights.map((_, a) => weights.map((_, b) => (a === b && a > 0 ? penalty : 0)));
    inputs.forEach((input, i) => {
      const probability =
        1 / (1 + Math.exp(-input.reduce((sum, value, at) => sum + value * (weights[at] as number), 0)));
      const error = (questions[i]?.has_answer ? 1 : 0) - probability;
      input.forEach((value, a) => {
        gradient[a] = (gradient[a] as number) + error * value;
        const line = curvature[a] as number[];
        input.forEach((other, b) => {
          line[b] = (line[b] as number) + probability * (1 - probability) * value * other;
        });
      });
    });
    const change = solve(curvature, gradient);
    weights = weights.map((weight, at) => weight + (change[at] as number));
  }
  const [first = 0, ...standardized] = weights;
  const unscaled = standardized.map((weight, at) => weight / (deviations[at] as number));
  return {
    weights: Object.fromEntries(measureNames.map((name, at) => [name, unscaled[at]])) as Measures,
    bias: unscaled.reduce((sum, weight, at) => sum - weight * (means[at] as number), first),
  };
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Solves linear equations by Gaussian elimination. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] as number]);
  rows.forEach((_, at) => {
    const largest = rows.findIndex(
      (row, i) =>
        i >= at &&
        rows.every((other, j) => j < at || Math.abs(other[at] as number) <= Math.abs(row[at] as number)),
    );
    const pivot = rows[largest] as number[];
    rows[largest] = rows[at] as number[];
    rows[at] = pivot;
    rows.forEach((row, i) => {
      if (i === at) return;
      const factor = (row[at] as number) / (pivot[at] as number);
      for (let column = at; column < row.length; column++)
        row[column] = (row[column] as number) - factor * (pivot[column] as number);
    });
  });
  return rows.map((row, at) => (row.at(-1) as number) / (row[at] as number));
}
