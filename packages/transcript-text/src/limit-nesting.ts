const depthMax = 20;
/** The markers of quotations and lists at the start of a line. */
const markers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;
const marker = />|[-+*]|\d{1,9}[.)]/g;
/** Deeper lists are indented more. */
const indentMax = 80;

/**
 * Replaces the markers of quotations and lists deeper than 20 levels, so that a Markdown parser reads them as text: parsers
 * take time in proportion to the square of the depth. No character is added or removed, so that positions remain valid.
 */
export const limitNesting = (markdown: string): string =>
  markdown
    .split(/(\r\n|\r|\n)/)
    .map((line) => limitLine(line))
    .join('');

function limitLine(line: string): string {
  const [start = ''] = markers.exec(line) ?? [];
  if (start === '') return line;
  let depth = start.search(/\S/) > indentMax ? depthMax : 0;
  return (
    start.replace(marker, (found) => (++depth > depthMax ? '›'.repeat(found.length) : found)) +
    line.slice(start.length)
  );
}
