import { textMax } from '../answers/draft.ts';

/** The spoken words after what was typed. Somebody can speak several times. */
export const joinSpoken = (typed: string, spoken: string): string =>
  [typed.trimEnd(), spoken].filter(Boolean).join(' ').slice(0, textMax);
