import type { Term } from './terms.ts';

const snippetLength = 240;
const leadLength = 60;

/** Returns the text around the first hit as safe HTML: hits in <mark>, everything else escaped. */
export function markSnippet(text: string, terms: Pick<Term, 'lexemes' | 'prefix' | 'similar'>[]): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const hits = findHits(flat, terms);
  const { from, to } = windowAround(flat, hits[0]?.from ?? 0);
  let snippet = from > 0 ? '…' : '';
  let at = from;
  for (const hit of hits) {
    if (hit.from < at || hit.to > to) continue;
    snippet += `${escapeHtml(flat.slice(at, hit.from))}<mark>${escapeHtml(flat.slice(hit.from, hit.to))}</mark>`;
    at = hit.to;
  }
  return `${snippet}${escapeHtml(flat.slice(at, to))}${to < flat.length ? '…' : ''}`;
}

interface Span {
  from: number;
  to: number;
}

function findHits(text: string, terms: Pick<Term, 'lexemes' | 'prefix' | 'similar'>[]): Span[] {
  const hits: Span[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const word = fold(match[0]);
    for (const term of terms) {
      const span = hitIn(word, term);
      if (!span) continue;
      // Folding may change the length of a word. Then the whole word is marked.
      const exact = word.length === match[0].length ? span : { from: 0, to: match[0].length };
      hits.push({ from: match.index + exact.from, to: match.index + exact.to });
      break;
    }
  }
  return hits;
}

function hitIn(
  word: string,
  { lexemes, prefix, similar }: Pick<Term, 'lexemes' | 'prefix' | 'similar'>,
): Span | undefined {
  const all = { from: 0, to: word.length };
  if (lexemes.includes(word) || similar.includes(word)) return all;
  if (prefix && lexemes.some((lexeme) => word.startsWith(lexeme))) return all;
  // In a script without spaces, the word is inside a longer run of characters.
  if (!lexemes.every((lexeme) => unspaced.test(lexeme))) return undefined;
  const first = lexemes.map((lexeme) => word.indexOf(lexeme)).filter((at) => at >= 0);
  return first.length < lexemes.length
    ? undefined
    : { from: Math.min(...first), to: Math.min(word.length, Math.min(...first) + lexemes.join('').length) };
}

const unspaced = /^[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]$/;

/** Folds text in the same way as search_fold() in the database. */
const fold = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase();

function windowAround(text: string, hit: number): Span {
  if (text.length <= snippetLength) return { from: 0, to: text.length };
  let from = Math.max(0, Math.min(hit - leadLength, text.length - snippetLength));
  const space = text.indexOf(' ', from);
  if (from > 0 && space >= 0 && space < hit) from = space + 1;
  let to = Math.min(text.length, from + snippetLength);
  const lastSpace = text.lastIndexOf(' ', to);
  if (to < text.length && lastSpace > hit + leadLength) to = lastSpace;
  return { from: wholeCharacter(text, from), to: wholeCharacter(text, to) };
}

/** Avoids cutting inside a surrogate pair. */
const wholeCharacter = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
