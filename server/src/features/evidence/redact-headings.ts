import { removedText } from '../../platform/word-removal/index.ts';
import { citationsIn } from './quotes/citation.ts';

const headingLine = /^(#{1,6})[ \t]+(\S(?:.*\S)?)[ \t]*$/;

/**
 * Removes the headings of sections of which every quotation is gone: headings of themes consist of words that were said.
 * The heading of a section without any quotation is removed if `wasSaid` finds its words. `removed` are these headings,
 * because summaries and tables repeat them.
 */
export function redactHeadings(
  text: string,
  goneIds: ReadonlySet<string>,
  wasSaid: (title: string) => boolean,
): { text: string; removed: string[] } {
  const lines = text.split('\n');
  const headings = lines.flatMap((line, at) => {
    const [, marks, title] = headingLine.exec(line) ?? [];
    return marks && title ? [{ at, marks, title }] : [];
  });
  const removed: string[] = [];
  for (const [i, { at, marks, title }] of headings.entries()) {
    const next = headings.slice(i + 1).find((other) => other.marks.length <= marks.length);
    const ids = citationsIn(lines.slice(at + 1, next?.at).join('\n'));
    const isErased = ids.length > 0 ? ids.every((id) => goneIds.has(id)) : wasSaid(title);
    if (title === removedText || !isErased) continue;
    lines[at] = `${marks} ${removedText}`;
    removed.push(title);
  }
  return { text: lines.join('\n'), removed };
}

/** In the table of themes, a theme that only the person spoke about: `| Letters | 1 | 3 | [removed] 3 |`. */
export const redactTableRows = (text: string) =>
  text.replace(/^\| [^|\n]+ \|(.*\| \[removed\] \d+ \|)$/gm, `| ${removedText} |$1`);
