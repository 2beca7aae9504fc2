import { createFindNameRests, createFindNames } from './find-names.ts';
import { extendMarks, type Item, replaceMarks } from './marks.ts';
import { formsOf, readable } from './readable.ts';
import { addRun, findRuns, keyOf, type Runs } from './runs.ts';
import {
  coverRange,
  createCover,
  maskWords,
  removedText,
  type Token,
  type TokenRange,
  tokensIn,
  tokensOf,
} from './tokens.ts';

/** What must not remain in other texts after a person was erased (ADR 30). */
export interface ErasedWords {
  /** What the person said or wrote. A run of eight words of it is removed wherever it occurs. */
  passages: readonly string[];
  /** Names and addresses, removed wherever they occur as whole words. */
  names: readonly string[];
  /** Names of other people. They remain, even if they contain a name of the person. */
  others?: readonly string[];
  /** Words of the passages that others gave, too. They remain. */
  shared?: ReadonlySet<string>;
}

/** Removes erased words from a text. `quotes` are passages that this text certainly quotes, however short they are. */
export type RemoveWords = (text: string, quotes?: readonly string[]) => string;

/** Shorter runs occur in the speech of other people, too. */
const runLength = 8;
/** A whole passage of fewer words, such as “I use it every day”, is removed as well, down to this number. */
const wholePassageMin = 5;
/** Next to a mark of an earlier erasure so many words are removed up to the end of a quotation or sentence. */
const restMin = 3;

/**
 * Markup and punctuation between the words do not matter, so the same functions work on Markdown and plain text. Removing
 * twice changes nothing more.
 */
export interface WordRemoval {
  remove: RemoveWords;
  /** Replaces each character of the words, so that positions in the text remain valid. */
  mask(text: string): string;
}

export function createWordRemoval({ passages, names, others, shared }: ErasedWords): WordRemoval {
  const findNames = createFindNames(names, others);
  const nameRests = createFindNameRests(names, others);
  const { runs, rests } = runsOfPassages(passages, shared ?? new Set());
  const findRests = (text: string, tokens: readonly Token[], mark: number) => [
    ...findPassageRests(text, tokens, mark, rests),
    ...nameRests.find(text, tokens, mark),
  ];
  const reach = Math.max(passageReach, nameRests.reach);
  const marksIn = (text: string, quotes: readonly string[] = []): Item[] => {
    const tokens = tokensIn(text);
    const cover = createCover(tokens);
    for (const range of findRuns(runs, tokens)) coverRange(cover, range);
    for (const range of findRuns(runsOfWhole(quotes), tokens)) coverRange(cover, range);
    for (const range of findNames(text, tokens)) coverRange(cover, range);
    return extendMarks(text, cover, findRests, reach);
  };
  const replaceIn = (
    original: string,
    isSplit: boolean,
    replace: (words: string) => string,
    quotes?: readonly string[],
  ) => {
    const { text, startOf, endOf } = readable(original, isSplit);
    const marks = marksIn(text, quotes).map(({ start, end }) => ({ start: startOf(start), end: endOf(end) }));
    return replaceMarks(original, marks, replace);
  };
  const replaceAll = (original: string, replace: (words: string) => string, quotes?: readonly string[]) =>
    untilUnchanged(original, (text) => {
      const rest = replaceIn(text, false, replace, quotes);
      // A zero-width space can be inside of a word, or between two.
      return formsOf(rest).length > 1 ? replaceIn(rest, true, replace, quotes) : rest;
    });
  return {
    remove: (text, quotes) => replaceAll(text, () => removedText, quotes),
    mask: (text) => replaceAll(text, maskWords),
  };
}

/** A removal can show another: “Ann” is a part of a longer name in “Ann-Marie”, until “Marie” is removed. */
const passesMax = 3;

function untilUnchanged(text: string, change: (text: string) => string): string {
  let before = text;
  for (let pass = 0; pass < passesMax; pass++) {
    const after = change(before);
    if (after === before) break;
    before = after;
  }
  return before;
}

export const createRemoveWords = (words: ErasedWords): RemoveWords => createWordRemoval(words).remove;

