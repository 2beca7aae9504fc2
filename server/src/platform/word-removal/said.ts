import { removedText, type Token, tokensOf } from './remove-words.ts';

/** Whether a person said these words in a row. With `isCut` the last word may be the beginning of one. */
export type WasSaid = (text: string, isCut?: boolean) => boolean;

const wordsOf = (tokens: readonly Token[]) => ` ${tokens.map(({ word }) => word).join(' ')}`;

export function createWasSaid(passages: readonly string[]): WasSaid {
  const all = passages.map((passage) => `${wordsOf(tokensOf(passage))} `).join('\n');
  return (text, isCut = false) => {
    const tokens = tokensOf(text);
    return tokens.length > 0 && all.includes(`${wordsOf(tokens)}${isCut ? '' : ' '}`);
  };
}

/** One word before “…” says nothing about who said it. */
const shortenedMin = 2;

/** Removes what the person said directly before “…”, also without quotation marks. */
export function removeShortened(text: string, wasSaid: WasSaid): string {
  const parts = text.split(/(…|\.{3})/);
  return parts
    .map((part, at) => {
      if (at % 2 === 1 || at === parts.length - 1) return part;
      const tokens = tokensOf(part);
      let from = tokens.length;
      while (from > 0 && wasSaid(part.slice(tokens[from - 1]?.start), true)) from--;
      const first = tokens[from];
      if (!first || tokens.length - from < shortenedMin) return part;
      return part.slice(0, first.start) + removedText + part.slice(tokens.at(-1)?.end);
    })
    .join('');
}
