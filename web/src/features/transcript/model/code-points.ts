/** The API counts characters in Unicode code points, the browser in UTF-16 code units. */

const surrogate = /[\uD800-\uDFFF]/;

/** The number of code points of a text. */
export function lengthOf(text: string): number {
  if (!surrogate.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The UTF-16 index of a code point. An offset past the end is the end. */
export function toUtf16(text: string, character: number): number {
  if (!surrogate.test(text)) return Math.min(Math.max(character, 0), text.length);
  let index = 0;
  for (let left = character; left > 0 && index < text.length; left--)
    index += (text.codePointAt(index) as number) > 0xffff ? 2 : 1;
  return index;
}

/** The code point offset of a UTF-16 index. An index inside a pair is the offset before the pair. */
export function toCharacter(text: string, index: number): number {
  if (!surrogate.test(text)) return Math.min(Math.max(index, 0), text.length);
  let character = 0;
  for (let at = 0; at < text.length; character++) {
    const next = at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
    if (next > index) return character;
    at = next;
  }
  return character;
}

export const sliceOf = (text: string, start: number, end?: number): string =>
  text.slice(toUtf16(text, start), end === undefined ? undefined : toUtf16(text, end));
