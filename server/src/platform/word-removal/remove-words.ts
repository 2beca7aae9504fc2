/** Shown instead of words that were erased. */
export const removedText = '[removed]';

/** What must not remain in other texts after a person was erased (ADR 240). */
export interface ErasedWords {
  /** What the person said or wrote. A run of eight words of it is removed wherever it occurs. */
  passages: readonly string[];
  /** Names and addresses, removed wherever they occur as whole words. */
  names: readonly string[];
}

/** Removes erased words from a text. `quotes` are passages that this text certainly quotes, however short they are. */
export type RemoveWords = (text: string, quotes?: readonly string[]) => string;

/** Shorter runs occur in the speech of other people, too. */
const runLength = 8;
/** A whole passage of fewer words, such as “I use it every day”, is removed as well, down to this number. */
const wholePassageMin = 5;

export interface Token {
  word: string;
  start: number;
  end: number;
}

/** Scripts without spaces between words: each character counts as a word. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const tokenPattern = new RegExp(String.raw`[${unspaced}]|[[\p{L}\p{N}\p{M}]--[${unspaced}]]+`, 'gv');

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(tokenPattern)].map(({ 0: word, index }) => ({
    word: word.normalize('NFKC').toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}

const keyOf = (tokens: readonly Token[], from: number, length: number): string => {
  let key = '';
  for (let at = from; at < from + length; at++) key += `${tokens[at]?.word} `;
  return key;
};

/** Token sequences by their length. */
type Runs = Map<number, Set<string>>;

function addRun(runs: Runs, tokens: readonly Token[], from: number, length: number): void {
  const keys = runs.get(length) ?? new Set();
  runs.set(length, keys.add(keyOf(tokens, from, length)));
}

function runsOfPassages(passages: readonly string[]): Runs {
  const runs: Runs = new Map();
  for (const passage of passages) {
    const tokens = tokensOf(passage);
    for (let from = 0; from + runLength <= tokens.length; from++) addRun(runs, tokens, from, runLength);
    if (tokens.length < runLength && tokens.length >= wholePassageMin) addRun(runs, tokens, 0, tokens.length);
  }
  return runs;
}

function runsOfWhole(texts: readonly string[]): Runs {
  const runs: Runs = new Map();
  for (const text of texts) {
    const tokens = tokensOf(text);
    if (tokens.length > 0) addRun(runs, tokens, 0, tokens.length);
  }
  return runs;
}

/**
 * Markup and punctuation between the words do not matter, so the same function works on Markdown and plain text.
 * Removing twice changes nothing more.
 */
export function createRemoveWords({ passages, names }: ErasedWords): RemoveWords {
  const always = [runsOfPassages(passages), runsOfWhole(names)];
  return (text, quotes = []) => {
    const sets = quotes.length > 0 ? [...always, runsOfWhole(quotes)] : always;
    const tokens = tokensOf(text);
    const covered = new Uint8Array(tokens.length);
    // Whether a token is followed by one of the same run. What lies between two runs, such as a closing mark, remains.
    const joined = new Uint8Array(tokens.length);
    for (const [length, keys] of sets.flatMap((runs) => [...runs]))
      for (let from = 0; from + length <= tokens.length; from++)
        if (keys.has(keyOf(tokens, from, length))) {
          covered.fill(1, from, from + length);
          joined.fill(1, from, from + length - 1);
        }
    return replaceCovered(text, tokens, covered, joined);
  };
}

export function replaceCovered(
  text: string,
  tokens: readonly Token[],
  covered: Uint8Array,
  joined: Uint8Array,
): string {
  let result = '';
  let end = 0;
  for (let at = 0; at < tokens.length; at++) {
    if (!covered[at]) continue;
    const first = at;
    while (joined[at]) at++;
    result += text.slice(end, tokens[first]?.start) + removedText;
    end = tokens[at]?.end ?? end;
  }
  return result + text.slice(end);
}

/** Applies `change` to every string of a JSON value. */
export function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change)) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)])) as T;
}
