/** Finds quotations in Markdown and looks them up. It shares no code with the server, which verifies them itself. */

const citation = /\s*\[cit_\d+\]/g;
const escaped = /\\([!-/:-@[-`{-~])/g;
/** The line below a block quote: who says it, in which file, and when. */
const attribution = /^— .+ \d+(:\d\d)+$/;
/** Words that a quotation leaves out. */
const omission = /\s*(?:\[…\]|\[\.\.\.\]|…)\s*/;

const plain = (markdown: string) => markdown.replace(citation, '').replace(escaped, '$1').trim();

/** What the text shows as a quotation: block quotes, and words in quotation marks outside of those. */
export function findQuotations(markdown: string): string[] {
  const lines = markdown.split('\n');
  const blocks = lines
    .filter((line) => /^\s*>/.test(line))
    .map((line) => plain(line.replace(/^\s*>\s?/, '')));
  const rest = plain(lines.filter((line) => !/^\s*>/.test(line)).join('\n'));
  const marked = [...rest.matchAll(/“([^”]+)”|"([^"\n]+)"/g)].map(
    ([, curly, straight]) => curly ?? straight ?? '',
  );
  return [...blocks.map(withoutMarks), ...marked].filter(
    (quotation) => /\p{L}/u.test(quotation) && !attribution.test(quotation),
  );
}

/** Removes the quotation marks around a whole block. */
const withoutMarks = (block: string) => /^[“"](.*)[”"]$/.exec(block)?.[1] ?? block;

const normalized = (text: string) =>
  text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replace(/\s+/g, ' ').trim();

/** Whether one of the texts contains the quotation word for word, apart from omissions that it shows. */
export function isQuoted(quotation: string, texts: readonly string[]): boolean {
  const pieces = normalized(quotation)
    .split(omission)
    .filter((piece) => piece !== '');
  return texts.some((text) => pieces.every((piece) => normalized(text).includes(piece)));
}
