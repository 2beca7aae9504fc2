import { setImmediate } from 'node:timers/promises';
import type { RemoveWords } from './remove-words.ts';

/** A part of this many characters takes about ten milliseconds. */
const partLength = 8000;

/** Where a text can be cut, the best place first: between paragraphs, lines, sentences and words. */
const cuts = [/\n[^\S\n]*\r?\n/g, /\n/g, /[.!?。！？]\s/g, /\s/g];

/** Removes words from a text of any length. Other requests run between its parts. */
export async function removeFromLongText(text: string, remove: RemoveWords): Promise<string> {
  let result = '';
  for (const part of partsOf(text)) {
    result += remove(part);
    await setImmediate();
  }
  return result;
}

function* partsOf(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const to =
      from + partLength < text.length ? from + lastCut(text.slice(from, from + partLength)) : text.length;
    yield text.slice(from, to);
    from = to;
  }
}

function lastCut(part: string): number {
  for (const pattern of cuts) {
    const last = [...part.matchAll(pattern)].at(-1);
    if (last) return last.index + last[0].length;
  }
  return part.length;
}
