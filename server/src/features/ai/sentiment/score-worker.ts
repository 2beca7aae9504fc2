import { type Sentiment, scoreSentiment } from '../../../platform/ai/sentiment/index.ts';
import { countWords } from '../../sources/transcripts/index.ts';

export interface ScoreTask {
  texts: string[];
  vectors: Float32Array[];
}

/** Runs in a thread: the analysis of a long transcript takes seconds. */
export const work = ({ texts, vectors }: ScoreTask): (Sentiment & { words: number })[] =>
  scoreSentiment(texts, vectors).map((sentiment, i) => ({ ...sentiment, words: countWords(texts[i] ?? '') }));
