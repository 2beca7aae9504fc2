import type { Source, StoredSource } from '../../../evidence/index.ts';
import type { Citation, VerifyOptions } from '../../../evidence/quotes/index.ts';
import type { ExportFormat } from '../rendering/export.ts';
import type { PrintedReport } from '../rendering/printed-report.ts';

export interface VerifyTask extends Omit<VerifyOptions, 'index'> {
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
