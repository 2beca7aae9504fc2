/** Text between quotation marks. */
export interface Quoted {
  start: number;
  /** The offset after the closing mark. */
  end: number;
  inner: string;
}

const closings: Record<string, string> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
  '「': '」',
  '『': '』',
  '‘': '’',
  '"': '"',
  "'": "'",
};

/** Maximum length of a quotation in a sentence. */
const lengthMax = 2_000;
/** These also occur inside words, so they open a quotation only at the start of one. */
const ambiguous = new Set(["'", '‘', '"', '»', '›']);
const wordCharacter = /[\p{L}\p{N}]/u;

/** Finds text in quotation marks of any language in plain text, from left to right. */
export function findQuoted(text: string): Quoted[] {
  const found: Quoted[] = [];
  const nextClosing = closingFinder(text);
  for (let at = 0; at < text.length; at++) {
    const open = text[at] as string;
    const closing = closings[open];
    if (!closing || (ambiguous.has(open) && wordCharacter.test(text[at - 1] ?? ' '))) continue;
    const end = Math.min(...[...closing].map((close) => nextClosing(close, at + 1)));
    if (end === at + 1 || end - at > lengthMax) continue;
    found.push({ start: at, end: end + 1, inner: text.slice(at + 1, end) });
    at = end;
  }
  return found;
}

/** Caches the last match of each mark, so that a thousand unclosed marks cost only one search. */
function closingFinder(text: string) {
  const next = new Map<string, number>();
  const isApostrophe = (close: string, at: number) =>
    (close === "'" || close === '’') && wordCharacter.test(text[at + 1] ?? ' ');
  return (close: string, from: number): number => {
    let at = next.get(close) ?? -1;
    if (at >= from) return at;
    do {
      at = text.indexOf(close, Math.max(from, at + 1));
    } while (at >= 0 && isApostrophe(close, at));
    if (at < 0) at = Number.POSITIVE_INFINITY;
    next.set(close, at);
    return at;
  };
}

/** Removes the marks if they enclose the whole text. */
export function unquote(text: string): string {
  const [first] = findQuoted(text);
  return first && first.start === 0 && first.end === text.length ? first.inner.trim() : text;
}

/**
 * The words that a quote block may contain. Marks at both ends enclose the quotation or belong to it, and the words can
 * contain the same marks: “He said “no” and left.” Only a transcript tells which is right.
 */
export function readingsOf(block: string): { asWritten: string; unquoted: string; withoutEnds: string } {
  const isEnclosed = block.length > 1 && closings[block[0] ?? '']?.includes(block.at(-1) ?? '');
  return {
    asWritten: block,
    unquoted: unquote(block),
    withoutEnds: isEnclosed ? block.slice(1, -1).trim() : block,
  };
}

/** The offsets of all paired marks, including nested quotations, ascending. */
export function markPositions(text: string): number[] {
  return findQuoted(text).flatMap(({ start, end, inner }) => [
    start,
    ...markPositions(inner).map((at) => start + 1 + at),
    end - 1,
  ]);
}

/** Removes paired marks, so that the words do not look like a quotation. */
export function removeMarks(text: string): string {
  let rest = '';
  let from = 0;
  for (const at of markPositions(text)) {
    rest += text.slice(from, at);
    from = at + 1;
  }
  return rest + text.slice(from);
}

/** Removes every character that could be a mark, for text whose pairing does not become stable. */
export const removeAllMarks = (text: string) =>
  text.replace(/[“”„«»‹›「」『』‘"]|(?<![\p{L}\p{N}])['’]|['’](?![\p{L}\p{N}])/gu, '');
