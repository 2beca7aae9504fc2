import { type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core';
import Blockquote from '@tiptap/extension-blockquote';
import Bold from '@tiptap/extension-bold';
import Code from '@tiptap/extension-code';
import CodeBlock from '@tiptap/extension-code-block';
import Document from '@tiptap/extension-document';
import HardBreak from '@tiptap/extension-hard-break';
import Heading from '@tiptap/extension-heading';
import HorizontalRule from '@tiptap/extension-horizontal-rule';
import Italic from '@tiptap/extension-italic';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import Paragraph from '@tiptap/extension-paragraph';
import Text from '@tiptap/extension-text';
import { Dropcursor, Gapcursor, UndoRedo } from '@tiptap/extensions';

/** Records that a report shows as blocks. In Markdown each is a paragraph that is a link to `parley:clip/…` (ADR 42). */
export const embedKinds = ['clip', 'card', 'highlights', 'chart'] as const;
export type EmbedKind = (typeof embedKinds)[number];

/** `[cit_3]`: where the words before it come from. */
export const CitationNode = Node.create({
  name: 'citation',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ id: { default: '' } }),
  parseHTML: () => [
    { tag: 'sup[data-citation]', getAttrs: (element) => ({ id: element.getAttribute('data-citation') }) },
  ],
  renderHTML: ({ node }) => ['sup', { 'data-citation': node.attrs.id }, String(node.attrs.id).slice(4)],
});

/** A quotation with its attribution. Its words are those that a person accepted, and are changed as a whole only. */
export const QuotationNode = Node.create({
  name: 'quotation',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    id: { default: '' },
    quote: { default: '' },
    attribution: { default: '' },
    marks: { default: '“”' },
  }),
  parseHTML: () => [
    { tag: 'blockquote[data-quotation]', getAttrs: readData(['id', 'quote', 'attribution']) },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'blockquote',
    {
      'data-quotation': '',
      'data-id': attrs.id,
      'data-quote': attrs.quote,
      'data-attribution': attrs.attribution,
    },
    `“${attrs.quote}” — ${attrs.attribution}`,
  ],
});

export const EmbedNode = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ kind: { default: 'clip' }, ref: { default: '' }, title: { default: '' } }),
  parseHTML: () => [{ tag: 'p[data-embed]', getAttrs: readData(['kind', 'ref', 'title']) }],
  renderHTML: ({ node: { attrs } }) => [
    'p',
    { 'data-embed': '', 'data-kind': attrs.kind, 'data-ref': attrs.ref, 'data-title': attrs.title },
    attrs.title,
  ],
});

/** Markdown that the editor shows and does not change, such as a table. */
export const SourceNode = Node.create({
  name: 'source',
  group: 'block',
  atom: true,
  addAttributes: () => ({ markdown: { default: '' } }),
  parseHTML: () => [{ tag: 'pre[data-source]', getAttrs: readData(['markdown']) }],
  renderHTML: ({ node }) => ['pre', { 'data-source': '', 'data-markdown': node.attrs.markdown }],
});

const readData = (names: string[]) => (element: HTMLElement) =>
  Object.fromEntries(names.map((name) => [name, element.getAttribute(`data-${name}`) ?? '']));

/** The addresses that the server shows as links. */
export const isSafe = (url: string): boolean => /^(https?:\/\/|mailto:)/i.test(url);

/** A link. TipTap's own brings a list of all top-level domains, which is a tenth of the editor. */
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = element.getAttribute('href') ?? '';
        return isSafe(href) && { href };
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => [
    'a',
    mergeAttributes(HTMLAttributes, { rel: 'noreferrer noopener' }),
    0,
  ],
});

/** What a report can contain: the Markdown that the server knows, and nothing else. */
export const textExtensions: Extensions = [
  Document,
  Paragraph,
  Text,
  Heading,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  Blockquote,
  CodeBlock,
  HorizontalRule,
  HardBreak,
  Bold,
  Italic,
  Code,
  Link,
  UndoRedo,
  Dropcursor,
  Gapcursor,
];

export const documentExtensions: Extensions = [
  ...textExtensions,
  CitationNode,
  QuotationNode,
  EmbedNode,
  SourceNode,
];
