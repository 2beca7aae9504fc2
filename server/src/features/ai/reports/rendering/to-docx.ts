import {
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  type IParagraphOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { List, Root, RootContent } from 'mdast';
import { parseMarkdown, type Span, spansOf, walk } from '../../../evidence/markdown/index.ts';
import { type CitationStyle, citationText } from './citation-style.ts';
import { makeReproducible } from './reproducible-docx.ts';
import { rowsOf } from './tables.ts';

/** Paragraphs, table cells and spans. Each takes about ten kilobytes of memory while the document is written. */
const elementsMax = 30_000;

export class DocumentTooLarge extends Error {}

export interface DocxOptions extends CitationStyle {
  title: string;
  /** The date of the document, so that the same report gives the same bytes. */
  updatedAt: Date;
}

/** Creates a Word document with headings, quotations, lists and tables. */
export async function markdownToDocx(markdown: string, options: DocxOptions): Promise<Buffer> {
  const tree = parseMarkdown(markdown);
  if (countElements(tree) > elementsMax) throw new DocumentTooLarge();
  const document = new Document({
    title: printable(options.title),
    creator: 'Parley',
    numbering: { config: [{ reference: 'numbered', levels: numberedLevels }] },
    sections: [{ children: createBlockWriter(options).write(tree.children) }],
  });
  return makeReproducible(await Packer.toBuffer(document), options.updatedAt);
}

/** Word has nine levels of lists. */
const levelsMax = 9;
const numberedLevels = Array.from({ length: levelsMax }, (_, level) => ({
  level,
  format: LevelFormat.DECIMAL,
  text: `%${level + 1}.`,
  alignment: 'start' as const,
  style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } },
}));

function countElements(tree: Root): number {
  const single = ['paragraph', 'heading', 'tableRow', 'tableCell', 'text', 'inlineCode', 'citation', 'break'];
  let count = 0;
  for (const node of walk(tree)) {
    if (node.type === 'code') count += 2 * node.value.split('\n').length;
    else if (single.includes(node.type)) count++;
  }
  return count;
}

const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];

const spaced: IParagraphOptions = { spacing: { after: 160 } };
const quoted: IParagraphOptions = {
  ...spaced,
  indent: { left: 500 },
  border: { left: { style: BorderStyle.SINGLE, size: 12, space: 12, color: '5B8DEF' } },
};

function createBlockWriter(style: CitationStyle) {
  let lists = 0;

  const write = (blocks: RootContent[], look = spaced, level = 0): (Paragraph | Table)[] =>
    blocks.flatMap((block) => writeBlock(block, look, level));

  function writeBlock(block: RootContent, look: IParagraphOptions, level: number): (Paragraph | Table)[] {
    switch (block.type) {
      case 'heading':
        return [
          new Paragraph({
            ...look,
            heading: headings[block.depth - 1],
            children: runs(spansOf(block.children), style),
          }),
        ];
      case 'paragraph':
        return [
          new Paragraph({
            ...look,
            children: runs(spansOf(block.children, { lines: look === quoted }), style),
          }),
        ];
      case 'blockquote':
        return write(block.children, quoted, level);
      case 'list':
        return writeList(block, level);
      case 'table':
        return [tableDocx(rowsOf(block), style), new Paragraph({})];
      case 'code':
        return block.value
          .split('\n')
          .map(
            (line) =>
              new Paragraph({ children: [new TextRun({ text: printable(line), font: 'Courier New' })] }),
          );
      case 'thematicBreak':
        return [new Paragraph({ ...spaced, thematicBreak: true })];
      default:
        return [];
    }
  }

  function writeList({ ordered, children }: List, level: number): (Paragraph | Table)[] {
    // A new instance for each list, so that its numbers start at one.
    const instance = lists++;
    const marker: IParagraphOptions = ordered
      ? { numbering: { reference: 'numbered', level: Math.min(level, levelsMax - 1), instance } }
      : { bullet: { level: Math.min(level, levelsMax - 1) } };
    const indented: IParagraphOptions = { indent: { left: 720 * (level + 1) } };
    return children.flatMap((item) =>
      item.children.flatMap((block, i) =>
        writeBlock(block, i === 0 && block.type === 'paragraph' ? marker : indented, level + 1),
      ),
    );
  }

  return { write };
}

/** The last cell of a short row spans the missing columns: a wide header would otherwise create very many empty cells. */
function tableDocx(rows: Span[][][], style: CitationStyle): Table {
  const width = rows.reduce((widest, cells) => Math.max(widest, cells.length), 1);
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map((cells) => {
      const isLast = (i: number) => i === cells.length - 1;
      return new TableRow({
        children: cells.map(
          (cell, i) =>
            new TableCell({
              columnSpan: isLast(i) ? width - i : 1,
              children: [new Paragraph({ children: runs(cell, style) })],
            }),
        ),
      });
    }),
  });
}

function runs(spans: Span[], style: CitationStyle): ParagraphChild[] {
  return spans.map((span) => {
    const { text, bold, italic, code, href, citation } = span;
    const [first = '', ...more] = (citation ? citationText(citation, style) : text)
      .split('\n')
      .map(printable);
    const run = new TextRun({
      children: [first, ...more.flatMap((line) => [new TextRun({ break: 1 }), line])],
      bold,
      italics: italic,
      superScript: citation !== undefined,
      ...(code ? { font: 'Courier New' } : {}),
      ...(href ? { style: 'Hyperlink' } : {}),
    });
    return href && !citation ? new ExternalHyperlink({ children: [run], link: href }) : run;
  });
}

/** XML allows neither control characters nor lone surrogates. */
const printable = (text: string) => text.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ');
