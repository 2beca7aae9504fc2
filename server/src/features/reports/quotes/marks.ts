/** A stretch between quotation marks. */
export interface Marked {
  start: number;
  /** After the closing mark. */
  end: number;
  open: string;
  inner: string;
  close: string;
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

/** No quotation in running text is longer; a mark without its partner is looked for no further. */
const reach = 2_000;
/** These also stand inside words, so they count only at the border of one. */
const doubtful = new Set(["'", '‘', '"', '»', '›']);
const wordCharacter = /[\p{L}\p{N}]/u;

/** Finds what stands between quotation marks of any custom, from left to right. What is code is left alone. */
export function findMarked(text: string): Marked[] {
  const found: Marked[] = [];
  for (let at = 0; at < text.length; at++) {
    const open = text[at] as string;
    if (open === '`') {
      const end = text.slice(at + 1, at + reach).indexOf('`');
      if (end >= 0) at += end + 1;
      continue;
    }
    const closing = closings[open];
    if (!closing || (doubtful.has(open) && wordCharacter.test(text[at - 1] ?? ' '))) continue;
    const end = findClosing(text, at + 1, open, closing);
    if (end === undefined) continue;
    found.push({ start: at, end: end + 1, open, inner: text.slice(at + 1, end), close: text[end] as string });
    at = end;
  }
  return found;
}

function findClosing(text: string, from: number, open: string, closing: string): number | undefined {
  const last = Math.min(text.length, from + reach);
  for (let at = from; at < last; at++) {
    if (!closing.includes(text[at] as string)) continue;
    if ((open === "'" || open === '‘') && wordCharacter.test(text[at + 1] ?? ' ')) continue;
    return at > from ? at : undefined;
  }
  return undefined;
}

/** What stands between marks at both ends, without them. */
export function withoutMarks(text: string): string {
  const [first] = findMarked(text);
  return first && first.start === 0 && first.end === text.length ? first.inner.trim() : text;
}

/** The same words as nobody's quotation: marks go, at any depth. */
export function dropMarks(text: string): string {
  let dropped = '';
  let at = 0;
  for (const { start, end, inner } of findMarked(text)) {
    dropped += text.slice(at, start) + dropMarks(inner);
    at = end;
  }
  return dropped + text.slice(at);
}
