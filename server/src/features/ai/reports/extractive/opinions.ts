import { scoreSentiment } from '../../../../platform/ai/sentiment/index.ts';
import type { Embed } from './compare-passages.ts';
import { type Cue, cueOf } from './cues.ts';
import type { Passage } from './passages.ts';

export interface Judgement {
  opinions: Cue[];
  /** From -1, negative, to 1, positive. */
  score: number;
}

/** Weaker sentiments are often wrong. */
const scoreMin = 0.35;
const cueScore = 0.6;

/** Judges passages by their mood, or by keywords without an embedder. Wishes are always recognized by keywords. */
export async function judgePassages(passages: Passage[], embedMood: Embed | undefined): Promise<Judgement[]> {
  const texts = passages.map(({ text }) => text);
  const sentiments = embedMood && scoreSentiment(texts, await embedMood(texts), 'mood');
  return passages.map(({ text, language }, at) => {
    const cue = cueOf(text, language);
    const score =
      sentiments?.[at]?.score ?? (cue === 'praise' ? cueScore : cue === 'struggle' ? -cueScore : 0);
    const opinions: Cue[] = [];
    if (score <= -scoreMin && cue !== 'praise') opinions.push('struggle');
    if (score >= scoreMin && cue !== 'struggle') opinions.push('praise');
    if (cue === 'wish') opinions.push('wish');
    return { opinions, score };
  });
}

export const expresses = (judgement: Judgement | undefined, opinion: Cue): boolean =>
  judgement?.opinions.includes(opinion) ?? false;
