import { createReader } from '../../../../platform/ai/text-analysis/index.ts';
import type { Passage } from './passages.ts';

/** Comparing passages with each other is quadratic, and computing a vector takes some 15 ms. */
export const comparedMax = 1_500;

/**
 * Chooses the passages that are compared: the same number of each participant as far as possible, first those with words
 * of the question, then longer ones. Returns them in their order.
 */
export function samplePassages(passages: Passage[], prompt: string, count = comparedMax): Passage[] {
  if (passages.length <= count) return passages;
  const asked = new Set(
    createReader(passages[0]?.language ?? null)
      .words(prompt)
      .flatMap((word) => word?.term ?? []),
  );
  const rank = ({ terms, words, isQuestion }: Passage) =>
    new Set(terms.flatMap((word) => (word && asked.has(word.term) ? [word.term] : []))).size * 2 +
    Math.min(words, 30) / 30 -
    (isQuestion ? 1 : 0);
  const bySpeaker = Map.groupBy(
    passages.map((passage, at) => ({ at, speakerName: passage.speakerName, rank: rank(passage) })),
    ({ speakerName }) => speakerName,
  );
  const queues = [...bySpeaker.values()].map((own) => own.sort((a, b) => b.rank - a.rank || a.at - b.at));
  const chosen: number[] = [];
  for (let turn = 0; chosen.length < count; turn++)
    for (const queue of queues) {
      const next = queue[turn];
      if (next && chosen.length < count) chosen.push(next.at);
    }
  return chosen.sort((a, b) => a - b).map((at) => passages[at] as Passage);
}
