import {
  chooseDiverse,
  cosine,
  createReader,
  findThemes,
  lexRank,
  type Theme,
  tfIdf,
  type Vector,
  type Vectorize,
} from '../../../../platform/ai/text-analysis/index.ts';
import type { Passage } from './passages.ts';

/** The result of comparing the passages with each other and with the question. */
export interface Analysis {
  passages: Passage[];
  themes: Theme[];
  /** Indexes of passages that share a word with the question, the most similar first. */
  relevant: number[];
  /** Whether any topic word of the question occurs in the passages. */
  questionOccurs: boolean;
  /** Chooses the best passages that differ from each other, by different speakers if possible. None is chosen twice. */
  choose(from: number[], count: number): number[];
}

/** All passages are counted, but only this many are compared with each other: the cost is quadratic. */
const comparedMax = 2_000;
const themesMax = 6;

export function analyzePassages(
  passages: Passage[],
  prompt: string,
  language: string | null,
  vectorize: Vectorize = tfIdf,
): Analysis {
  const { vectors, vectorOf } = vectorize(
    passages.map(({ terms }) => terms.flatMap((word) => word?.term ?? [])),
  );
  const question = vectorOf(
    createReader(language)
      .words(prompt)
      .flatMap((word) => word?.term ?? []),
  );
  const similarity = vectors.map((vector) => cosine(vector, question));
  const scores = scorePassages(passages, vectors, similarity);
  const used = new Set<number>();
  return {
    passages,
    themes: findThemes(
      passages.map(({ terms }) => terms),
      { weights: scores, themesMax, membersMin: passages.length < 8 ? 1 : 2 },
    ),
    relevant: indexesOf(passages)
      .filter((at) => (similarity[at] ?? 0) > 0)
      .sort((a, b) => (similarity[b] ?? 0) - (similarity[a] ?? 0) || a - b),
    questionOccurs: question.size > 0,
    choose(from, count) {
      const free = from.filter((at) => !used.has(at)).slice(0, 200);
      const speakerName = (at: number) => passages[at]?.speakerName ?? '';
      const chosen = chooseDiverse({ from: free, scores, vectors, count, source: speakerName });
      for (const at of chosen) used.add(at);
      return chosen.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    },
  };
}

const indexesOf = (of: unknown[]) => of.map((_, at) => at);

function scorePassages(passages: Passage[], vectors: Vector[], similarity: number[]): number[] {
  const rough = passages.map(({ words }, at) => (similarity[at] ?? 0) * 10 + Math.min(words, 30) / 30);
  const compared = indexesOf(passages)
    .sort((a, b) => (rough[b] ?? 0) - (rough[a] ?? 0) || a - b)
    .slice(0, comparedMax)
    .sort((a, b) => a - b);
  const ranked = lexRank(
    compared.map((at) => vectors[at] as Vector),
    // A small weight for all passages, so that central ones rank even if they do not match the question.
    compared.map((at) => 0.05 + (similarity[at] ?? 0)),
  );
  const scores = passages.map(() => 0.01);
  compared.forEach((at, i) => {
    const { words, isQuestion } = passages[at] as Passage;
    const length = words < 5 ? 0.3 : words > 60 ? 0.6 : 1;
    scores[at] = Math.max(0.01, (ranked[i] ?? 0) * length * (isQuestion ? 0.3 : 1));
  });
  return scores;
}
