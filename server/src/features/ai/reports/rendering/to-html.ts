import type { List, ListItem, RootContent } from 'mdast';
import { escapeHtml } from '../../../../foundation/html.ts';
import { parseMarkdown, type Span, spansOf } from '../../../evidence/markdown/index.ts';
import { type CitationStyle, citationText } from './citation-style.ts';
import { rowsOf } from './tables.ts';

/** Returns safe HTML: tags are created only here, and all text is escaped. */
export function markdownToHtml(markdown: string, style: CitationStyle): string {
  return blocksHtml(parseMarkdown(markdown).children, style);
}

const blocksHtml = (blocks: RootContent[], style: CitationStyle) =>
  blocks.map((block) => blockHtml(block, style)).join('\n');

function blockHtml(block: RootContent, style: CitationStyle): string {
  switch (block.type) {
    case 'heading':
      return `<h${block.depth}>${spansHtml(spansOf(block.children), style)}</h${block.depth}>`;
    case 'paragraph':
      return `<p>${spansHtml(spansOf(block.children), style)}</p>`;
    case 'blockquote': {
      const [only, ...more] = block.children;
      // The attribution is on its own line.
      if (only?.type === 'paragraph' && more.length === 0)
        return `<blockquote>${spansHtml(spansOf(only.children, { lines: true }), style)}</blockquote>`;
      return `<blockquote>${blocksHtml(block.children, style)}</blockquote>`;
    }
    case 'list':
      return listHtml(block, style);
    case 'table': {
      const rows = rowsOf(block).map((cells, i) => rowHtml(cells, i === 0 ? 'th' : 'td', style));
      // A wide table scrolls inside its box on small screens, not with the page.
      return `<div class="table" tabindex="0"><table>\n${rows.join('\n')}\n</table></div>`;
    }
    case 'code':
      return `<pre><code>${escapeHtml(block.value)}</code></pre>`;
    case 'thematicBreak':
      return '<hr>';
    default:
      return '';
  }
}

function listHtml({ ordered, start, spread, children }: List, style: CitationStyle): string {
  const name = ordered ? 'ol' : 'ul';
  const first = ordered && start != null && start !== 1 ? ` start="${start}"` : '';
  const items = children.map((item) => `<li>${itemHtml(item, Boolean(spread), style)}</li>`);
  return `<${name}${first}>\n${items.join('\n')}\n</${name}>`;
}

/** In a list without blank lines, items are not wrapped in paragraphs. */
const itemHtml = ({ children, spread }: ListItem, listSpread: boolean, style: CitationStyle) =>
  children
    .map((block) =>
      block.type === 'paragraph' && !spread && !listSpread
        ? spansHtml(spansOf(block.children), style)
        : blockHtml(block, style),
    )
    .join('\n');

const rowHtml = (cells: Span[][], name: 'th' | 'td', style: CitationStyle) =>
  `<tr>${cells.map((cell) => `<${name}>${spansHtml(cell, style)}</${name}>`).join('')}</tr>`;

const spansHtml = (spans: Span[], style: CitationStyle) =>
  spans.map((span) => spanHtml(span, style)).join('');

function spanHtml({ text, bold, italic, code, href, citation }: Span, style: CitationStyle): string {
  if (citation !== undefined) {
    const shown = escapeHtml(citationText(citation, style));
    return style.verified.has(citation)
      ? `<sup><a href="#${citation}">${shown}</a></sup>`
      : `<sup class="unverified">${shown}</sup>`;
  }
  let html = escapeHtml(text).replaceAll('\n', '<br>\n');
  if (code) html = `<code>${html}</code>`;
  if (italic) html = `<em>${html}</em>`;
  if (bold) html = `<strong>${html}</strong>`;
  return href ? `<a href="${escapeHtml(href)}" rel="noreferrer">${html}</a>` : html;
}
