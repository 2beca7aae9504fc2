import { formsOf } from './readable.ts';
import { ownRunsOf } from './remove-words.ts';
import { addRun, findRuns, keyOf, type Runs } from './runs.ts';
import { tokensIn, tokensOf } from './tokens.ts';

/** What a person said, wrote or typed as a name, and when. */
export interface GivenText {
  text: string;
  given_at: Date;
}

/** The words of a text in the form in which they are compared. */
export const wordsOf = (text: string): string => {
  const tokens = tokensOf(text);
  return keyOf(tokens, 0, tokens.length);
};

interface SharedWords {
  /** Runs of the person that are not only theirs. An erasure leaves them. */
  keys: ReadonlySet<string>;
  /** Adds a text of somebody else. With `since`, it shares only what the person gave after this time. */
  add(text: string, since?: Date): void;
}

/**
 * Collects which words of a person also occur in texts of others, or occurred before the person gave them. People can type the
 * text of a question or the answer of another person; an erasure must not remove that everywhere.
 */
export function createSharedWords(
  passages: readonly GivenText[],
  names: readonly GivenText[] = [],
): SharedWords {
  const runs: Runs = new Map();
  const givenAt = new Map<string, number>();
  const own = [
    ...passages.map(({ text, given_at }) => ({ runs: ownRunsOf(text), given_at })),
    ...names.map(({ text, given_at }) => ({ runs: wholeRunOf(text), given_at })),
  ];
  for (const { runs: found, given_at } of own)
    for (const [length, keys] of found) {
      const known = runs.get(length) ?? new Set();
      runs.set(length, known);
      for (const key of keys) {
        known.add(key);
        givenAt.set(key, Math.min(givenAt.get(key) ?? Number.POSITIVE_INFINITY, given_at.getTime()));
      }
    }
  const keys = new Set<string>();
  return {
    keys,
    add(text, since) {
      for (const tokens of formsOf(text).map(tokensIn))
        for (const { from, to } of findRuns(runs, tokens)) {
          const key = keyOf(tokens, from, to - from);
          if (since === undefined || since.getTime() < (givenAt.get(key) ?? 0)) keys.add(key);
        }
    },
  };
}

function wholeRunOf(text: string): Runs {
  const runs: Runs = new Map();
  const tokens = tokensOf(text);
  if (tokens.length > 0) addRun(runs, tokens, 0, tokens.length);
  return runs;
}
