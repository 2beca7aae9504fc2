import { phrasesIn } from './extractive/phrases.ts';
import { escapeMarkdown } from './markdown/escape.ts';
import { markdownToDocx } from './markdown/to-docx.ts';
import { type PrintedReport, reportPage } from './page.ts';
import { attributionOf } from './quotes/citation.ts';

export const exportFormats = ['md', 'html', 'docx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ReportExport {
  format: ExportFormat;
  filename: string;
  content_type: string;
  encoding: 'utf-8' | 'base64';
  content: string;
}

const contentTypes: Record<ExportFormat, string> = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

export async function exportReport(report: PrintedReport, format: ExportFormat): Promise<ReportExport> {
  const about = { format, filename: filenameOf(report.title, format), content_type: contentTypes[format] };
  if (format === 'html') return { ...about, encoding: 'utf-8', content: reportPage(report) };
  const whole = wholeMarkdown(report);
  if (format === 'docx') {
    const bytes = await markdownToDocx(report.title, whole);
    return { ...about, encoding: 'base64', content: bytes.toString('base64') };
  }
  return { ...about, encoding: 'utf-8', content: whole.replace(/(?<!\\)\[cit_(\d+)\]/g, '[$1]') };
}

/** Title, summary, body, and where each quotation stands. */
function wholeMarkdown({ title, summary, body_markdown, citations, language }: PrintedReport): string {
  const sources = citations
    .filter(({ verified }) => verified)
    .map((citation) => `- [${citation.id}] ${escapeMarkdown(attributionOf(citation))}`);
  return [
    `# ${escapeMarkdown(title)}`,
    summary,
    body_markdown,
    ...(sources.length > 0 ? [`## ${phrasesIn(language).sources}`, sources.join('\n')] : []),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
    .concat('\n');
}

/** A name that every file system takes. */
function filenameOf(title: string, format: ExportFormat): string {
  const name = title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|\s]+/gu, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return `${name.slice(0, 100).trim() || 'Report'}.${format}`.toWellFormed();
}