function runsOfPassages(
  passages: readonly string[],
  shared: ReadonlySet<string>,
): { runs: Runs; rests: ReadonlySet<string> } {
  const runs: Runs = new Map();
  const rests = new Set<string>();
  for (const tokens of passages.flatMap(partsOf)) {
    const length = Math.min(tokens.length, runLength);
    if (length < wholePassageMin) continue;
    for (let from = 0; from + length <= tokens.length; from++) addRun(runs, tokens, from, length, shared);
    for (const key of restsOf(tokens)) if (!shared.has(key)) rests.add(key);
  }
  return { runs, rests };
}

function restsOf(tokens: readonly Token[]): string[] {
  const keys: string[] = [];
  for (let from = 0; from + restMin <= tokens.length; from++) keys.push(keyOf(tokens, from, restMin));
  return keys;
}

/** Everything of a passage that can be looked for in other texts: its runs, its rests, and the whole of a short one. */
export function ownRunsOf(passage: string): Runs {
  const runs: Runs = new Map();
  for (const tokens of partsOf(passage)) {
    for (const length of new Set([Math.min(tokens.length, runLength), restMin]))
      for (let from = 0; length > 0 && from + length <= tokens.length; from++)
        addRun(runs, tokens, from, length);
  }
  return runs;
}

/** The words of a passage in each of its forms. A mark in it, from the erasure of another person, separates two parts. */
const partsOf = (passage: string): Token[][] => formsOf(passage).flatMap(partsOfForm);

function partsOfForm(passage: string): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokensIn(passage))
    if (token.isMark) parts.push([]);
    else parts.at(-1)?.push(token);
  return parts;
}

function runsOfWhole(texts: readonly string[]): Runs {
  const runs: Runs = new Map();
  for (const text of texts) {
    const tokens = tokensOf(text);
    if (tokens.length > 0) addRun(runs, tokens, 0, tokens.length);
  }
  return runs;
}

/** How many words next to a mark decide whether they are a rest: with more of them, they are one. */
const passageReach = wholePassageMin + restMin;

/**
 * Two people said the same words, and an erasure of the first removed the shared part of a quotation of the second. What is
 * left next to the mark is shorter than a run. It is removed if it is long, or if it extends to the end of the quotation.
 */
function findPassageRests(
  text: string,
  tokens: readonly Token[],
  at: number,
  rests: ReadonlySet<string>,
): TokenRange[] {
  const isSaid = (from: number) =>
    from >= 0 && from + restMin <= tokens.length && rests.has(keyOf(tokens, from, restMin));
  const isRest = (length: number, isWhole: boolean) => isWhole || length >= wholePassageMin;
  let to = at + 1;
  if (isContinued(text, tokens, at)) while (isSaid(to)) to++;
  if (to > at + 1) to += restMin - 1;
  // The words are next to both marks, which become one.
  if (to > at + 1 && tokens[to]?.isMark && isContinued(text, tokens, to - 1)) to++;
  let from = at;
  if (isContinued(text, tokens, at - 1)) while (isSaid(from - restMin)) from--;
  if (from < at) from -= restMin - 1;
  if (from < at && tokens[from - 1]?.isMark && isContinued(text, tokens, from - 1)) from--;
  const found: TokenRange[] = [];
  if (tokens[to - 1]?.isMark || isRest(to - at - 1, endsAt(text, tokens, to))) found.push({ from: at, to });
  if (tokens[from]?.isMark || isRest(at - from, beginsAt(text, tokens, from)))
    found.push({ from, to: at + 1 });
  return found;
}

/** Enough of the text for a quotation mark and spaces. */
const nearby = 20;
const after = (text: string, end = 0) => text.slice(end, end + nearby);
const before = (text: string, start = 0) => text.slice(Math.max(0, start - nearby), start);

/** Whether a token and the next can belong to the same quotation. */
const isContinued = (text: string, tokens: readonly Token[], at: number) =>
  !/[.!?…"“”»«「」()\n]/u.test(text.slice(tokens[at]?.end, tokens[at + 1]?.start));

const endsAt = (text: string, tokens: readonly Token[], to: number) =>
  to >= tokens.length || tokens[to]?.isMark || /^\s*[.!?…"“”»«」)\n]/u.test(after(text, tokens[to - 1]?.end));

const beginsAt = (text: string, tokens: readonly Token[], from: number) =>
  from <= 0 ||
  tokens[from - 1]?.isMark ||
  /[.!?…"“”»«「(]\s*$|\n[^\S\n]*$/u.test(before(text, tokens[from]?.start));
