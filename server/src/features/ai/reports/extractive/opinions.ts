import { type Cue, cueOf } from './cues.ts';
import type { Passage } from './passages.ts';

export interface Judgement {
  opinion: Cue | undefined;
  /** From -1, negative, to 1, positive. */
  score: number;
}

/** Judges each passage by its words. */
export function judgePassages(passages: Passage[]): Judgement[] {
  return passages.map(({ text, language }) => {
    const opinion = cueOf(text, language);
    return { opinion, score: opinion === 'praise' ? 0.6 : opinion === 'struggle' ? -0.6 : 0 };
  });
}
