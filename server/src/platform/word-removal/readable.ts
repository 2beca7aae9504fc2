import { decodeString } from 'micromark-util-decode-string';
import { firstIndex } from './first-index.ts';

/** A text as people read it, and where its characters are in the original. */
export interface Readable {
  text: string;
  /** Where the character at this position starts in the original. */
  startOf(at: number): number;
  /** Where the character before this position ends in the original. */
  endOf(at: number): number;
}

/** Characters without a width, such as a soft hyphen or a zero-width space. */
const invisible = /^\p{DI}+$/v;

/** A zero-width space separates words. Other invisible characters can do so before a capital letter: “Ann” and “Lee”. */
const separating = /^\u200b/v;
const beforeCapital = /^\p{Lu}/v;

/** One byte of a character in a link. Links inside of links are encoded more than once: “%2540”. */
const byte = (first: string) => String.raw`%(?:25)*${first}[\da-f]`;
const nextBytes = (count: number) => `(?:${byte('[89ab]')}){${count}}`;
const percent = [
  byte('[0-7]'),
  byte('[cd]') + nextBytes(1),
  byte('e') + nextBytes(2),
  byte('f') + nextBytes(3),
].join('|');
const reference = String.raw`&(?:amp;)*(?:#(?:\d{1,7}|x[\da-f]{1,6})|[a-z][\da-z]{1,30});`;
const written = new RegExp(String.raw`(${percent})|(${reference})|\p{DI}+`, 'giv');

/**
 * Decodes percent-encoded characters and character references, and leaves out invisible characters. With `isSplit`, invisible
 * characters that can separate words become spaces.
 */
export function readable(original: string, isSplit = false): Readable {
  const pieces: Piece[] = [];
  let text = '';
  let end = 0;
  for (const { 0: found, 1: encoded, 2: named, index } of original.matchAll(written)) {
    const decoded = encoded ? decodePercent(encoded) : named ? decodeReference(named) : found;
    if (decoded === found && !invisible.test(found)) continue;
    text += original.slice(end, index);
    end = index + found.length;
    const shown = invisible.test(decoded)
      ? separatorFor(decoded, original.slice(end, end + 2), isSplit)
      : decoded;
    pieces.push({ at: text.length, to: text.length + shown.length, start: index, end });
    text += shown;
  }
  if (pieces.length === 0) return { text: original, startOf: (at) => at, endOf: (at) => at };
  return {
    text: text + original.slice(end),
    startOf: (at) => positionOf(pieces, at).start,
    endOf: (at) => (at === 0 ? 0 : positionOf(pieces, at - 1).end),
  };
}

/** The forms in which words of a text are compared: with and without a separation at invisible characters. */
export function formsOf(text: string): string[] {
  const whole = readable(text).text;
  if (whole === text) return [text];
  const split = readable(text, true).text;
  return whole === split ? [whole] : [whole, split];
}

/** A part of the text that is written in another way in the original, from `start` to `end`. */
interface Piece {
  at: number;
  to: number;
  start: number;
  end: number;
}

function positionOf(pieces: readonly Piece[], at: number): { start: number; end: number } {
  const piece = pieces[firstIndex(pieces.length, (i) => (pieces[i] as Piece).at > at) - 1];
  if (!piece) return { start: at, end: at + 1 };
  if (at < piece.to) return piece;
  const start = piece.end + at - piece.to;
  return { start, end: start + 1 };
}

const separatorFor = (characters: string, next: string, isSplit: boolean) =>
  isSplit && (separating.test(characters) || beforeCapital.test(next)) ? ' ' : '';

function decodePercent(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replace(/%(?:25)+(?=..)/g, '%'));
  } catch {
    // Such as a surrogate, which is no character in UTF-8.
    return encoded;
  }
}

const decodeReference = (reference: string) => decodeString(reference.replace(/^&(?:amp;)+(?=.)/, '&'));
