import type { Heading, Paragraph, TableCell } from 'mdast';
import { walk } from '../markdown/index.ts';

/** A node that contains sentences. */
export type InlineContainer = Paragraph | Heading | TableCell;

/** Text without markup. Character `i` of `text` is at `source.slice(starts[i], ends[i])`. */
export interface PlainText {
  text: string;
  starts: number[];
  ends: number[];
  /** Offsets of citations in `text`. A citation counts as one character. */
  citationAt: Map<number, string>;
}

/** Represents a code span or citation. No transcript contains this character, so no verified quotation does. */
const placeholder = '\uFFFC';

export function plainTextOf(source: string, container: InlineContainer): PlainText {
  const plain: PlainText = { text: '', starts: [], ends: [], citationAt: new Map() };
  const parts: string[] = [];
  const push = (character: string, start: number, end: number) => {
    parts.push(character);
    plain.starts.push(start);
    plain.ends.push(end);
  };
  for (const node of walk(container)) {
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    if (node.type === 'text') locate(source, node.value, start, end, push);
    else if (node.type === 'break') push('\n', start, end);
    else if (node.type === 'inlineCode') push(placeholder, start, end);
    else if (node.type === 'citation') {
      plain.citationAt.set(plain.starts.length, node.id);
      push(placeholder, start, end);
    }
  }
  plain.text = parts.join('');
  return plain;
}

/** Maps each character of a text node to the source, which also contains backslashes and indentation. */
function locate(
  source: string,
  value: string,
  start: number,
  end: number,
  push: (character: string, start: number, end: number) => void,
): void {
  let at = start;
  for (const character of value.split('')) {
    const from = at;
    const isEscaped = source[at] === '\\' && source[at + 1] === character && /[!-/:-@[-`{-~]/.test(character);
    if (isEscaped) at++;
    while (at < end && source[at] !== character) at++;
    // Skipped indentation belongs to the line end before it, so that removing a character removes no indentation.
    push(character, isEscaped ? from : Math.min(at, end), Math.min(at + 1, end));
    at++;
  }
}

/** Replaces `source.slice(start, end)`. */
export interface Edit {
  start: number;
  end: number;
  replacement: string;
}

/** Edits do not overlap. */
export function applyEdits(source: string, edits: Edit[]): string {
  let result = '';
  let from = 0;
  for (const { start, end, replacement } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += source.slice(from, start) + replacement;
    from = Math.max(from, end);
  }
  return result + source.slice(from);
}
