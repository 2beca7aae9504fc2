import { maskCharacter, removedText } from '../../platform/word-removal/index.ts';

/** Words of a text, and what is before and after them, so that they are found again when the text is edited. */
export interface Excerpt {
  quote: string;
  before: string;
  after: string;
}

const maskedWords = new RegExp(`${maskCharacter}+(?:\\s+${maskCharacter}+)*`, 'g');

/** Removes words from the three parts as from one text, because what a person said can go from one part to the next. */
export function redactExcerpt(excerpt: Excerpt, mask: (text: string) => string): Excerpt {
  const { before, quote, after } = excerpt;
  const whole = `${before}${quote}${after}`;
  const masked = mask(whole);
  if (masked === whole) return excerpt;
  const part = (from: number, length: number) =>
    masked.slice(from, from + length).replace(maskedWords, removedText);
  return {
    before: part(0, before.length),
    quote: part(before.length, quote.length),
    after: part(before.length + quote.length, after.length),
  };
}
