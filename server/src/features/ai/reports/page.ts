import { escapeHtml } from '../../../foundation/html.ts';
import { attributionOf } from '../../evidence/quotes/index.ts';
import { markdownToHtml } from './markdown/to-html.ts';
import { phrasesIn } from './phrases.ts';
import { citationStyleOf, type PrintedReport, verifiedCitations } from './printed-report.ts';

/** A report as a self-contained page, for the HTML export and for the shared link. */
export function reportPage(report: PrintedReport): string {
  const { title, summary, body_markdown, language } = report;
  const style = citationStyleOf(report);
  const sources = verifiedCitations(report).map(
    (citation) =>
      `<li id="${citation.id}"><b>[${citation.id.slice(4)}]</b> ${escapeHtml(attributionOf(citation))}</li>`,
  );
  const list =
    sources.length > 0
      ? `<h2>${escapeHtml(phrasesIn(language).sources)}</h2>\n<ul class="sources">\n${sources.join('\n')}\n</ul>`
      : '';
  return `<!doctype html>
<html lang="${escapeHtml(language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>
body { overflow-wrap: anywhere; margin: 0 auto; max-width: 44rem; padding: 2rem 1rem; font: 1rem/1.6 system-ui, sans-serif; color: #1c1b1a; background: #fbfaf8 }
blockquote { margin: 1.5rem 0; padding-left: 1rem; border-left: 3px solid #5b8def }
h1 { line-height: 1.2 }
.table { overflow-x: auto; margin: 1.5rem 0 }
table { border-collapse: collapse }
th, td { overflow-wrap: break-word; max-width: 24rem; padding: .25rem .75rem; border-bottom: 1px solid #8886; text-align: left }
pre { overflow-x: auto }
sup.unverified { color: #6d675f }
.sources { list-style: none; padding: 0 }
@media (prefers-color-scheme: dark) { body { color: #eceae6; background: #191817 } a { color: #8fb2f5 } sup.unverified { color: #b5afa6 } }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${markdownToHtml(summary, style)}
${markdownToHtml(body_markdown, style)}
${list}
</main>
</body>
</html>
`;
}
