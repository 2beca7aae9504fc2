import type { Token, TokenRange } from './tokens.ts';

/** Sequences of words by their length. */
export type Runs = Map<number, Set<string>>;

export const keyOf = (tokens: readonly Token[], from: number, length: number): string => {
  let key = '';
  for (let at = from; at < from + length; at++) key += `${tokens[at]?.word} `;
  return key;
};

/** Adds a run, unless `except` has it. */
export function addRun(
  runs: Runs,
  tokens: readonly Token[],
  from: number,
  length: number,
  except?: ReadonlySet<string>,
): void {
  const key = keyOf(tokens, from, length);
  if (except?.has(key)) return;
  const keys = runs.get(length) ?? new Set();
  runs.set(length, keys.add(key));
}

/** Where a text has one of the runs. */
export function findRuns(runs: Runs, tokens: readonly Token[]): TokenRange[] {
  const found: TokenRange[] = [];
  for (const [length, keys] of runs)
    for (let from = 0; from + length <= tokens.length; from++)
      if (keys.has(keyOf(tokens, from, length))) found.push({ from, to: from + length });
  return found;
}
