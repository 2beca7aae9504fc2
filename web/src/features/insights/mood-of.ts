import type { Mood } from '../moments/index.ts';

/** From which score on the matrix counts a moment as positive or negative, as the server does. */
const clearScore = 0.12;

export const moodOf = (score: number | null): Mood | null => {
  if (score === null) return null;
  if (score >= clearScore) return 'positive';
  return score <= -clearScore ? 'negative' : 'neutral';
};
