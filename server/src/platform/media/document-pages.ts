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

/** Numbers the pages, normalizes their white space and checks the limits. Empty pages are included. */
export function toDocument(texts: string[], limits: DocumentLimits): DocumentText {
  checkPageCount(texts.length, limits);
  const pages = texts.map((text, i) => ({ page: i + 1, text: normalizeWhiteSpace(text) }));
  const characters = pages.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > limits.maxCharacters)
    throw mediaError('too_large', 'The document contains too much text.');
  return { pages, page_count: pages.length };
}

export function checkPageCount(count: number, { maxPages }: DocumentLimits): void {
  if (count <= maxPages) return;
  throw mediaError('too_large', `The document has ${count} pages; at most ${maxPages} are read.`);
}

function normalizeWhiteSpace(text: string): string {
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

/** A loop, because a regular expression takes quadratic time on many spaces inside a line. */
function trimLineEnd(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\u00a0'.includes(line[end - 1] as string)) end--;
  return line.slice(0, end);
}
