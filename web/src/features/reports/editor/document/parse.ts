import { limitNesting } from '@parley/transcript-text';
import { parseMarkdown, spansOf } from '@parley/transcript-text/markdown';
import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model';
import type { Blockquote, ListItem, PhrasingContent, RootContent } from 'mdast';
import { type EmbedKind, embedKinds, isSafe } from './extensions.ts';
import { setSource } from './sources.ts';

/** Reads Markdown with the parser of the server, so that both agree on what is a quotation, a heading or a list. */
export function parseBlocks(schema: Schema, markdown: string): Node[] {
  const text = limitNesting(markdown);
  const { children } = parseMarkdown(text);
  const blocks: Node[] = [];
  let end = 0;
  for (const [i, child] of children.entries()) {
    const [from, to] = [child.position?.start.offset ?? end, child.position?.end.offset ?? end];
    const source = text.slice(from, to);
    const block = toBlock(schema, child, source);
    setSource(block, {
      text: source,
      previous: blocks.at(-1) ?? null,
      gap: text.slice(end, from),
      tail: i === children.length - 1 ? text.slice(to) : '',
    });
    blocks.push(block);
    end = to;
  }
  return blocks;
}

const toBlock = (schema: Schema, block: RootContent, source: string): Node =>
  (block.type === 'blockquote' && readQuotation(schema, block)) ||
  (block.type === 'paragraph' && readEmbed(schema, block.children)) ||
  toContent(schema, block) ||
  schema.node('source', { markdown: source });

/** Undefined for what the editor does not edit. */
function toContent(schema: Schema, block: RootContent): Node | undefined {
  switch (block.type) {
    case 'paragraph':
      return schema.node('paragraph', null, inline(schema, block.children));
    case 'heading':
      return schema.node('heading', { level: block.depth }, inline(schema, block.children));
    case 'thematicBreak':
      return schema.node('horizontalRule');
    case 'code': {
      const language = [block.lang, block.meta].filter(Boolean).join(' ') || null;
      return schema.node('codeBlock', { language }, block.value ? [schema.text(block.value)] : []);
    }
    case 'blockquote': {
      const children = contents(schema, block.children);
      return children && schema.node('blockquote', null, children);
    }
    case 'list': {
      const items = block.children.map((item) => toItem(schema, item));
      if (items.some((item) => item === undefined)) return undefined;
      const type = block.ordered ? 'orderedList' : 'bulletList';
      const attrs = block.ordered ? { start: block.start ?? 1 } : null;
      return schema.node(type, attrs, items as Node[]);
    }
    default:
      return undefined;
  }
}

function contents(schema: Schema, blocks: RootContent[]): Node[] | undefined {
  const nodes = blocks.map((block) => toContent(schema, block));
  if (nodes.some((node) => node === undefined)) return undefined;
  return nodes.length > 0 ? (nodes as Node[]) : [schema.node('paragraph')];
}

/** An item begins with a paragraph in the editor. */
function toItem(schema: Schema, { children }: ListItem): Node | undefined {
  const nodes = contents(schema, children);
  if (!nodes) return undefined;
  const first = nodes[0]?.type.name === 'paragraph' ? [] : [schema.node('paragraph')];
  return schema.node('listItem', null, [...first, ...nodes]);
}

function inline(schema: Schema, content: PhrasingContent[], marks: readonly Mark[] = []): Fragment {
  const nodes: Node[] = [];
  const within = (children: PhrasingContent[], mark: Mark) =>
    nodes.push(...inline(schema, children, mark.addToSet(marks)).content);
  for (const node of content) {
    if (node.type === 'text') {
      const text = node.value.replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? ' ' : space));
      if (text) nodes.push(schema.text(text, marks));
    } else if (node.type === 'inlineCode')
      nodes.push(schema.text(node.value, schema.mark('code').addToSet(marks)));
    else if (node.type === 'break') nodes.push(schema.node('hardBreak', null, [], marks));
    else if (node.type === 'citation') nodes.push(schema.node('citation', { id: node.id }, [], marks));
    else if (node.type === 'strong') within(node.children, schema.mark('bold'));
    else if (node.type === 'emphasis') within(node.children, schema.mark('italic'));
    else if (node.type === 'link') {
      if (isSafe(node.url)) within(node.children, schema.mark('link', { href: node.url }));
      else nodes.push(...inline(schema, node.children, marks).content);
    }
  }
  return Fragment.fromArray(nodes);
}

/** Words in quotation marks, then a line with the speaker, the file, the time and the citation. */
function readQuotation(schema: Schema, { children }: Blockquote): Node | undefined {
  const [only, ...more] = children;
  if (only?.type !== 'paragraph' || more.length > 0) return undefined;
  const citation = only.children.at(-1);
  if (citation?.type !== 'citation') return undefined;
  const spans = spansOf(only.children.slice(0, -1), { lines: true });
  if (spans.some((span) => span.bold || span.italic || span.code || span.href || span.citation))
    return undefined;
  const text = spans.map((span) => span.text).join('');
  const match = /^([“„«»‹›「『‘"'])([^\n]*)([“”«»‹›」』’"'])\n—(?: ([^\n]*))?$/u.exec(text.trimEnd());
  if (!match) return undefined;
  const [, open, quote, close, attribution = ''] = match;
  return schema.node('quotation', { id: citation.id, quote, attribution, marks: `${open}${close}` });
}

/** `[Three grey days](parley:clip/clp_1)`, alone in a paragraph. */
function readEmbed(schema: Schema, content: PhrasingContent[]): Node | undefined {
  const [link, ...more] = content;
  if (link?.type !== 'link' || more.length > 0) return undefined;
  const [, kind, ref] = /^parley:([a-z]+)\/([\w%=&.-]+)$/.exec(link.url) ?? [];
  if (!embedKinds.includes(kind as EmbedKind)) return undefined;
  const spans = spansOf(link.children);
  if (spans.some((span) => span.bold || span.italic || span.code || span.citation)) return undefined;
  return schema.node('embed', { kind, ref, title: spans.map((span) => span.text).join('') });
}
