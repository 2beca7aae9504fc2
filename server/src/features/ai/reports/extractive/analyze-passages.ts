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

/** What is known about the passages once they are compared with each other and with the question. */
export interface Study {
  passages: Passage[];
  themes: Theme[];
  /** Places of passages that share a word with the question, the nearest first. */
  relevant: number[];
  /** Whether any word of the question that carries a topic occurs at all. */
  questionOccurs: boolean;
  /** The best of these that say different things, by different people where possible; none twice in a report. */
  choose(from: number[], count: number): number[];
}

/** More are read and counted; so many are compared with each other. */
const comparedMax = 2_000;
const themesMax = 6;

export function studyPassages(
  passages: Passage[],
  prompt: string,
  language: string | null,
  vectorize: Vectorize = tfIdf,
): Study {
  const { vectors, vectorOf } = vectorize(
    passages.map(({ terms }) => terms.flatMap((word) => word?.term ?? [])),
  );
  const question = vectorOf(
    createReader(language)
      .words(prompt)
      .flatMap((word) => word?.term ?? []),
  );
  const nearness = vectors.map((vector) => cosine(vector, question));
  const scores = scorePassages(passages, vectors, nearness);
  const used = new Set<number>();
  return {
    passages,
    themes: findThemes(
      passages.map(({ terms }) => terms),
      { weights: scores, themesMax, membersMin: passages.length < 8 ? 1 : 2 },
    ),
    relevant: places(passages)
      .filter((at) => (nearness[at] ?? 0) > 0)
      .sort((a, b) => (nearness[b] ?? 0) - (nearness[a] ?? 0) || a - b),
    questionOccurs: question.size > 0,
    choose(from, count) {
      const free = from.filter((at) => !used.has(at)).slice(0, 200);
      const voice = (at: number) => passages[at]?.voice ?? '';
      const chosen = chooseDiverse({ from: free, scores, vectors, count, source: voice });
      for (const at of chosen) used.add(at);
      return chosen.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    },
  };
}

const places = (of: unknown[]) => of.map((_, at) => at);

function scorePassages(passages: Passage[], vectors: Vector[], nearness: number[]): number[] {
  const rough = passages.map(({ words }, at) => (nearness[at] ?? 0) * 10 + Math.min(words, 30) / 30);
  const compared = places(passages)
    .sort((a, b) => (rough[b] ?? 0) - (rough[a] ?? 0) || a - b)
    .slice(0, comparedMax)
    .sort((a, b) => a - b);
  const ranked = lexRank(
    compared.map((at) => vectors[at] as Vector),
    // A little for all, so that what is central is heard also where the question is about something else.
    compared.map((at) => 0.05 + (nearness[at] ?? 0)),
  );
  const scores = passages.map(() => 0.01);
  compared.forEach((at, i) => {
    const { words, isQuestion } = passages[at] as Passage;
    const length = words < 5 ? 0.3 : words > 60 ? 0.6 : 1;
    scores[at] = Math.max(0.01, (ranked[i] ?? 0) * length * (isQuestion ? 0.3 : 1));
  });
  return scores;
}
