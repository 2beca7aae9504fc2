import { joinTexts } from '@parley/transcript-text';
import { lengthOf, sliceOf } from './code-points.ts';
import { type Passage, quoteOf, type SegmentList, type TextSegment } from './selection.ts';

interface SpokenSegment extends TextSegment {
  speaker: string;
}

/** The words of one speaker, until another one speaks. */
export interface SpokenPart {
  speaker: string;
  quote: string;
}

/** Who said which part of the passage. */
export function partsOf(list: SegmentList<SpokenSegment>, passage: Passage): SpokenPart[] {
  const parts: SpokenPart[] = [];
  for (let index = passage.first; index <= passage.last; index++) {
    const segment = list.segments[index];
    if (!segment) continue;
    const quote = quoteOf(list, {
      first: index,
      startCharacter: index === passage.first ? passage.startCharacter : 0,
      last: index,
      endCharacter: index === passage.last ? passage.endCharacter : lengthOf(segment.text),
    });
    if (!quote) continue;
    const latest = parts.at(-1);
    if (latest?.speaker === segment.speaker) latest.quote = joinTexts([latest.quote, quote]);
    else parts.push({ speaker: segment.speaker, quote });
  }
  return parts;
}

/** The text of a copied quotation: the words, who said them where, and a link. With several speakers, each has a line. */
export function citationOf(
  parts: readonly SpokenPart[],
  source: readonly (string | null)[],
  link: string,
): string {
  const [first, ...others] = parts;
  const end = (items: readonly (string | null)[]) => items.filter(Boolean).join(', ');
  if (first && others.length === 0) return `“${first.quote}” — ${end([first.speaker, ...source])}\n${link}`;
  const lines = parts.map(({ speaker, quote }) => `${speaker}: “${quote}”`);
  return [...lines, `— ${end(source)}`, link].join('\n');
}

/** Punctuation that ends or separates what came before. Opening signs such as “ and ¿ belong to the words. */
const leading = /^[\s.,;:!?…·•،؛؟。、，；：！？\p{Pd}\p{Pe}]+/u;

/** A title made of the words of the first speaker, cut after a word. */
export function titleOf(parts: readonly SpokenPart[], max: number): string {
  const quotes = parts.map(({ quote }) => quote.replace(leading, ''));
  const quote = quotes.find(Boolean) ?? parts[0]?.quote ?? '';
  const start = sliceOf(quote, 0, max);
  return start === quote ? quote : `${start.replace(/(?<!\s)\s+\S*$/, '')}…`;
}
