import { escapeHtml } from '../../../foundation/html.ts';
import { phrasesIn } from './extractive/phrases.ts';
import { markdownToHtml } from './markdown/to-html.ts';
import { attributionOf, type Citation } from './quotes/citation.ts';

/** What a page or a file shows of a report. */
export interface PrintedReport {
  title: string;
  summary: string;
  body_markdown: string;
  citations: Citation[];
  language: string | null;
}

/** A report as a page of its own: to be kept as a file, or shown to whoever has the link. */
export function reportPage(report: PrintedReport): string {
  const { title, summary, body_markdown, citations, language } = report;
  const printed = citations.filter(({ verified }) => verified);
  const sources = printed.map(
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
.sources { list-style: none; padding: 0 }
@media (prefers-color-scheme: dark) { body { color: #eceae6; background: #191817 } a { color: #8fb2f5 } }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${markdownToHtml(summary)}
${markdownToHtml(body_markdown)}
${list}
</main>
</body>
</html>
`;
}
