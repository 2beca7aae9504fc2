import { escapeMarkdown } from '../../../evidence/markdown/index.ts';
import { attributionOf } from '../../../evidence/quotes/index.ts';
import { phrasesIn } from '../phrases.ts';
import { citationText } from './citation-style.ts';
import { reportPage } from './page.ts';
import { citationStyleOf, type PrintedReport, verifiedCitations } from './printed-report.ts';
import { markdownToDocx } from './to-docx.ts';

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
  const style = citationStyleOf(report);
  if (format === 'docx') {
    const { title, updated_at: updatedAt } = report;
    const bytes = await markdownToDocx(whole, { ...style, title, updatedAt });
    return { ...about, encoding: 'base64', content: bytes.toString('base64') };
  }
  const content = whole.replace(/(?<!\\)\[(cit_\d+)\]/g, (_, id: string) => citationText(id, style));
  return { ...about, encoding: 'utf-8', content };
}

/** Title, summary, body and a list of the sources. */
function wholeMarkdown(report: PrintedReport): string {
  const { title, summary, body_markdown, language } = report;
  const sources = verifiedCitations(report).map(
    (citation) => `- [${citation.id}] ${escapeMarkdown(attributionOf(citation))}`,
  );
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

/** A name that is valid in every file system. */
function filenameOf(title: string, format: ExportFormat): string {
  const name = title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|\s]+/gu, ' ')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  return `${name.slice(0, 100).trim() || 'Report'}.${format}`.toWellFormed();
}
