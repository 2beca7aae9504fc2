import {
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
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
import { type Block, parseBlocks } from './blocks.ts';
import type { Span } from './inline.ts';

/** Paragraphs, table cells and stretches of text. Each takes about ten kilobytes of memory while it is written. */
const elementsMax = 30_000;

export class DocumentTooLarge extends Error {}

/** A Word document with real headings, quotations, lists and tables. */
export async function markdownToDocx(title: string, markdown: string): Promise<Buffer> {
  const blocks = parseBlocks(markdown);
  if (blocks.reduce((sum, block) => sum + elementsOf(block), 0) > elementsMax) throw new DocumentTooLarge();
  const document = new Document({
    title: printable(title),
    creator: 'Parley',
    numbering: {
      config: [
        {
          reference: 'numbered',
          levels: [{ level: 0, format: LevelFormat.DECIMAL, text: '%1.', alignment: 'start' }],
        },
      ],
    },
    sections: [{ children: blocks.flatMap(blockDocx) }],
  });
  return Packer.toBuffer(document);
}

function elementsOf(block: Block): number {
  const ofLines = (lines: Span[][]) => lines.reduce((sum, spans) => sum + 1 + spans.length, 0);
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return 1 + block.spans.length;
    case 'quote':
      return ofLines(block.lines);
    case 'list':
      return ofLines(block.items);
    case 'table':
      return block.rows.reduce((sum, cells) => sum + 1 + ofLines(cells), 0);
    case 'code':
      return 2 * block.text.split('\n').length;
  }
}

const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];

function blockDocx(block: Block, place: number): (Paragraph | Table)[] {
  const after = { spacing: { after: 160 } };
  switch (block.kind) {
    case 'heading':
      return [new Paragraph({ heading: headings[block.level - 1], children: runs(block.spans), ...after })];
    case 'paragraph':
      return [new Paragraph({ children: runs(block.spans), ...after })];
    case 'quote':
      return [
        new Paragraph({
          indent: { left: 500 },
          border: { left: { style: BorderStyle.SINGLE, size: 12, space: 12, color: '5B8DEF' } },
          children: block.lines.flatMap((line, i) => [
            ...(i > 0 ? [new TextRun({ break: 1 })] : []),
            ...runs(line),
          ]),
          ...after,
        }),
      ];
    case 'list':
      return block.items.map(
        (item) =>
          new Paragraph({
            children: runs(item),
            // A list of its own for each block, so that each begins at one.
            ...(block.ordered
              ? { numbering: { reference: 'numbered', level: 0, instance: place } }
              : { bullet: { level: 0 } }),
          }),
      );
    case 'table':
      return block.rows.length === 0 ? [] : [tableDocx(block.rows), new Paragraph({})];
    case 'code':
      return block.text
        .split('\n')
        .map(
          (line) =>
            new Paragraph({ children: [new TextRun({ text: printable(line), font: 'Courier New' })] }),
        );
  }
}

/** The last cell of a short row spans the columns that the row lacks: empty cells would multiply a wide header. */
function tableDocx(rows: Span[][][]): Table {
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
              children: [new Paragraph({ children: runs(cell) })],
            }),
        ),
      });
    }),
  });
}

function runs(spans: Span[]): ParagraphChild[] {
  return spans.map(({ text, bold, italic, code, href, citation }) => {
    const run = new TextRun({
      text: printable(text),
      bold,
      italics: italic,
      superScript: citation !== undefined,
      ...(code ? { font: 'Courier New' } : {}),
      ...(href ? { style: 'Hyperlink' } : {}),
    });
    return href ? new ExternalHyperlink({ children: [run], link: href }) : run;
  });
}

/** XML has no control characters, and no halves of a surrogate pair. */
const printable = (text: string) => text.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ');
