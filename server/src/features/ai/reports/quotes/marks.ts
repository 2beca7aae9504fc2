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
  const nextClosing = closingFinder(text);
  for (let at = 0; at < text.length; at++) {
    const open = text[at] as string;
    const closing = open === '`' ? '`' : closings[open];
    if (!closing || (doubtful.has(open) && wordCharacter.test(text[at - 1] ?? ' '))) continue;
    const end = Math.min(...[...closing].map((close) => nextClosing(close, at + 1)));
    if (end === at + 1 || end - at > reach) continue;
    if (open !== '`')
      found.push({
        start: at,
        end: end + 1,
        open,
        inner: text.slice(at + 1, end),
        close: text[end] as string,
      });
    at = end;
  }
  return found;
}

/** Remembers what it found, so that a thousand marks that were never closed cost one search. */
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
