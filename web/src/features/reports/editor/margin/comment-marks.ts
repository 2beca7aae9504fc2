import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Comment } from '../../../../data/comments.ts';
import { type FlatText, findExcerpt, flatten, type Range } from './excerpts.ts';

export type Anchor = NonNullable<Comment['anchor']>;

/** The words that a new comment is about, while it is written. */
export const draftId = 'draft';

/** Where a thread is in the text. It moves with its words. */
export interface Mark extends Range {
  id: string;
}

interface State {
  /** The places of the threads that the text should show, by the id of the thread. */
  anchors: ReadonlyMap<string, Anchor>;
  /** Those that are in the text, in its order. */
  marks: readonly Mark[];
  active: string | undefined;
  decorations: DecorationSet;
}

type Change = {
  anchors?: ReadonlyMap<string, Anchor>;
  active?: string | undefined;
  draft?: Range | undefined;
};

const key = new PluginKey<State>('commentMarks');

export const marksOf = (state: EditorState): readonly Mark[] => key.getState(state)?.marks ?? [];

export const withMarks = (tr: Transaction, change: Change): Transaction =>
  tr.setMeta(key, change).setMeta('addToHistory', false);

/** Marks the words that comments are about. A mark moves with its words; if they are gone and come back, it is found again. */
export const commentMarks = (onPress: (id: string | undefined) => void) =>
  new Plugin<State>({
    key,
    state: {
      init: () => ({ anchors: new Map(), marks: [], active: undefined, decorations: DecorationSet.empty }),
      apply: (tr, before) => apply(tr, before),
    },
    props: {
      decorations: (state) => key.getState(state)?.decorations,
      handleDOMEvents: {
        // Before the browser moves the caret: a change of the marks after that would move it back.
        mousedown(_view, { target, button }) {
          if (button !== 0) return false;
          const mark = target instanceof Element ? target.closest('[data-thread]') : null;
          const id = mark?.getAttribute('data-thread') ?? undefined;
          if (id !== draftId) onPress(id);
          return false;
        },
      },
    },
  });

function apply(tr: Transaction, before: State): State {
  const change = tr.getMeta(key) as Change | undefined;
  if (!change && !tr.docChanged) return before;
  const anchors = change?.anchors ?? before.anchors;
  const active = change && 'active' in change ? change.active : before.active;
  const moved = tr.docChanged ? before.marks.flatMap((mark) => move(mark, tr)) : before.marks;
  const kept = moved.filter(({ id }) => (id === draftId ? !(change && 'draft' in change) : anchors.has(id)));
  const draft = change?.draft ? [{ id: draftId, ...change.draft }] : [];
  const marks = [...kept, ...draft, ...find(tr.doc, anchors, kept)].sort(
    (a, b) => a.from - b.from || a.to - b.to,
  );
  const decorations = DecorationSet.create(
    tr.doc,
    marks.map((mark) => decorationOf(tr.doc, mark, mark.id === active)),
  );
  return { anchors, marks, active, decorations };
}

function move(mark: Mark, { mapping }: Transaction): Mark[] {
  const [from, to] = [mapping.map(mark.from, 1), mapping.map(mark.to, -1)];
  return from < to ? [{ id: mark.id, from, to }] : [];
}

/** Threads whose place is not known yet, or no longer. */
function find(doc: Node, anchors: ReadonlyMap<string, Anchor>, known: readonly Mark[]): Mark[] {
  const missing = [...anchors].filter(([id]) => !known.some((mark) => mark.id === id));
  if (missing.length === 0) return [];
  const flat = flatten(doc);
  return missing.flatMap(([id, anchor]) => {
    const range = findAnchor(doc, flat, anchor);
    return range ? [{ id, ...range }] : [];
  });
}

function findAnchor(doc: Node, flat: FlatText, { citation_id, excerpt }: Anchor): Range | undefined {
  if (excerpt) return findExcerpt(flat, excerpt);
  let range: Range | undefined;
  doc.descendants((node, from) => {
    const isCited = node.type.name === 'quotation' || node.type.name === 'citation';
    if (isCited && node.attrs.id === citation_id) range ??= { from, to: from + node.nodeSize };
    return range === undefined;
  });
  return range;
}

function decorationOf(doc: Node, { id, from, to }: Mark, isActive: boolean): Decoration {
  const attrs = { class: `report-mark ${isActive || id === draftId ? 'is-active' : ''}`, 'data-thread': id };
  const node = doc.nodeAt(from);
  const isBlock = node?.isBlock && node.isLeaf && from + node.nodeSize === to;
  return isBlock ? Decoration.node(from, to, attrs) : Decoration.inline(from, to, attrs);
}
