import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { applyBlocks } from '../document/apply.ts';
import { documentExtensions } from '../document/extensions.ts';
import { parseBlocks } from '../document/parse.ts';
import { type Anchor, commentMarks, draftId, marksOf, withMarks } from './comment-marks.ts';

const schema = getSchema(documentExtensions);
const none = { citation_id: null, segment_id: null, start_seconds: null, excerpt: null };
const about = (quote: string, before: string, after: string): Anchor => ({
  ...none,
  excerpt: { quote, before, after },
});
const people = about('five people', 'Of eleven, ', ' left.');

function setUp(markdown: string, anchors: Record<string, Anchor>) {
  const doc = schema.node('doc', null, parseBlocks(schema, markdown));
  const empty = EditorState.create({ doc, plugins: [commentMarks(() => {})] });
  return empty.apply(withMarks(empty.tr, { anchors: new Map(Object.entries(anchors)) }));
}
const marked = (state: EditorState) =>
  marksOf(state).map(({ id, from, to }) => `${id}: ${state.doc.textBetween(from, to)}`);

test('a mark moves with its words when the text before them is edited', () => {
  const state = setUp('Of eleven, five people left.', { cmt_1: people });
  expect(marked(state)).toEqual(['cmt_1: five people']);
  expect(marked(state.apply(state.tr.insertText('Yesterday: ', 1)))).toEqual(['cmt_1: five people']);
});

test('a mark grows and shrinks with an edit inside its words', () => {
  const state = setUp('Of eleven, five people left.', { cmt_1: people });
  expect(marked(state.apply(state.tr.insertText('young ', 17)))).toEqual(['cmt_1: five young people']);
});

test('a mark goes with its words, and comes back with them', () => {
  const state = setUp('Of eleven, five people left.', { cmt_1: people });
  const deleted = state.apply(state.tr.delete(12, 23));
  expect(marked(deleted)).toEqual([]);
  expect(marked(deleted.apply(deleted.tr.insertText('five people', 12)))).toEqual(['cmt_1: five people']);
});

test('a mark stays when a text from the server replaces its paragraph', () => {
  const state = setUp('First.\n\nOf eleven, five people left.', { cmt_1: people });
  const tr = applyBlocks(state, ['## New', 'Of *eleven*, five people left.', 'Last.']);
  expect(marked(state.apply(tr as NonNullable<typeof tr>))).toEqual(['cmt_1: five people']);
});

test('a comment about a citation marks its quotation', () => {
  const state = setUp('A\n\n> “I left.”\n> — Mina, 0:04 [cit_2]', {
    cmt_1: { ...none, citation_id: 'cit_2' },
  });
  const [mark] = marksOf(state);
  expect(state.doc.nodeAt(mark?.from ?? 0)?.attrs.quote).toBe('I left.');
});

test('the words of a new comment stay marked while the text is edited, until it is sent', () => {
  const state = setUp('Of eleven, five people left.', {});
  const drafting = state.apply(withMarks(state.tr, { draft: { from: 12, to: 23 } }));
  const edited = drafting.apply(drafting.tr.insertText('Yes. ', 1));
  expect(marked(edited)).toEqual([`${draftId}: five people`]);
  expect(marked(edited.apply(withMarks(edited.tr, { draft: undefined })))).toEqual([]);
});

test('threads that are no longer given lose their marks', () => {
  const state = setUp('Of eleven, five people left.', { cmt_1: people });
  expect(marked(state.apply(withMarks(state.tr, { anchors: new Map() })))).toEqual([]);
});
