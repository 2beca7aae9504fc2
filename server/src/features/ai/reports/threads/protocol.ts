import type { ExportFormat } from '../export.ts';
import type { PrintedReport } from '../page.ts';
import type { Citation } from '../quotes/citation.ts';
import type { SettleOptions } from '../quotes/settle.ts';
import type { Source, StoredSource } from '../sources.ts';

export interface VerifyTask extends Omit<SettleOptions, 'library'> {
  kind: 'verify';
  texts: string[];
  sources: (Source | StoredSource)[];
}

export interface Verified {
  texts: string[];
  citations: Citation[];
}

export type ReportTask =
  | VerifyTask
  | { kind: 'page'; report: PrintedReport }
  | { kind: 'export'; report: PrintedReport; format: ExportFormat };

export type Outcome<Result> = { result: Result } | { refused: 'too_many_quotations' | 'too_large' };
