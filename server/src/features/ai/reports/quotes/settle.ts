import { escapeMarkdown, unescapeMarkdown } from '../markdown/escape.ts';
import { type BookOptions, type CitationBook, citationsIn, createBook } from './book.ts';
import { attributionOf, type Citation } from './citation.ts';
import { normaliseSpace } from './library.ts';
import { dropMarks, findMarked, withoutMarks } from './marks.ts';

export interface SettleOptions extends BookOptions {
  /** Marks of the report's language. */
  marks: readonly [string, string];
  /** What stands beside words that were handed in as a quotation and are none. */
  unverified: string;
}

/**
 * Looks up every quotation of these texts: blocks that begin with `>`, and what stands between quotation marks. One that
 * stands in a transcript word for word is printed with its speaker and moment; any other loses its marks and says so.
 * Settled texts stay as they are when they are settled again.
 */
export function settle(texts: string[], options: SettleOptions): { texts: string[]; citations: Citation[] } {
  const book = createBook(options);
  const settled = texts.map((text) => untilStable(text, (current) => settleOnce(current, book, options)));
  const cited = new Set(settled.flatMap(citationsIn));
  return { texts: settled, citations: book.citations().filter(({ id }) => cited.has(id)) };
}

const roundsMax = 8;

/** Taking marks away can bring others to light, such as a `>` that stood behind them. */
function untilStable(text: string, step: (text: string) => string): string {
  let current = text;
  for (let round = 0; round < roundsMax; round++) {
    const next = step(current);
    if (next === current) return current;
    current = next;
  }
  // Only text made for the purpose comes here; it is printed with no marks at all.
  return dropMarks(current.replace(/[>`~]/g, ''));
}

function settleOnce(text: string, book: CitationBook, options: SettleOptions): string {
  const settled = splitGroups(text).map((group) => {
    if (group.kind === 'quote') return settleBlock(group.lines, book, options);
    if (group.kind === 'prose') return settleProse(group.lines.join('\n'), book);
    return group.lines.join('\n');
  });
  return settled.join('\n');
}

interface Group {
  kind: 'quote' | 'prose' | 'verbatim';
  lines: string[];
}

/** Lines that are read together; a list item, a row of a table and a heading each stand alone. */
function splitGroups(text: string): Group[] {
  const groups: Group[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const opened = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (fence !== undefined || opened) {
      groups.push({ kind: 'verbatim', lines: [line] });
      if (opened) fence = fence === undefined ? opened : fence === opened ? undefined : fence;
      continue;
    }
    const kind = /^ {0,3}>/.test(line) ? 'quote' : line.trim() === '' ? 'verbatim' : 'prose';
    const last = groups.at(-1);
    const alone = kind !== 'quote' && /^\s*([#|+*-]|\d+[.)])/.test(line);
    if (last && last.kind === kind && kind !== 'verbatim' && !alone) last.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups;
}

const marker = /\s*(?<!\\)\[(cit_\d{1,6})\]/g;

function settleBlock(lines: string[], book: CitationBook, { marks, unverified }: SettleOptions): string {
  const inner = lines.map((line) => line.replace(/^[\s>]+/, '').trimEnd());
  const id = citationsIn(inner.join(' '))[0];
  const said = inner.filter((line) => !/^(—|–|--)\s*\S/.test(line)).join(' ');
  const quote = withoutMarks(unescapeMarkdown(said.replace(marker, '')).trim());
  if (quote === '') return lines.join('\n');
  const citation = book.cite(quote, id);
  if (!citation.verified)
    return `${escapeMarkdown(dropMarks(citation.quote))} *(${unverified})* [${citation.id}]`;
  return [
    `> ${marks[0]}${escapeMarkdown(citation.quote)}${marks[1]}`,
    `> — ${escapeMarkdown(attributionOf(citation))} [${citation.id}]`,
  ].join('\n');
}

const endPunctuation = /[\s.,;:!?…]+$/u;

function settleProse(text: string, book: CitationBook): string {
  for (const id of citationsIn(text)) book.keep(id);
  let settled = '';
  let at = 0;
  for (const { start, end, open, inner, close } of findMarked(text)) {
    settled += text.slice(at, start);
    const following = /^\s?\[(cit_\d{1,6})\]/.exec(text.slice(end, end + 20));
    const words = unescapeMarkdown(inner.replace(marker, ''));
    const citation = book.citeInline(words, following?.[1]);
    if (citation === undefined) settled += text.slice(start, end);
    else if (citation === 'a name') settled += inner;
    else if (!citation.verified) settled += `${dropMarks(inner)} [${citation.id}]`;
    else {
      // “It failed,” as some write it: the comma is the writer's, so it stands outside.
      const bare = inner.replace(endPunctuation, '');
      const whole = citation.quote === normaliseSpace(words);
      const outside = whole ? '' : inner.slice(bare.length).trim();
      settled += `${open}${whole ? inner : bare}${close} [${citation.id}]${outside}`;
    }
    at = end + (citation !== undefined && citation !== 'a name' ? (following?.[0].length ?? 0) : 0);
  }
  return settled + text.slice(at);
}
