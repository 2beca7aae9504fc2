import { parseInline, type Span } from './inline.ts';

/** The Markdown of reports: what they are made of, read in one pass. Whatever is not known is a paragraph. */
export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'quote'; lines: Span[][] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'table'; rows: Span[][][] }
  | { kind: 'code'; text: string };

interface Kind {
  /** Which lines belong to a block of this kind, once it has begun. */
  matches: RegExp;
  toBlock(lines: string[]): Block;
}

const kinds: Kind[] = [
  {
    matches: /^ {0,3}>/,
    toBlock: (lines) => ({
      kind: 'quote',
      lines: lines.map((line) => parseInline(line.replace(/^[\s>]+/, ''))),
    }),
  },
  {
    matches: /^\s*[-*+] +\S/,
    toBlock: (lines) => ({
      kind: 'list',
      ordered: false,
      items: lines.map((line) => parseInline(line.replace(/^\s*[-*+] +/, ''))),
    }),
  },
  {
    matches: /^\s*\d{1,9}[.)] +\S/,
    toBlock: (lines) => ({
      kind: 'list',
      ordered: true,
      items: lines.map((line) => parseInline(line.replace(/^\s*\d{1,9}[.)] +/, ''))),
    }),
  },
  {
    matches: /^\s*\|.*\|\s*$/,
    toBlock: (lines) => ({
      kind: 'table',
      rows: lines.filter((line) => !/^[\s|:-]+$/.test(line)).map(cellsOf),
    }),
  },
];

/** What Word takes; a page is no easier to read with more. */
const columnsMax = 63;

/** Cells beyond the last column are joined into it, so that nothing is lost. */
function cellsOf(line: string): Span[][] {
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  const joined = cells.slice(columnsMax - 1).join(' \\| ');
  const fitting = cells.length > columnsMax ? [...cells.slice(0, columnsMax - 1), joined] : cells;
  return fitting.map((cell) => parseInline(cell.trim()));
}

export function parseBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    const fence = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    const heading = /^(#{1,6})\s+(\S.*)$/.exec(line);
    const kind = kinds.find(({ matches }) => matches.test(line));
    let end = at + 1;
    if (fence) {
      while (end < lines.length && !lines[end]?.trimStart().startsWith(fence)) end++;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') });
      end++;
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, spans: parseInline(heading[2] ?? '') });
    } else if (kind) {
      while (end < lines.length && kind.matches.test(lines[end] as string)) end++;
      blocks.push(kind.toBlock(lines.slice(at, end)));
    } else if (line.trim() !== '') {
      while (end < lines.length && isRunningText(lines[end] as string)) end++;
      blocks.push({ kind: 'paragraph', spans: parseInline(lines.slice(at, end).join(' ')) });
    }
    at = end;
  }
  return blocks;
}

const isRunningText = (line: string) =>
  line.trim() !== '' &&
  !/^(#{1,6}\s| {0,3}(```|~~~))/.test(line) &&
  !kinds.some(({ matches }) => matches.test(line));
