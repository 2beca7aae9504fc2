import { readFileSync } from 'node:fs';
import type { AnswerPassage } from '../answer.ts';

/** What the decision reads of the best passages: the largest value of each. */
const passageMeasures = [
  'similarity',
  'topicSimilarity',
  'askedSimilarity',
  'sentenceSimilarity',
  'topicCoverage',
] as const;

/** The inputs of the decision, in the order of the weights file. */
export const measureNames = [...passageMeasures, 'unknownWords'] as const;
export type Measures = Record<(typeof measureNames)[number], number>;

/** A logistic regression: a sum above 0 means that the passages answer the question. */
export interface AnswerWeights {
  /** Identifies the questions and the inputs. */
  fitted_to: string;
  weights: Measures;
  bias: number;
}

interface Term {
  weight: number;
  documents: number;
}

const judgedPassages = 8;

/** How well passages fit a question. `ordered` are the passages, the best first. */
export function measureEvidence(ordered: AnswerPassage[], terms: Term[]): Measures {
  const judged = ordered.slice(0, judgedPassages);
  const largest = passageMeasures.map(
    (name) => [name, Math.max(0, ...judged.map((one) => one[name]))] as const,
  );
  return { ...Object.fromEntries(largest), unknownWords: unknownShare(terms) } as Measures;
}

/** Words of the question that occur nowhere in the material make an answer less likely. */
function unknownShare(terms: Term[]): number {
  const sum = (list: Term[]) => list.reduce((total, { weight }) => total + weight, 0);
  const all = sum(terms);
  return all === 0 ? 1 : sum(terms.filter(({ documents }) => documents === 0)) / all;
}

export const judge = ({ weights, bias }: AnswerWeights, measures: Measures): number =>
  measureNames.reduce((sum, name) => sum + weights[name] * measures[name], bias);

let loaded: AnswerWeights | undefined;

/** Written by `npm run answers:train` (ADR 24). */
export function readAnswerWeights(): AnswerWeights {
  loaded ??= JSON.parse(
    readFileSync(new URL('./answer-weights.json', import.meta.url), 'utf8'),
  ) as AnswerWeights;
  return loaded;
}
