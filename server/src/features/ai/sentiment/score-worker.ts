import { type Sentiment, scoreSentiment } from '../../../platform/ai/sentiment/index.ts';
import { countWords } from '../../sources/transcripts/index.ts';
import { isAnotherLanguage } from './language.ts';

export interface ScoreTask {
  texts: string[];
  /** The mood vectors of the texts. */
  vectors: Float32Array[];
}

/** Runs in a thread: the analysis of a long transcript takes seconds. Null for a text in another language. */
export const work = ({ texts, vectors }: ScoreTask): ((Sentiment & { words: number }) | null)[] =>
  scoreSentiment(texts, vectors, 'mood').map((sentiment, i) => {
    const text = texts[i] ?? '';
    return isAnotherLanguage(text) ? null : { ...sentiment, words: countWords(text) };
  });
