import { createReader } from '../../../../platform/ai/text-analysis/index.ts';
import { isEnglish, type Sentence } from './sentences.ts';

/** A tag, or the name of a new one, with the vectors of its texts. */
export interface Topic {
  name: string;
  /** The vectors of the name, and of the name with its description. */
  vectors: Float32Array[];
  /** The centre of the theme that a new tag was made for. */
  center?: Float32Array;
  /** The vectors of passages that users gave the tag, and of passages that they rejected. */
  examples: Float32Array[];
  rejected: Float32Array[];
}

export interface Material {
  sentences: Sentence[];
  /** The vector of each sentence after the question that it answers: alone, “It never works” has no topic. */
  inContext: Float32Array[];
  /** The vector of each question with the whole answer. */
  answers: Float32Array[];
  /** The vector of each sentence alone, to compare it with examples. Empty if no tag has any. */
  alone: Float32Array[];
}

/**
 * The logit of the confidence. Fitted by logistic regression to the interviews of bench/quality that are not held out
 * (ADR 24). `lead` is the distance to the most similar other topic.
 */
const fitted = { bias: -2.05, inContext: 3.7, lead: 2.5, answerLead: 4, words: 0.8, length: 1.9 };
const exampleFit = { bias: -7.6, similarity: 13 };
/** A long list of similar tags must not make each of them improbable. */
const leadRange = { min: -0.1, max: 0.25 };
/** Sentences are more similar to the mean of whole answers than to a name. */
const centerWeight = 0.75;
/** Any two texts are this similar. It takes the place of another topic if there is only one. */
const unrelated = 0.15;
const typicalLength = 60;
/** A passage this close to a rejected one, and closer than to any example, is rejected too. */
const rejectedSimilarity = 0.8;
/** The model was trained on English. In other languages only the words of the name and very close examples count. */
const foreign = { exampleSimilarity: 0.75, confidence: 0.6 };

/** Returns the confidence, from 0 to 1, that a sentence belongs to a topic. */
export function matchTopics(
  topics: Topic[],
  material: Material,
): (topic: number, sentence: number) => number {
  const inContext = similarities(topics, material.inContext);
  const answers = similarities(topics, material.answers);
  const terms = topics.map(({ name }) => createTerms(name));
  return (topic, at) => {
    const { center, examples, rejected } = topics[topic] as Topic;
    const sentence = material.sentences[at] as Sentence;
    const alone = material.alone[at];
    const example = alone ? closest(examples, alone) : -1;
    if (alone && closest(rejected, alone) > Math.max(example, rejectedSimilarity)) return 0;
    const words = (terms[topic] as Terms)(sentence);
    if (!isEnglish(sentence.language))
      return words === 1 || example > foreign.exampleSimilarity ? foreign.confidence : 0;
    const toCenter = center ? dot(center, material.inContext[at] as Float32Array) : 0;
    const byName =
      fitted.bias +
      fitted.inContext * Math.max(inContext.of(topic, at), centerWeight * toCenter) +
      fitted.lead * inContext.lead(topic, at) +
      fitted.answerLead * answers.lead(topic, sentence.answer) +
      fitted.words * words +
      fitted.length * Math.min(1, Math.log(sentence.text.length / typicalLength));
    const byExample = example > -1 ? exampleFit.bias + exampleFit.similarity * example : byName;
    return sigmoid(Math.max(byName, byExample));
  };
}

/** The similarity of each topic with each text, and how far it is ahead of the other topics. */
function similarities(topics: Topic[], texts: Float32Array[]) {
  const n = texts.length;
  const values = new Float32Array(topics.length * n);
  const best = new Float32Array(n).fill(unrelated);
  const second = new Float32Array(n).fill(unrelated);
  topics.forEach(({ vectors }, topic) => {
    for (let at = 0; at < n; at++) {
      const value = closest(vectors, texts[at] as Float32Array);
      values[topic * n + at] = value;
      if (value > (best[at] as number)) {
        second[at] = best[at] as number;
        best[at] = value;
      } else if (value > (second[at] as number)) second[at] = value;
    }
  });
  const of = (topic: number, at: number) => values[topic * n + at] as number;
  return {
    of,
    lead(topic: number, at: number): number {
      const value = of(topic, at);
      const other = value >= (best[at] as number) ? (second[at] as number) : (best[at] as number);
      return Math.max(leadRange.min, Math.min(leadRange.max, value - other));
    },
  };
}

type Terms = (sentence: Sentence) => number;

/** Returns the share of the topic words of the name that a sentence contains. */
function createTerms(name: string): Terms {
  const byLanguage = new Map<string | null, string[]>();
  return ({ language, terms }) => {
    const wanted = byLanguage.get(language) ?? termsOf(name, language);
    byLanguage.set(language, wanted);
    return wanted.length === 0 ? 0 : wanted.filter((term) => terms.has(term)).length / wanted.length;
  };
}

/** A name of common words only, such as “Next time”, has no topic words. */
export const termsOf = (name: string, language: string | null): string[] => [
  ...new Set(
    createReader(language ?? 'en')
      .words(name)
      .flatMap((word) => word?.term ?? []),
  ),
];

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));

const closest = (vectors: Float32Array[], vector: Float32Array) =>
  vectors.reduce((most, other) => Math.max(most, dot(other, vector)), -1);

/** The cosine, because all vectors have length 1. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
