import type { Node } from '@tiptap/pm/model';
import type { Excerpt } from '../../../../data/comments.ts';

/** A range of the document. */
export interface Range {
  from: number;
  to: number;
}

const quoteMax = 1000;
const contextMax = 100;
/** Shorter text around words is not enough to find where they were. */
const contextMin = 8;

/** A piece of the document's text, and where it is. A block that is edited as a whole, such as a quotation, is one place. */
interface Piece {
  at: number;
  text: string;
  range: Range;
  isWhole: boolean;
}

/** The text of a document as one string, and the way back. */
export interface FlatText {
  text: string;
  pieces: Piece[];
}

export function flatten(doc: Node): FlatText {
  const pieces: Piece[] = [];
  let text = '';
  const add = (words: string, from: number, to: number, isWhole: boolean) => {
    if (words) pieces.push({ at: text.length, text: words, range: { from, to }, isWhole });
    text += words;
  };
  doc.descendants((node, from) => {
    if (node.isBlock && text && !text.endsWith('\n')) text += '\n';
    if (node.isText) add(node.text as string, from, from + node.nodeSize, false);
    else if (node.isLeaf) add(wordsOf(node), from, from + node.nodeSize, true);
  });
  return { text, pieces };
}

const wordsOf = ({ type, attrs }: Node): string => {
  if (type.name === 'hardBreak') return ' ';
  return String(attrs.quote ?? attrs.title ?? attrs.markdown ?? '');
};

/** The words of a range, with the text around them. Undefined if it has no words. */
export function excerptOf(doc: Node, range: Range): Excerpt | undefined {
  const { text, pieces } = flatten(doc);
  const inside = pieces.filter((piece) => piece.range.from < range.to && piece.range.to > range.from);
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return undefined;
  const offset = ({ at, isWhole, range: place }: Piece, position: number) =>
    at + (isWhole ? 0 : position - place.from);
  const from = offset(first, Math.max(range.from, first.range.from));
  const to = last.isWhole ? last.at + last.text.length : offset(last, Math.min(range.to, last.range.to));
  const selected = text.slice(from, to);
  const quote = selected.trim();
  if (!quote) return undefined;
  const start = from + selected.indexOf(quote);
  return {
    quote: whole(quote.slice(0, quoteMax)),
    before: whole(text.slice(Math.max(0, start - contextMax), start)),
    after: whole(text.slice(start + quote.length, start + quote.length + contextMax)),
  };
}

/** Without half of a character at its ends. */
const whole = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');

/**
 * Where the words of an excerpt are now: of several places, the one whose surroundings fit best. If the words themselves were
 * edited, what is between the text before and after them.
 */
export function findExcerpt(flat: FlatText, excerpt: Excerpt): Range | undefined {
  const at = findWords(flat.text, excerpt);
  return at && toRange(flat, at.from, at.to);
}

function findWords(text: string, { quote, before, after }: Excerpt): Range | undefined {
  let best: Range | undefined;
  let bestFit = -1;
  for (let from = text.indexOf(quote); from >= 0; from = text.indexOf(quote, from + 1)) {
    const to = from + quote.length;
    const fit = commonEnd(text.slice(0, from), before) + commonStart(text.slice(to), after);
    if (fit > bestFit) [best, bestFit] = [{ from, to }, fit];
  }
  return best ?? findBetween(text, { quote, before, after });
}

function findBetween(text: string, { quote, before, after }: Excerpt): Range | undefined {
  const start = before.slice(-3 * contextMin);
  const end = after.slice(0, 3 * contextMin);
  if (start.trim().length < contextMin || end.trim().length < contextMin) return undefined;
  const found = text.indexOf(start);
  if (found < 0) return undefined;
  const from = found + start.length;
  const to = text.indexOf(end, from);
  return to > from && to - from <= 2 * quote.length + contextMax ? { from, to } : undefined;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a[length] === b[length]) length++;
  return length;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < b.length && length < a.length && a[a.length - 1 - length] === b[b.length - 1 - length])
    length++;
  return length;
}

function toRange({ pieces }: FlatText, from: number, to: number): Range | undefined {
  const inside = pieces.filter(({ at, text }) => at < to && at + text.length > from);
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return undefined;
  return {
    from: first.isWhole ? first.range.from : first.range.from + Math.max(0, from - first.at),
    to: last.isWhole ? last.range.to : last.range.from + Math.min(last.text.length, to - last.at),
  };
}
