import type { Cover, Token, TokenRange } from './tokens.ts';

/** A word or a mark of a text, linked to its neighbours. */
export interface Item extends Token {
  before: Item | undefined;
  after: Item | undefined;
  /** Whether the mark replaces words that the text still has. */
  isNew: boolean;
}

/** Finds words next to a mark that belong to what was removed. The ranges include the mark. */
export type FindRests = (text: string, tokens: readonly Token[], mark: number) => TokenRange[];

/**
 * Turns the covered words into marks, and extends each mark as long as `findRests` finds words next to it. A mark that grows is
 * looked at again from where it ends, and so are the marks near it, so the work is proportional to the length of the text.
 * `reach` is how many tokens on each side of a mark decide about it.
 */
export function extendMarks(text: string, cover: Cover, findRests: FindRests, reach: number): Item[] {
  const items = linkItems(cover);
  const due = items.filter(({ isMark }) => isMark).reverse();
  const gone = new Set<Item>();
  for (let mark = due.pop(); mark; mark = due.pop()) {
    if (gone.has(mark)) continue;
    const { tokens, at } = windowAround(mark, reach);
    const range = unionOf(findRests(text, tokens, at), at);
    if (range.to - range.from < 2) continue;
    for (const item of tokens.slice(range.from, range.to)) if (item !== mark) gone.add(item);
    merge(mark, tokens[range.from] as Item, tokens[range.to - 1] as Item);
    due.push(...windowAround(mark, reach).tokens.filter((item) => item.isMark && item !== mark), mark);
  }
  return items.filter((item) => item.isNew && !gone.has(item));
}

/** Replaces the new marks in the text. */
export function replaceMarks(
  text: string,
  marks: readonly { start: number; end: number }[],
  replace: (words: string) => string,
): string {
  let result = '';
  let end = 0;
  for (const mark of marks) {
    result += text.slice(end, mark.start) + replace(text.slice(mark.start, mark.end));
    end = mark.end;
  }
  return result + text.slice(end);
}

function linkItems({ tokens, covered, joined }: Cover): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at] as Token;
    const isNew = covered[at] === 1;
    while (joined[at]) at++;
    const before = items.at(-1);
    const { end } = tokens[at] as Token;
    const item: Item = { ...first, end, isMark: first.isMark || isNew, isNew, before, after: undefined };
    if (before) before.after = item;
    items.push(item);
  }
  return items;
}

/** The mark with up to `reach` tokens on each side. */
function windowAround(mark: Item, reach: number): { tokens: Item[]; at: number } {
  const before: Item[] = [];
  for (let item = mark.before; item && before.length < reach; item = item.before) before.push(item);
  const tokens = [...before.reverse(), mark];
  for (let item = mark.after; item && tokens.length <= before.length + reach; item = item.after)
    tokens.push(item);
  return { tokens, at: before.length };
}

/** The ranges contain the mark, so together they are one range. */
const unionOf = (ranges: readonly TokenRange[], at: number): TokenRange => ({
  from: Math.min(at, ...ranges.map(({ from }) => from)),
  to: Math.max(at + 1, ...ranges.map(({ to }) => to)),
});

function merge(mark: Item, first: Item, last: Item): void {
  mark.isNew = true;
  mark.start = first.start;
  mark.end = last.end;
  mark.before = first.before;
  mark.after = last.after;
  if (mark.before) mark.before.after = mark;
  if (mark.after) mark.after.before = mark;
}
