import { escapeHtml } from '../../../../foundation/html.ts';
import { type Block, parseBlocks } from './blocks.ts';
import type { Span } from './inline.ts';

/** Safe to put into a page: every word of the text is escaped. */
export const markdownToHtml = (markdown: string): string => parseBlocks(markdown).map(blockHtml).join('\n');

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${spansHtml(block.spans)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${spansHtml(block.spans)}</p>`;
    case 'quote':
      return `<blockquote>${block.lines.map(spansHtml).join('<br>\n')}</blockquote>`;
    case 'list': {
      const name = block.ordered ? 'ol' : 'ul';
      return `<${name}>\n${block.items.map((item) => `<li>${spansHtml(item)}</li>`).join('\n')}\n</${name}>`;
    }
    case 'table':
      // Wider than a phone, it scrolls inside its box and not with the page.
      return `<div class="table" tabindex="0"><table>\n${block.rows.map(rowHtml).join('\n')}\n</table></div>`;
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
  }
}

const rowHtml = (cells: Span[][], row: number) => {
  const name = row === 0 ? 'th' : 'td';
  return `<tr>${cells.map((cell) => `<${name}>${spansHtml(cell)}</${name}>`).join('')}</tr>`;
};

const spansHtml = (spans: Span[]) => spans.map(spanHtml).join('');

function spanHtml({ text, bold, italic, code, href, citation }: Span): string {
  let html = escapeHtml(text);
  if (code) html = `<code>${html}</code>`;
  if (italic) html = `<em>${html}</em>`;
  if (bold) html = `<strong>${html}</strong>`;
  if (href) html = `<a href="${escapeHtml(href)}" rel="noreferrer">${html}</a>`;
  if (citation) html = `<sup><a href="#${citation}">${html}</a></sup>`;
  return html;
}
