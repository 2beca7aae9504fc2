import type { DocumentLimits } from './document-limits.ts';
import { mediaError } from './media-error.ts';

export interface DocumentPage {
  /** From 1. */
  page: number;
  text: string;
}

export interface DocumentText {
  pages: DocumentPage[];
  page_count: number;
}

/** Numbers the pages, tidies their white space, and holds the limits. An empty page keeps its number. */
export function toDocument(texts: string[], limits: DocumentLimits): DocumentText {
  checkPageCount(texts.length, limits);
  const pages = texts.map((text, i) => ({ page: i + 1, text: tidy(text) }));
  const characters = pages.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > limits.maxCharacters) throw mediaError('too_large', 'The document holds too much text.');
  return { pages, page_count: pages.length };
}

export function checkPageCount(count: number, { maxPages }: DocumentLimits): void {
  if (count <= maxPages) return;
  throw mediaError('too_large', `The document has ${count} pages; at most ${maxPages} are read.`);
}

function tidy(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(trimLineEnd)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** By hand: the expression for it takes quadratic time on a long run of spaces inside a line. */
function trimLineEnd(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\u00a0'.includes(line[end - 1] as string)) end--;
  return line.slice(0, end);
}
