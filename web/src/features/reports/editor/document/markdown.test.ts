import { getSchema } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyBlocks } from './apply.ts';
import { documentExtensions } from './extensions.ts';
import { parseBlocks } from './parse.ts';
import { blockMarkdown, blocksOf, toMarkdown } from './serialize.ts';
import { sourceOf } from './sources.ts';

const schema = getSchema(documentExtensions);
const read = (markdown: string) =>
  schema.node('doc', null, [...parseBlocks(schema, markdown), schema.node('paragraph')]);

const quotation = '> “I left \\[then\\].”\n> — Mina, Talk\\_1, 5:10 [cit_1]';
const table = '| a | b |\n| --- | --- |\n| 1 | 2 |';
const block = fc.constantFrom(
  quotation,
  table,
  '## The slot *comes* after',
  'Text with **bold *and* italic**, `code` and [a link](https://example.com) [cit_2].',
  'Two\nlines\\\nand a break',
  '* a\n* b\n  1. c\n  2. d',
  '3) three\n4) four',
  '- loose\n\n- list',
  '```js\nconst a = `b`;\n```',
  '***',
  '[Three grey days](parley:clip/clp_1)',
  '[A link](javascript:alert)',
  '1\\) not a list, \\# not a heading, a*b_c <b> &amp; C#',
  'مرحبا بالعالم',
  '> > nested\n> quotation',
);
const anyText = fc.string({ unit: fc.constantFrom(...'ab1 *_`[]()#>-+.)<|~\\!"“”—\n'), maxLength: 60 });
const report = fc
  .array(fc.tuple(fc.oneof(block, anyText), fc.constantFrom('\n\n', '\n\n\n', '\n', '\n\n  ')))
  .map((parts) => parts.flat().join(''));

describe('the Markdown of a report', () => {
  test('stays the same, character by character, if nobody edits it', () => {
    fc.assert(
      fc.property(report, (markdown) => {
        fc.pre(parseBlocks(schema, markdown).length > 0);
        expect(toMarkdown(read(markdown))).toBe(markdown);
      }),
      { numRuns: 500 },
    );
  });

  test('Markdown of an edited block has the same content when it is read again', () => {
    fc.assert(
      fc.property(block, (markdown) => {
        const [first] = parseBlocks(schema, markdown);
        const edited = schema.nodeFromJSON(first?.toJSON());
        const [again] = parseBlocks(schema, blockMarkdown(edited));
        expect(again?.toJSON()).toEqual(edited.toJSON());
      }),
    );
  });

  test('Markdown of typed characters has these characters when it is read again', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const text = typed.replace(/\s+/g, ' ').trim();
        fc.pre(text !== '');
        const paragraph = schema.node('paragraph', null, [schema.text(text)]);
        const again = parseBlocks(schema, blockMarkdown(paragraph));
        expect(again.map((node) => node.toJSON())).toEqual([paragraph.toJSON()]);
      }),
      { numRuns: 500 },
    );
  });

  test('changes only where a block was edited', () => {
    const markdown = `* a\n* b\n\n\nOld text\n***\n${table}\n`;
    const doc = read(markdown);
    const state = EditorState.create({ doc });
    const at = doc.child(0).nodeSize + 1;
    const edited = state.apply(state.tr.insertText('My ', at)).doc;
    expect(toMarkdown(edited)).toBe(`* a\n* b\n\nMy Old text\n\n***\n${table}\n`);
  });
});

describe('applying blocks of the server', () => {
  const apply = (markdown: string, blocks: string[], caret: number) => {
    const state = EditorState.create({ doc: read(markdown) });
    const placed = state.apply(state.tr.setSelection(TextSelection.near(state.doc.resolve(caret))));
    const tr = applyBlocks(placed, blocks);
    return { before: placed, after: tr ? placed.apply(tr) : placed };
  };

  test('leaves other blocks untouched and keeps the caret in its word', () => {
    const { before, after } = apply('First\n\nThe second\n\nThird', ['First', 'The second one', 'Third'], 12);
    expect(blocksOf(after.doc).map(blockMarkdown)).toEqual(['First', 'The second one', 'Third']);
    expect(after.doc.child(0)).toBe(before.doc.child(0));
    expect(after.doc.child(2)).toBe(before.doc.child(2));
    expect(after.doc.textBetween(after.selection.from, after.selection.from + 6)).toBe('second');
  });

  test('results in exactly these blocks', () => {
    const texts = fc.array(block, { maxLength: 6 });
    fc.assert(
      fc.property(texts, texts, (before, blocks) => {
        fc.pre(before.length > 0);
        const { after } = apply(before.join('\n\n'), blocks, 1);
        const wanted = parseBlocks(schema, blocks.join('\n\n')).map((node) => sourceOf(node)?.text);
        fc.pre(wanted.length === blocks.length);
        expect(blocksOf(after.doc).map(blockMarkdown)).toEqual(blocks);
      }),
    );
  });
});
