import { fold } from '../ai/redaction/fold.ts';
import { firstIndex } from './first-index.ts';
import { readable } from './readable.ts';

/** Shown instead of words that were erased. */
export const removedText = '[removed]';

/** In transcripts one such character replaces each character, because highlights count the characters of a segment. */
export const maskCharacter = '█';

export interface Token {
  /** The word without case and accents. */
  word: string;
  start: number;
  end: number;
  /** Whether words were erased here before. */
  isMark: boolean;
}

/** Scripts without spaces between words: each character counts as a word. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const mark = String.raw`\[removed\]|${maskCharacter}+(?:\s${maskCharacter}+)*`;
const tokenPattern = new RegExp(
  String.raw`(${mark})|[${unspaced}]|[[\p{L}\p{N}\p{M}]--[${unspaced}]]+`,
  'gv',
);

/** The words of a text as people read it, with their positions in the original. */
export function tokensOf(original: string): Token[] {
  const { text, startOf, endOf } = readable(original);
  return tokensIn(text).map((token) => ({ ...token, start: startOf(token.start), end: endOf(token.end) }));
}

/** The words of a text that is readable already. */
export const tokensIn = (text: string): Token[] =>
  [...text.matchAll(tokenPattern)].map(({ 0: found, 1: marked, index }) => ({
    word: marked ? removedText : fold(found),
    start: index,
    end: index + found.length,
    isMark: marked !== undefined,
  }));

/** A range of tokens, `to` not included. */
export interface TokenRange {
  from: number;
  to: number;
}

const addressPattern = /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

interface AddressRange extends TokenRange {
  /** The token after the part before “@” or “+”. */
  localTo: number;
}

/** The e-mail addresses in a text. A name in an address counts only as its whole local part. */
export function addressesIn(text: string, tokens: readonly Token[]): AddressRange[] {
  if (!text.includes('@')) return [];
  return [...text.matchAll(addressPattern)].map(({ 0: address, index }) => {
    const local = index + address.search(/[+@]/);
    const firstFrom = (position: number) =>
      firstIndex(tokens.length, (at) => (tokens[at]?.start ?? 0) >= position);
    return { from: firstFrom(index), localTo: firstFrom(local), to: firstFrom(index + address.length) };
  });
}

/** Words to be replaced, and which of them belong together with what is between them. */
export interface Cover {
  tokens: readonly Token[];
  covered: Uint8Array;
  /** Whether a token is followed by one of the same run. What is between two runs, such as a quotation mark, remains. */
  joined: Uint8Array;
}

export const createCover = (tokens: readonly Token[]): Cover => ({
  tokens,
  covered: new Uint8Array(tokens.length),
  joined: new Uint8Array(tokens.length),
});

export function coverRange({ covered, joined }: Cover, { from, to }: TokenRange): void {
  covered.fill(1, from, to);
  joined.fill(1, from, to - 1);
}

/** The result has the length of the words. */
export const maskWords = (words: string) => words.replace(/\S/g, maskCharacter);
