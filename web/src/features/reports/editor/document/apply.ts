import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { changesBetween } from './merge.ts';
import { parseBlocks } from './parse.ts';
import { blockMarkdown, blocksOf } from './serialize.ts';
import { setSource, sourceOf } from './sources.ts';

/** Marks a change that came from the server: it is neither saved again nor undone with Ctrl+Z. */
export const fromServer = 'fromServer';

/**
 * Changes the document to these blocks. Blocks that stay the same are not touched, so the caret, the selection and what plays
 * remain. Undefined if nothing changes.
 */
export function applyBlocks(state: EditorState, blocks: string[]): Transaction | undefined {
  const current = blocksOf(state.doc);
  const positions = positionsOf(state.doc);
  const changes = changesBetween(current.map(blockMarkdown), blocks);
  if (changes.length === 0) return undefined;
  const { tr } = state;
  const written: Node[] = [];
  for (const { from, to, blocks: texts } of changes.toReversed()) {
    const nodes = parseBlocks(state.schema, texts.join('\n\n'));
    const start = positions.get(current[from] as Node) ?? endOf(current[from - 1], positions);
    const end = to > from ? endOf(current[to - 1], positions) : start;
    replaceChanged(tr, start, end, Fragment.fromArray(nodes));
    written.push(...nodes);
  }
  if (tr.doc.childCount === 0) tr.insert(0, state.schema.node('paragraph'));
  keepSources(tr.doc, written);
  return tr.setMeta(fromServer, true).setMeta('addToHistory', false);
}

function positionsOf(doc: Node): Map<Node, number> {
  const positions = new Map<Node, number>();
  doc.forEach((block, offset) => void positions.set(block, offset));
  return positions;
}

const endOf = (block: Node | undefined, positions: Map<Node, number>): number =>
  block ? (positions.get(block) ?? 0) + block.nodeSize : 0;

/** Within one paragraph, replaces only the words that differ, so that a caret in it keeps its place. */
function replaceChanged(tr: Transaction, start: number, end: number, after: Fragment): void {
  const old = tr.doc.nodeAt(start);
  const [written] = after.content;
  const isOneBlock = after.childCount === 1 && old !== null && start + old.nodeSize === end;
  if (!isOneBlock || !written?.isTextblock || !old.sameMarkup(written)) {
    tr.replace(start, end, new Slice(after, 0, 0));
    return;
  }
  const from = old.content.findDiffStart(written.content);
  const until = old.content.findDiffEnd(written.content);
  if (from === null || !until) return;
  // Repeated characters can belong to the equal beginning and to the equal end.
  const overlap = Math.max(0, from - Math.min(until.a, until.b));
  const inside = start + 1;
  tr.replaceWith(inside + from, inside + until.a + overlap, written.content.cut(from, until.b + overlap));
}

/** A block that was changed in place is another object than the one that was parsed. */
function keepSources(doc: Node, written: Node[]): void {
  const rest = [...written];
  doc.forEach((block) => {
    if (sourceOf(block)) return;
    const parsed = rest.find((node) => node.eq(block));
    const source = parsed && sourceOf(parsed);
    if (source) setSource(block, { ...source, previous: null, gap: '', tail: '' });
  });
}
