import type { Nodes, PhrasingContent, Root } from 'mdast';
import { type Extension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { limitNesting } from '../limit-nesting.ts';
import { reportSyntax } from './syntax.ts';

/** A reference such as `[cit_3]`. */
export interface CitationNode {
  type: 'citation';
  /** `cit_3` */
  id: string;
  position?: Root['position'];
}

declare module 'mdast' {
  interface PhrasingContentMap {
    citation: CitationNode;
  }
  interface RootContentMap {
    citation: CitationNode;
  }
}

const citationFromMarkdown: Extension = {
  enter: {
    citation(token) {
      this.enter({ type: 'citation', id: this.sliceSerialize(token).slice(1, -1) }, token);
    },
  },
  exit: {
    citation(token) {
      this.exit(token);
    },
  },
};

/** The only Markdown parser: verification, HTML and Word documents all use this tree. */
export const parseMarkdown = (markdown: string): Root =>
  fromMarkdown(limitNesting(markdown), {
    extensions: [gfmTable(), reportSyntax()],
    mdastExtensions: [gfmTableFromMarkdown(), citationFromMarkdown],
  });

/** All nodes in document order. Not recursive, because emphasis can nest deeper than the call stack allows. */
export function* walk(root: Nodes): Generator<Nodes> {
  const stack: Nodes[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if ('children' in node) stack.push(...node.children.toReversed());
  }
}

/** A run of text with one style. */
export interface Span {
  /** A line break is `\n`. */
  text: string;
  bold: boolean;
  italic: boolean;
  code: boolean;
  href?: string;
  citation?: string;
}

type Style = Omit<Span, 'text'>;

/** The content of a paragraph, heading or cell as a flat list. Line ends become spaces, or remain with `lines`. */
export function spansOf(content: PhrasingContent[], { lines = false } = {}): Span[] {
  const plain: Style = { bold: false, italic: false, code: false };
  const stack = content.toReversed().map((node) => ({ node, style: plain }));
  const spans: Span[] = [];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, style } = next;
    if (node.type === 'text')
      spans.push({ ...style, text: node.value.replace(/\r?\n|\r/g, lines ? '\n' : ' ') });
    else if (node.type === 'inlineCode') spans.push({ ...style, code: true, text: node.value });
    else if (node.type === 'break') spans.push({ ...style, text: '\n' });
    else if (node.type === 'citation')
      spans.push({ ...style, text: `[${node.id.slice(4)}]`, citation: node.id });
    else if ('children' in node) {
      const inner = { ...style, ...styleOf(node) };
      stack.push(...node.children.toReversed().map((child) => ({ node: child, style: inner })));
    }
  }
  return spans;
}

function styleOf(node: PhrasingContent): Partial<Style> {
  if (node.type === 'strong') return { bold: true };
  if (node.type === 'emphasis') return { italic: true };
  return node.type === 'link' && isSafe(node.url) ? { href: node.url } : {};
}

/** Excludes `javascript:` and `data:` URLs, which could run code when clicked. */
const isSafe = (url: string) => /^(https?:\/\/|mailto:)/i.test(url);
