import { keyOf } from './runs.ts';
import { removedText, type Token, tokensOf } from './tokens.ts';

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

/** Fewer words in a row occur in the speech of many people. */
const quoteMin = 3;

/**
 * Whether a text quotes the person: three or more words in a row, or all words of a passage that has at least two. `shared`
 * are words that others gave, too: a text that consists of them quotes nobody in particular.
 */
export function createIsQuote(
  passages: readonly string[],
  shared: ReadonlySet<string> = new Set(),
): (text: string) => boolean {
  const wasSaid = createWasSaid(passages);
  const whole = new Set(passages.map((passage) => wordsOf(tokensOf(passage))));
  return (text) => {
    const tokens = tokensOf(text);
    if (tokens.length < quoteMin)
      return tokens.length > 1 && whole.has(wordsOf(tokens)) && !shared.has(keyOf(tokens, 0, tokens.length));
    const isOwn = tokens.some(
      (_, from) => from + quoteMin <= tokens.length && !shared.has(keyOf(tokens, from, quoteMin)),
    );
    return isOwn && wasSaid(text);
  };
}

/** One word before “…” says nothing about who said it. */
const shortenedMin = 2;

/** Removes what the person said directly before “…”, even without quotation marks. */
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
