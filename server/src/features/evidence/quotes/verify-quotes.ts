import type { BlockContent, Blockquote, DefinitionContent, Nodes } from 'mdast';
import { escapeMarkdown, parseMarkdown, spansOf, walk } from '../markdown/index.ts';
import { attributionOf, type Citation, citationsIn } from './citation.ts';
import { type CitationOptions, type Citations, createCitations } from './citations.ts';
import { applyEdits, type Edit, type InlineContainer, type PlainText, plainTextOf } from './plain-text.ts';
import { findQuoted, markPositions, removeAllMarks, removeMarks, unquote } from './quotation-marks.ts';
import { normaliseSpace } from './quote-index.ts';

export interface VerifyOptions extends CitationOptions {
  /** The quotation marks of the report's language. */
  marks: readonly [string, string];
  /** Added to words that were given as a quotation but are not in the transcript. */
  unverified: string;
}

/**
 * Looks up every quotation of these Markdown texts: quote blocks, and words in quotation marks. If a transcript contains
 * the quotation word for word, its speaker and time are added. Otherwise its marks are removed and a label is added.
 * Idempotent: verified texts do not change when they are verified again.
 */
export function verifyQuotes(
  texts: string[],
  options: VerifyOptions,
): { texts: string[]; citations: Citation[] } {
  const citations = createCitations(options);
  const verified = texts.map((text) =>
    untilStable(text, (current) => verifyOnce(current, citations, options)),
  );
  const cited = new Set(verified.flatMap(citationsIn));
  return { texts: verified, citations: citations.list().filter(({ id }) => cited.has(id)) };
}

const roundsMax = 8;

/** Removing marks can change how Markdown parses the rest, for example if a `>` becomes the first character. */
function untilStable(text: string, step: (text: string) => string): string {
  let current = text;
  for (let round = 0; round < roundsMax; round++) {
    const next = step(current);
    if (next === current) return current;
    current = next;
  }
  // Only adversarial text gets here. Everything that could be a quotation is removed.
  return removeAllMarks(current.replace(/[>`~]/g, ''));
}

function verifyOnce(text: string, citations: Citations, options: VerifyOptions): string {
  const edits: Edit[] = [];
  for (const block of quotableBlocks(parseMarkdown(text))) {
    if (block.type === 'blockquote') edits.push(...verifyBlock(text, block, citations, options));
    else edits.push(...verifySentences(text, block, citations));
  }
  return applyEdits(text, edits);
}

/** Quote blocks and nodes that contain sentences. Recursion is safe because the parser limits the nesting of lists. */
function* quotableBlocks(node: Nodes): Generator<Blockquote | InlineContainer> {
  if (['blockquote', 'paragraph', 'heading', 'tableCell'].includes(node.type))
    yield node as Blockquote | InlineContainer;
  else if ('children' in node) for (const child of node.children) yield* quotableBlocks(child);
}

const attributionLine = /^(—|–|--)\s*\S/;

function verifyBlock(
  text: string,
  block: Blockquote,
  citations: Citations,
  { marks, unverified }: VerifyOptions,
): Edit[] {
  const lines = block.children.flatMap(linesOf);
  // The first line is never an attribution, because there are no words before it.
  const said = lines.filter((line, i) => i === 0 || !attributionLine.test(line));
  const words = said.join(' ').trim();
  if (unquote(words) === '') return [];
  const [id] = [...walk(block)].flatMap((node) => (node.type === 'citation' ? node.id : []));
  const citation = citations.citeBlock(words, id);
  // Lines inside a list item have the same indentation as the first.
  const { start, end } = block.position as NonNullable<Blockquote['position']>;
  const newLine = `\n${' '.repeat(start.column - 1)}`;
  const replacement = citation.verified
    ? `> ${marks[0]}${escapeMarkdown(citation.quote)}${marks[1]}${newLine}> — ${escapeMarkdown(attributionOf(citation))} [${citation.id}]`
    : `${escapeMarkdown(removeMarks(citation.quote))} *(${unverified})* [${citation.id}]`;
  const edit = { start: start.offset ?? 0, end: end.offset ?? 0, replacement };
  return text.slice(edit.start, edit.end) === replacement ? [] : [edit];
}

/** Non-empty lines, without citations. */
function linesOf(block: BlockContent | DefinitionContent): string[] {
  const lines = [...walk(block)].flatMap((node) => {
    if (node.type === 'code') return node.value.split('\n');
    if (node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell') return [];
    const spans = spansOf(node.children, { lines: true }).filter(({ citation }) => citation === undefined);
    return spans
      .map((span) => span.text)
      .join('')
      .split('\n');
  });
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

const endPunctuation = /(?<![\s.,;:!?…])[\s.,;:!?…]+$/u;

function verifySentences(source: string, block: InlineContainer, citations: Citations): Edit[] {
  const plain = plainTextOf(source, block);
  const { text, starts, ends, citationAt } = plain;
  for (const id of citationAt.values()) citations.reuse(id);
  const edits: Edit[] = [];
  const remove = (at: number) =>
    edits.push({ start: starts[at] as number, end: ends[at] as number, replacement: '' });
  for (const { start, end, inner } of findQuoted(text)) {
    const close = end - 1;
    const words = wordsBetween(plain, start + 1, close);
    const following = citationAfter(plain, end);
    const citation = citations.citeInline(
      words,
      following === undefined ? undefined : citationAt.get(following),
    );
    if (citation === undefined) continue;
    if (citation === 'not_a_quotation') {
      remove(start);
      remove(close);
      continue;
    }
    let outside = '';
    if (!citation.verified) {
      for (const at of [-1, ...markPositions(inner), inner.length]) remove(start + 1 + at);
    } else if (citation.quote !== normaliseSpace(words)) {
      // In “It failed,” the comma may belong to the author of the text, so it moves behind the citation.
      const bareLength = inner.replace(endPunctuation, '').length;
      outside = inner.slice(bareLength).trim();
      for (let at = start + 1 + bareLength; at < close; at++) remove(at);
    }
    edits.push({
      start: ends[close] as number,
      end: ends[following ?? close] as number,
      replacement: ` [${citation.id}]${outside}`,
    });
  }
  return edits;
}

/** The offset of a citation that follows directly or after one space. */
function citationAfter({ text, citationAt }: PlainText, end: number): number | undefined {
  if (citationAt.has(end)) return end;
  return citationAt.has(end + 1) && /\s/.test(text[end] ?? '') ? end + 1 : undefined;
}

/** The text of a range, without the citations in it. */
function wordsBetween({ text, citationAt }: PlainText, from: number, to: number): string {
  let words = '';
  for (let at = from; at < to; at++) words = citationAt.has(at) ? words.trimEnd() : words + text[at];
  return words;
}
