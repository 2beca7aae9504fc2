import GithubSlugger from 'github-slugger';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { escapeHtml } from '../../foundation/html.ts';
import { publicPage } from '../public-page.ts';

/** The folder of the guides in the repository; links in a guide are relative to it. */
const folder = 'docs/api';
/** The name of the guide that lists all others. */
export const indexName = 'README';

/** A heading contains no other heading. */
const headings = /<h([1-6])>((?:(?!<\/?h[1-6]>)[\s\S])*)<\/h\1>/g;

const pathOf = (name: string) => (name === indexName ? '/docs/guides' : `/docs/guides/${name}`);

/** A guide of docs/api as a page. `names` are the guides that exist. */
export function renderGuide(markdown: string, name: string, names: ReadonlySet<string>): string {
  const html = micromark(markdown, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] });
  const [first] = html.matchAll(headings);
  return publicPage({
    title: `${textOf(first?.[2] ?? name)} – Parley`,
    header: navigation(name),
    body: scrollable(withServedLinks(withFragments(html), names)),
    styles,
  });
}

function navigation(current: string): string {
  const guides =
    current === indexName ? '<a href="/docs/guides" aria-current="page">' : '<a href="/docs/guides">';
  return `<nav aria-label="Documentation">${guides}Guides</a><a href="/docs">Reference</a></nav>`;
}

/** Gives headings the fragments that they have on GitHub, because the guides link to those. */
function withFragments(html: string): string {
  const slugger = new GithubSlugger();
  return html.replaceAll(
    headings,
    (_all, depth, content) =>
      `<h${depth} id="${escapeHtml(slugger.slug(textOf(content)))}">${content}</h${depth}>`,
  );
}

/** Only guides are served. Links to other files of the repository become their text and path. */
const withServedLinks = (html: string, names: ReadonlySet<string>) =>
  html.replaceAll(/<a href="([^"]*)">((?:(?!<\/?a[ >])[\s\S])*)<\/a>/g, (link, href, content) => {
    if (/^(https?:|mailto:|#|\/)/.test(href)) return link;
    const { pathname, hash } = new URL(href, `file:///${folder}/`);
    const path = pathname.slice(1);
    const [, guide = ''] = /^docs\/api\/([\w-]+)\.md$/.exec(path) ?? [];
    if (names.has(guide)) return `<a href="${pathOf(guide)}${hash}">${content}</a>`;
    return `${content} (<code>${path}</code>)`;
  });

/** Wide tables and examples scroll inside their box, with pointer and keyboard, not with the page. */
const scrollable = (html: string) =>
  html
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0" role="group" aria-label="Example">');

const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const textOf = (html: string) =>
  html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => characters[entity] ?? entity);

const styles = `.top { align-items: center }
nav { display: flex; gap: 1rem; font-size: .875rem }
nav a { padding-block: .25rem }
nav [aria-current] { color: var(--ink); text-decoration: none }
main { font-size: .9375rem; line-height: 1.5rem }
li { margin-block: .25rem }
code { font-size: .875em; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
:not(pre) > code { padding: .0625rem .25rem; border-radius: 4px; background: var(--sunken) }
pre { overflow-x: auto; padding: .75rem 1rem; border-radius: 8px; background: var(--sunken); font-size: .875rem; line-height: 1.25rem; overflow-wrap: normal }
.wide { overflow-x: auto; margin: 1rem 0 }
table { border-collapse: collapse; font-size: .8125rem; line-height: 1.25rem }
th, td { overflow-wrap: break-word; min-width: 6rem; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
:target { scroll-margin-top: 1rem }
`;
