import type { SentimentLabel } from '../../../platform/ai/sentiment/index.ts';

export const moods = ['positive', 'neutral', 'negative', 'mixed'] as const;
export type Mood = (typeof moods)[number];

/** How many segments have each label. */
export interface Counts {
  positive: number;
  neutral: number;
  negative: number;
}

export interface Summary {
  label: Mood;
  score: number;
  counts: Counts;
  /** Words by label. A long remark counts more than a short one. */
  words: Counts;
}

export interface ScoredText {
  label: SentimentLabel;
  score: number;
  words: number;
}

/** From this score on, positive or negative remarks clearly outweigh the others. */
export const clearScore = 0.12;
/** Both sides need this share of the words before a text is mixed and not neutral. */
const mixedShare = 0.2;

/** The mean of the scores, weighted by words, and the label that follows from it. */
export function summarize(texts: ScoredText[]): Summary {
  const counts = { positive: 0, neutral: 0, negative: 0 };
  const words = { positive: 0, neutral: 0, negative: 0 };
  let sum = 0;
  for (const text of texts) {
    counts[text.label]++;
    words[text.label] += text.words;
    sum += text.score * text.words;
  }
  const score = sum / Math.max(1, wordsIn(words));
  return { ...moodOf(score, words), counts, words };
}

/** The summary of several files: each counts by its words. */
export function combine(parts: Pick<Summary, 'score' | 'counts' | 'words'>[]): Summary {
  const add = (key: 'counts' | 'words') =>
    parts.reduce(
      (sum, { [key]: part }) => ({
        positive: sum.positive + part.positive,
        neutral: sum.neutral + part.neutral,
        negative: sum.negative + part.negative,
      }),
      { positive: 0, neutral: 0, negative: 0 },
    );
  const words = add('words');
  const sum = parts.reduce((total, part) => total + part.score * wordsIn(part.words), 0);
  return { ...moodOf(sum / Math.max(1, wordsIn(words)), words), counts: add('counts'), words };
}

const wordsIn = ({ positive, neutral, negative }: Counts) => positive + neutral + negative;

function moodOf(mean: number, words: Counts): { label: Mood; score: number } {
  const score = Math.max(-1, Math.min(1, Math.round(mean * 1_000) / 1_000));
  if (score >= clearScore) return { label: 'positive', score };
  if (score <= -clearScore) return { label: 'negative', score };
  const least = mixedShare * Math.max(1, wordsIn(words));
  return { label: words.positive >= least && words.negative >= least ? 'mixed' : 'neutral', score };
}
