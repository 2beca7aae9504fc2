import type { DocumentText } from '../../../platform/media/document-pages.ts';
import { countWords, type SegmentInput } from '../transcripts/index.ts';

/** Reading speed for the estimated times of a document (spec §4.6). */
const wordsPerMinute = 150;

/** Long enough to contain one thought, short enough to quote. */
const wordsInSegment = 80;
const named = /^(\p{Lu}[\p{L}\p{N} .'’_-]{0,39}):[ \t]+(?=\S)/u;

/**
 * Converts a document into segments: its paragraphs in order, with their page numbers and with times estimated at 150 words
 * per minute (spec §4.6).
 */
export function documentSegments({ pages }: DocumentText): SegmentInput[] {
  const paragraphs = pages.flatMap(({ page, text }) =>
    paragraphsOf(text).map((paragraph) => ({ page, paragraph })),
  );
  const isDialogue =
    paragraphs.filter(({ paragraph }) => named.test(paragraph)).length * 2 > paragraphs.length;
  let at = 0;
  let speaker = 'Document';
  return paragraphs.flatMap(({ page, paragraph }) => {
    const name = isDialogue ? named.exec(paragraph)?.[1]?.trim() : undefined;
    if (name) speaker = name;
    const words = name ? paragraph.replace(named, '') : paragraph;
    return piecesOf(words).map((text) => {
      const start = at;
      const seconds = (Math.max(1, countWords(text)) / wordsPerMinute) * 60;
      at = Math.round((at + seconds) * 1000) / 1000;
      return { speaker, start_seconds: start, end_seconds: at, text, page };
    });
  });
}

/** An empty line, a list item or a line with a speaker name starts a paragraph. Other line ends are line wraps. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  for (const block of text.split(/\n[ \t]*\n/)) {
    let current = '';
    for (const line of block.split('\n').map((l) => l.trim())) {
      if (line === '') continue;
      if (current && (named.test(line) || /^([-*•#]|\d+[.)])\s/.test(line))) {
        paragraphs.push(current);
        current = line;
      } else {
        current = current ? `${current} ${line}` : line;
      }
    }
    if (current) paragraphs.push(current);
  }
  return paragraphs;
}

function piecesOf(paragraph: string): string[] {
  if (countWords(paragraph) <= wordsInSegment) return [paragraph];
  const pieces: string[] = [];
  let current = '';
  for (const { segment: sentence } of sentences.segment(paragraph)) {
    if (current && countWords(current + sentence) > wordsInSegment) {
      pieces.push(current.trim());
      current = '';
    }
    current += sentence;
  }
  if (current.trim()) pieces.push(current.trim());
  // A very long "sentence", such as a table, is cut by length, so that no segment exceeds its maximum length.
  return pieces
    .flatMap((piece) => piece.match(/[\s\S]{1,5000}(?=\s|$)|[\s\S]{1,5000}/g) ?? [])
    .map((p) => p.trim());
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
