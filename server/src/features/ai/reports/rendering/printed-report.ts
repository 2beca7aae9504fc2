import type { Citation } from '../../../evidence/quotes/index.ts';
import { phrasesIn } from '../phrases.ts';
import type { CitationStyle } from './citation-style.ts';

/** The fields of a report that a page or an exported file shows. */
export interface PrintedReport {
  title: string;
  summary: string;
  body_markdown: string;
  citations: Citation[];
  language: string | null;
  updated_at: Date;
}

export const verifiedCitations = ({ citations }: PrintedReport) =>
  citations.filter(({ verified }) => verified);

export const citationStyleOf = (report: PrintedReport): CitationStyle => ({
  verified: new Set(verifiedCitations(report).map(({ id }) => id)),
  unverifiedMark: phrasesIn(report.language).unverifiedMark,
});
