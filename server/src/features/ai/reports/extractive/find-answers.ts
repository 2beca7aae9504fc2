import { chooseDiverse } from '../../../../platform/ai/text-analysis/index.ts';
import type { Comparison } from './compare-passages.ts';
import { expresses, type Judgement } from './opinions.ts';
import type { Passage } from './passages.ts';

/** The passages that answer the question, the most relevant first, with at least one of each participant who speaks about it. */
export interface Answers {
  quoted: number[];
  /** Everyone with a passage that is clearly about the question. */
  speakers: Set<string>;
  /** The closest passage of each other participant who may speak about it. */
  related: number[];
  /** If nobody answers the question: the closest passages of different participants. */
  closest: number[];
}

/** The relevance that the best passage needs: higher if the question has words that nobody uses. Otherwise nobody answers it. */
const answerMin = { meaning: 0.36, unknownWords: 0.42, words: 0.05 };
/** The relevance that each passage needs. */
const passageMin = { meaning: 0.27, words: 0.05 };
const closestMax = 3;
const relatedMax = 12;
/**
 * The share of the highest relevance that a passage needs to be shown, and to be about the question without a word of it.
 * Without the second one, a participant with a vaguely similar passage would be counted.
 */
const shareMin = { related: 0.55, about: 0.7 };
/** A passage of the requested kind, such as a struggle, is more relevant, and praise is less. */
const requestedKind = 0.1;
/** A few words seldom answer a question. */
const fewWords = { max: 10, factor: 0.9 };
const quotesMax = { all: 40, few: 8, perSpeaker: 3 };

export function findAnswers(comparison: Comparison, judgements: Judgement[]): Answers {
  const { passages, scores, similarity } = comparison;
  const relevance = relevanceOf(comparison, judgements);
  const speakerOf = (at: number) => passages[at]?.speakerName ?? '';
  const ranked = passages
    .map((_, at) => at)
    .filter((at) => (relevance[at] ?? 0) > 0)
    .sort((a, b) => (relevance[b] ?? 0) - (relevance[a] ?? 0) || a - b);
  const most = relevance[ranked[0] ?? -1] ?? 0;
  const isAnswered = most >= minimumOf(comparison);
  const hasTopic = comparison.question.parts.length > 0;
  const least = comparison.vectors ? passageMin.meaning : passageMin.words;
  const similar = ranked.filter(
    (at) => isAnswered && (!hasTopic || (relevance[at] ?? 0) >= Math.max(least, shareMin.related * most)),
  );
  const namesTopic = createTopicCheck(comparison);
  const isClose = (at: number) => (relevance[at] ?? 0) >= shareMin.about * most;
  const relevant = similar.filter((at) => !hasTopic || isClose(at) || namesTopic(at));
  const firsts = firstOfEach(relevant, speakerOf);
  const further = relevant.filter((at) => isClose(at) && !firsts.includes(at));
  // The sections that follow answer a question without a topic, so that the first one quotes each participant once.
  const wanted = hasTopic ? Math.max(quotesMax.few, Math.ceil(firsts.length * 1.5)) : 0;
  const room = Math.max(0, wanted - firsts.length);
  const chosen = chooseDiverse({
    from: further.slice(0, 200),
    scores: relevance.map((value, at) => value / (most || 1) + 0.2 * (scores[at] ?? 0)),
    similarity,
    count: room,
    source: speakerOf,
  });
  const perSpeaker = new Map<string, number>();
  const quoted = [...firsts, ...chosen]
    .filter((at) => {
      const count = (perSpeaker.get(speakerOf(at)) ?? 0) + 1;
      perSpeaker.set(speakerOf(at), count);
      return count <= quotesMax.perSpeaker;
    })
    .slice(0, quotesMax.all)
    .sort((a, b) => (relevance[b] ?? 0) - (relevance[a] ?? 0) || a - b);
  const close = isAnswered ? [] : ranked.filter((at) => (relevance[at] ?? 0) >= least);
  const speakers = new Set(relevant.map(speakerOf));
  const others = similar.filter((at) => !speakers.has(speakerOf(at)));
  return {
    quoted,
    speakers,
    related: firstOfEach(others, speakerOf).slice(0, relatedMax),
    closest: firstOfEach(close, speakerOf).slice(0, closestMax),
  };
}

const firstOfEach = (ranked: number[], speakerOf: (at: number) => string) =>
  [...Map.groupBy(ranked, speakerOf).values()].map(([first]) => first as number);

/** Whether a passage, its turn or the question before it has a word of the topic. */
function createTopicCheck({ question, passages }: Comparison): (at: number) => boolean {
  const asked = new Set(question.parts.flatMap(({ terms }) => terms));
  return (at) => passages[at]?.turnTerms.some((term) => asked.has(term)) ?? false;
}

function relevanceOf(
  { question, relevance, scores, passages }: Comparison,
  judgements: Judgement[],
): number[] {
  const { parts, asksFor } = question;
  const isRequested = (at: number) => asksFor.some((kind) => expresses(judgements[at], kind));
  const isOpposite = (at: number) =>
    (asksFor.includes('struggle') && expresses(judgements[at], 'praise')) ||
    (asksFor.includes('praise') && expresses(judgements[at], 'struggle'));
  if (parts.length > 0)
    return relevance.map((value, at) => {
      const kind = isRequested(at) ? requestedKind : isOpposite(at) ? -requestedKind : 0;
      const { words, isQuestion } = passages[at] as Passage;
      return value === 0
        ? 0
        : (value + kind) * (words < fewWords.max ? fewWords.factor : 1) * (isQuestion ? 0.5 : 1);
    });
  // The question names no topic: “What do people struggle with?”, or “Summarize the interviews.”
  if (asksFor.length > 0) return passages.map((_, at) => (isRequested(at) ? 1 + (scores[at] ?? 0) : 0));
  return passages.map((_, at) => 1 + (scores[at] ?? 0));
}

function minimumOf({ question, vectors, passages }: Comparison): number {
  if (question.parts.length === 0) return 0;
  if (!vectors) return answerMin.words;
  const spoken = new Set(passages.flatMap(({ terms }) => terms.flatMap((word) => word?.term ?? [])));
  const asked = question.parts.flatMap(({ terms }) => terms);
  const known = asked.filter((term) => spoken.has(term)).length;
  return known * 2 >= asked.length ? answerMin.meaning : answerMin.unknownWords;
}
