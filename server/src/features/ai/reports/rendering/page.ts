import { escapeHtml } from '../../../../foundation/html.ts';
import { publicPage } from '../../../../http/public-page.ts';
import { attributionOf } from '../../../evidence/quotes/index.ts';
import { phrasesIn } from '../phrases.ts';
import { citationStyleOf, type PrintedReport, verifiedCitations } from './printed-report.ts';
import { markdownToHtml } from './to-html.ts';

/** A report as a page: self-contained for the HTML export, or for the shared link. */
export function reportPage(report: PrintedReport, { shared = false } = {}): string {
  const { title, summary, body_markdown, language } = report;
  const style = citationStyleOf(report);
  const sources = verifiedCitations(report).map(
    (citation) =>
      `<li id="${citation.id}"><b>[${citation.id.slice(4)}]</b> ${escapeHtml(attributionOf(citation))}${shared ? playMark(citation.id) : ''}</li>`,
  );
  const list =
    sources.length > 0
      ? `<h2>${escapeHtml(phrasesIn(language).sources)}</h2>\n<ul class="sources">\n${sources.join('\n')}\n</ul>`
      : '';
  return publicPage({
    title,
    language,
    header: shared ? byMark : '',
    body: `<h1>${escapeHtml(title)}</h1>
${withCites(markdownToHtml(summary, style))}
${withCites(markdownToHtml(body_markdown, style))}
${list}`,
    styles,
    online: shared,
  });
}

/** Replaced when a shared page is sent: the name of the workspace can change, and the page is cached. */
export const byMark = '<!--by-->';
/** Replaced by a link if a shared clip contains the passage. Text in reports is escaped and cannot contain a mark. */
const playMark = (citationId: string) => `<!--play ${citationId}-->`;
export const anyPlayMark = /<!--play (cit_\d+)-->/g;

/** Who said a quotation is on its last line, and is shown smaller. */
const withCites = (html: string) =>
  html.replaceAll(
    /<br>\n(— (?:(?!<br>|<\/blockquote>)[\s\S])*)<\/blockquote>/g,
    '<br>\n<cite>$1</cite></blockquote>',
  );

const styles = `main { font-size: .9375rem; line-height: 1.5rem }
.table { overflow-x: auto; margin: 1.5rem 0 }
table { border-collapse: collapse; font-size: .8125rem; line-height: 1.125rem }
th, td { overflow-wrap: break-word; max-width: 24rem; padding: .375rem .75rem; border-bottom: 1px solid var(--line) }
pre { overflow-x: auto }
sup { line-height: 0 }
blockquote { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--surface) }
cite { font: .8125rem/1.25rem var(--sans); color: var(--soft) }
sup.unverified { color: var(--soft) }
.sources { list-style: none; padding: 0; font-size: .8125rem; line-height: 1.25rem; color: var(--soft) }
.sources li { padding: .375rem 0; border-bottom: 1px solid var(--line) }
.sources li:target { background: var(--sunken); color: var(--ink) }
.sources b { color: var(--ink); font-weight: 600 }
.sources a { white-space: nowrap; display: inline-block; padding-block: .125rem }
@page { margin: 2cm }
@media print { :root { color-scheme: light; --paper: #fff; --surface: #fff; --sunken: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #000 } .top { border: 0; padding-inline: 0 } main { max-width: none; padding: 0 } h1, h2, h3, h4 { break-after: avoid } blockquote, tr, .sources li { break-inside: avoid } .table { overflow: visible } }
`;
