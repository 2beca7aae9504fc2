import { escapeMarkdown } from '@parley/transcript-text/markdown';
import type { Node } from '@tiptap/pm/model';
import { defaultMarkdownSerializer, MarkdownSerializer } from 'prosemirror-markdown';
import { sourceOf } from './sources.ts';

const { nodes, marks } = defaultMarkdownSerializer;
type NodeWriter = (typeof nodes)[string];

const writers: Record<string, NodeWriter> = {
  paragraph: nodes.paragraph as NodeWriter,
  text: nodes.text as NodeWriter,
  heading: nodes.heading as NodeWriter,
  blockquote: nodes.blockquote as NodeWriter,
  horizontalRule: (state, node) => {
    state.write('---');
    state.closeBlock(node);
  },
  codeBlock(state, node) {
    const longest = Math.max(2, ...[...node.textContent.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
    const fence = '`'.repeat(longest + 1);
    state.write(`${fence}${node.attrs.language ?? ''}\n`);
    state.text(node.textContent, false);
    state.write(`\n${fence}`);
    state.closeBlock(node);
  },
  bulletList: (state, node) => state.renderList(node, '  ', () => '- '),
  orderedList(state, node) {
    const start = Number(node.attrs.start ?? 1);
    state.renderList(node, '   ', (i) => `${start + i}. `);
  },
  listItem: (state, node) => state.renderContent(node),
  hardBreak: (state, node, parent, index) => {
    for (let i = index + 1; i < parent.childCount; i++)
      if (parent.child(i).type !== node.type) return state.write('\\\n');
  },
  citation: (state, node) => state.write(`[${node.attrs.id}]`),
  quotation(state, { attrs }) {
    const [open, close] = [...String(attrs.marks)];
    state.write(`> ${open}${escapeMarkdown(attrs.quote)}${close}\n`);
    state.write(`> — ${escapeMarkdown(attrs.attribution)} [${attrs.id}]`);
    state.closeBlock(state as never);
  },
  embed(state, { attrs }) {
    state.write(`[${escapeMarkdown(attrs.title)}](parley:${attrs.kind}/${attrs.ref})`);
    state.closeBlock(state as never);
  },
  source(state, { attrs }) {
    state.write(attrs.markdown);
    state.closeBlock(state as never);
  },
};

const serializer = new MarkdownSerializer(
  writers,
  {
    bold: marks.strong as (typeof marks)[string],
    italic: { ...(marks.em as (typeof marks)[string]), open: '*', close: '*' },
    code: marks.code as (typeof marks)[string],
    link: marks.link as (typeof marks)[string],
  },
  // An address in angle brackets is a link, and `1)` or a single `+` is a list.
  { escapeExtraCharacters: /<|^\+(?=\s|$)|(?<=^\d{1,9})[.)](?=\s|$)/g },
);

/** The Markdown of one block: as it was read, unless it was edited. Empty for an empty paragraph. */
export function blockMarkdown(block: Node): string {
  const source = sourceOf(block);
  if (source) return source.text;
  if (block.isTextblock && block.type.name !== 'codeBlock' && block.content.size === 0) return '';
  const doc = block.type.schema.topNodeType.create(null, block);
  return serializer.serialize(doc, { tightLists: true }).trimEnd();
}

/** The blocks that Markdown has: not the empty paragraphs. */
export const blocksOf = (doc: Node): Node[] => doc.children.filter((block) => blockMarkdown(block) !== '');

/** The whole text. What nobody edited is the same, character by character. */
export function toMarkdown(doc: Node): string {
  let text = '';
  let previous: Node | null = null;
  let tail = '';
  for (const block of blocksOf(doc)) {
    const source = sourceOf(block);
    const isAsRead = source?.previous === previous;
    text += (isAsRead ? source.gap : previous === null ? '' : '\n\n') + blockMarkdown(block);
    previous = block;
    tail = source?.tail ?? '';
  }
  return text + tail;
}
