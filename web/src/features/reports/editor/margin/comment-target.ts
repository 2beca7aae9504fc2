import type { Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import type { CommentAnchor } from '../../../../data/comments.ts';
import { excerptOf, type Range } from './excerpts.ts';

/** What a new comment is about. */
export interface CommentTarget {
  range: Range;
  anchor: CommentAnchor;
  words: string;
}

/** A quotation, or words with the text around them. Undefined for a range without words. */
export function targetAt(doc: Node, range: Range): CommentTarget | undefined {
  const excerpt = excerptOf(doc, range);
  if (!excerpt) return undefined;
  const node = doc.nodeAt(range.from);
  const isQuotation = node?.type.name === 'quotation' && range.from + node.nodeSize === range.to;
  const anchor = isQuotation ? { citation_id: String(node.attrs.id) } : { excerpt };
  return { range, anchor, words: excerpt.quote };
}

/**
 * What the person is about to comment on: the selection, which the text keeps while another field has the focus; without one, the
 * paragraph with the caret.
 */
export function chosenTarget({ state, isFocused }: Editor): CommentTarget | undefined {
  const { $from, from, to, empty } = state.selection;
  if (!empty) return targetAt(state.doc, { from, to });
  if (!isFocused || $from.depth === 0) return undefined;
  return targetAt(state.doc, { from: $from.start(1), to: $from.end(1) });
}
