import { firstIndex } from './first-index.ts';
import type { FindRests } from './marks.ts';
import { formsOf } from './readable.ts';
import { addRun, findRuns, type Runs } from './runs.ts';
import { addressesIn, type Token, type TokenRange, tokensIn } from './tokens.ts';

/** Finds the names of a person in a text. */
export type FindNames = (text: string, tokens: readonly Token[]) => TokenRange[];

/**
 * Finds names and addresses as whole words, without regard to case and accents. `others` are names of other people: “Ann Lee”
 * is not found in “Mary Ann Lee” if that is one of them. So an erasure leaves the names of others, and a later erasure of
 * these people still finds them.
 */
export function createFindNames(names: readonly string[], others: readonly string[] = []): FindNames {
  const own = namesOf(names);
  const runs = runsOf(own);
  const longer = runsOf(namesOf(others));
  const written = new Map(own.map(({ text, tokens }) => [tokens[0]?.word, text.trim()]));
  return (text, tokens) => {
    const found = findRuns(runs, tokens).filter(({ from, to }) => {
      if (to - from > 1) return true;
      return isNameAlone(text, tokens[from] as Token, written);
    });
    if (found.length === 0) return [];
    const wholeNames = createInAddress(addressesIn(text, tokens));
    const isOthers = createIsPartOf(findRuns(longer, tokens), tokens.length);
    return found.flatMap(wholeNames).filter((range) => !isOthers(range));
  };
}

/**
 * Finds what an earlier erasure left of a name next to a mark: it removed “Ann Lee” from “Mary Ann Lee”, and “Mary” remains.
 * `reach` is how many words next to a mark decide about it.
 */
export function createFindNameRests(
  names: readonly string[],
  others: readonly string[] = [],
): { find: FindRests; reach: number } {
  const own = namesOf(names).filter(({ tokens }) => tokens.length > 1);
  const longer = runsOf(namesOf(others));
  const reach = Math.max(0, ...own.map(({ tokens }) => tokens.length)) + 1;
  const find: FindRests = (text, tokens, mark) => {
    const rests = findRestsAt(text, tokens, mark, own);
    if (rests.length === 0) return [];
    const isOthers = createIsPartOf(findRuns(longer, tokens), tokens.length);
    return rests.filter((range) => !isOthers(range));
  };
  return { find, reach };
}

interface Name {
  text: string;
  tokens: Token[];
}

/** A mark is no part of a name: what was removed is unknown. */
const namesOf = (names: readonly string[]): Name[] =>
  names
    .flatMap(formsOf)
    .map((text) => ({ text, tokens: tokensIn(text) }))
    .filter(({ tokens }) => tokens.length > 0 && tokens.every(({ isMark }) => !isMark));

function runsOf(names: readonly Name[]): Runs {
  const runs: Runs = new Map();
  for (const { tokens } of names) addRun(runs, tokens, 0, tokens.length);
  return runs;
}

const contains = (outer: TokenRange, inner: TokenRange) => outer.from <= inner.from && inner.to <= outer.to;

/** Part of an address of another person; the whole address if the name is its local part. The addresses are in order. */
function createInAddress(addresses: ReturnType<typeof addressesIn>): (range: TokenRange) => TokenRange[] {
  return (range) => {
    const address = addresses[firstIndex(addresses.length, (at) => (addresses[at]?.to ?? 0) > range.from)];
    if (!address || address.from >= range.to || contains(range, address)) return [range];
    return range.from === address.from && range.to === address.localTo
      ? [{ from: address.from, to: address.to }]
      : [];
  };
}

/** Whether a range is a part of a longer one of `ranges`. */
function createIsPartOf(ranges: readonly TokenRange[], length: number): (range: TokenRange) => boolean {
  // For each token, the end of the range that ends last among those that begin there or before.
  const lastEnd = new Uint32Array(length);
  for (const { from, to } of ranges) lastEnd[from] = Math.max(lastEnd[from] ?? 0, to);
  for (let at = 1; at < length; at++) lastEnd[at] = Math.max(lastEnd[at] ?? 0, lastEnd[at - 1] ?? 0);
  return ({ from, to }) => (lastEnd[from] ?? 0) > to || (lastEnd[from - 1] ?? 0) >= to;
}

/**
 * A single word counts as a name if it is written like one: “Will”, not “will”. It is not a name as a part of a longer one:
 * “Ann-Marie”, “O’Ann”; but “Ann’s” is.
 */
function isNameAlone(
  text: string,
  { word, start, end }: Token,
  written: ReadonlyMap<string | undefined, string>,
) {
  const found = text.slice(start, end);
  if (/^\p{Ll}/u.test(found) && found !== written.get(word)) return false;
  return (
    !/[\p{L}\p{N}][-‐‑'’]$/u.test(text.slice(Math.max(0, start - 3), start)) &&
    !/^[-‐‑]\p{L}/u.test(text.slice(end, end + 3))
  );
}

function findRestsAt(
  text: string,
  tokens: readonly Token[],
  mark: number,
  names: readonly Name[],
): TokenRange[] {
  return names.flatMap(({ tokens: name }) => {
    const rests = [restAround(text, tokens, mark, name), restBetween(text, tokens, mark, name)];
    return rests.flatMap((rest) => (rest && isWrittenAsName(text, tokens, rest) ? [rest] : []));
  });
}

/** The beginning of the name before the mark, and its end after the mark. */
function restAround(text: string, tokens: readonly Token[], at: number, name: readonly Token[]): TokenRange {
  let before = name.length - 1;
  while (before > 0 && !(matches(tokens, at - before, name, 0, before) && isTouching(text, tokens, at - 1)))
    before--;
  let after = name.length - 1 - before;
  while (
    after > 0 &&
    !(matches(tokens, at + 1, name, name.length - after, after) && isTouching(text, tokens, at))
  )
    after--;
  return { from: at - before, to: at + 1 + after };
}

/**
 * Words from the middle of the name between the mark and the next one. In “Ann May Will Ann May Will Ann May Will” the name
 * “Will Ann” occurs twice, and its erasure leaves “May” between two marks.
 */
function restBetween(
  text: string,
  tokens: readonly Token[],
  at: number,
  name: readonly Token[],
): TokenRange | undefined {
  const count = tokens.slice(at + 1, at + 1 + name.length).findIndex(({ isMark }) => isMark);
  if (count < 1 || !isTouching(text, tokens, at) || !isTouching(text, tokens, at + count)) return undefined;
  const isPart = name.some(
    (_, from) => from + count <= name.length && matches(tokens, at + 1, name, from, count),
  );
  return isPart ? { from: at, to: at + count + 2 } : undefined;
}

/** Whether one of the words begins with a capital letter, or its script has none. */
const isWrittenAsName = (text: string, tokens: readonly Token[], { from, to }: TokenRange) =>
  tokens
    .slice(from, to)
    .some(({ isMark, start, end }) => !isMark && /^[\p{Lu}\p{Lo}]/u.test(text.slice(start, end)));

const matches = (tokens: readonly Token[], from: number, name: readonly Token[], at: number, count: number) =>
  isEvery(count, (i) => tokens[from + i]?.word === name[at + i]?.word);

function isEvery(count: number, test: (at: number) => boolean): boolean {
  for (let at = 0; at < count; at++) if (!test(at)) return false;
  return true;
}

/** Whether only spaces, hyphens or dots of abbreviations separate a token from the next. */
const isTouching = (text: string, tokens: readonly Token[], at: number) =>
  /^(?:\.?\s+|[-‐‑]|)$/u.test(text.slice(tokens[at]?.end, tokens[at + 1]?.start));
