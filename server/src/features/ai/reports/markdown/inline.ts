/** A stretch of text with one look. */
export interface Span {
  text: string;
  bold: boolean;
  italic: boolean;
  code: boolean;
  href?: string;
  /** `cit_3` */
  citation?: string;
}

// Bounded, so that marks without a partner cost no more than their own length times this.
const token =
  /\\(?<escaped>[\\`*_[\]<>|#])|`(?<code>[^`]{1,500})`|\[(?<citation>cit_\d{1,6})\]|\[(?<label>[^[\]]{1,500})\]\((?<href>[^()\s]{1,2000})\)|(?<mark>\*\*|\*|__|_)/g;
const wordCharacter = /[\p{L}\p{N}]/u;

/** Bold, italic, code, links and citations; everything else, HTML too, is text. */
export function parseInline(text: string): Span[] {
  const matches = [...text.matchAll(token)].filter((match) => !isInsideWord(text, match));
  const last = lastUnpaired(matches);
  const spans: Span[] = [];
  let [bold, italic, at] = [false, false, 0];
  const push = (part: string, more: Partial<Span> = {}) => {
    if (part !== '') spans.push({ text: part, bold, italic, code: false, ...more });
  };
  for (const match of matches) {
    push(text.slice(at, match.index));
    at = match.index + match[0].length;
    const { escaped, code, citation, label, href, mark } = match.groups ?? {};
    if (escaped !== undefined) push(escaped);
    else if (code !== undefined) push(code, { code: true });
    else if (citation !== undefined) push(`[${citation.slice(4)}]`, { citation });
    else if (label !== undefined) push(label, safeHref(href ?? '') ? { href } : {});
    else if (mark !== undefined && last.has(match)) push(mark);
    else if (mark?.length === 2) bold = !bold;
    else italic = !italic;
  }
  push(text.slice(at));
  return spans;
}

/** Nothing that runs when it is clicked. */
const safeHref = (href: string) => /^(https?:\/\/|mailto:)/i.test(href);

/** snake_case is a word. */
function isInsideWord(text: string, match: RegExpExecArray): boolean {
  if (!match[0].startsWith('_')) return false;
  const [before, after] = [text[match.index - 1], text[match.index + match[0].length]];
  return (
    before !== undefined && after !== undefined && wordCharacter.test(before) && wordCharacter.test(after)
  );
}

/** Of an odd number of marks of a kind the last means itself. */
function lastUnpaired(matches: RegExpExecArray[]): Set<RegExpExecArray> {
  const ofKind = (length: number) => matches.filter((match) => match.groups?.mark?.length === length);
  return new Set([ofKind(1), ofKind(2)].flatMap((of) => (of.length % 2 === 1 ? of.slice(-1) : [])));
}
