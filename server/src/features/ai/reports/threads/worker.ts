import {
  createQuoteIndex,
  TooManyQuotations,
  toSource,
  verifyQuotes,
} from '../../../evidence/quotes/index.ts';
import { exportReport } from '../rendering/export.ts';
import { reportPage } from '../rendering/page.ts';
import { DocumentTooLarge } from '../rendering/to-docx.ts';
import type { Outcome, ReportTask, VerifyTask } from './protocol.ts';

/** The thread behind report-threads.ts. */
export async function work(task: ReportTask): Promise<Outcome<unknown>> {
  try {
    return { result: await perform(task) };
  } catch (error) {
    // The class of an error is lost when it passes between threads.
    if (error instanceof TooManyQuotations) return { refused: 'too_many_quotations' };
    if (error instanceof DocumentTooLarge) return { refused: 'too_large' };
    throw error;
  }
}

function perform(task: ReportTask) {
  if (task.kind === 'verify') return verify(task);
  return task.kind === 'page'
    ? reportPage(task.report, { shared: true })
    : exportReport(task.report, task.format);
}

function verify({ texts, sources, ...options }: VerifyTask) {
  const parsed = sources.map((source) => ('segments_json' in source ? toSource(source) : source));
  return verifyQuotes(texts, { ...options, index: createQuoteIndex(parsed) });
}
