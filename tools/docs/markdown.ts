import GithubSlugger from 'github-slugger';
import type { Heading, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';

/** Content by path, relative to the root of the repository. A binary file has the content ''. */
export type Documents = Map<string, string>;

export interface Section {
  depth: number;
  text: string;
  line: number;
}

export interface Link {
  url: string;
  line: number;
}

export const parseMarkdown = (text: string): Root => fromMarkdown(text);

export function readSections(tree: Root): Section[] {
  const sections: Section[] = [];
  visit(tree, 'heading', (heading: Heading) => {
    sections.push({ depth: heading.depth, text: textOf(heading), line: heading.position?.start.line ?? 0 });
  });
  return sections;
}

export function readLinks(tree: Root): Link[] {
  const links: Link[] = [];
  visit(tree, (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      links.push({ url: node.url, line: node.position?.start.line ?? 0 });
    }
  });
  return links;
}

/** The fragments that GitHub gives to the headings of a document. */
export function readFragments(tree: Root): Set<string> {
  const slugger = new GithubSlugger();
  return new Set(readSections(tree).map(({ text }) => slugger.slug(text)));
}
