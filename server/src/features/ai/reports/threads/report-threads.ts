import { createThreadPool, ThreadLimit } from '../../../../platform/threads/index.ts';
import { quotationsMax } from '../../../evidence/quotes/index.ts';
import type { ExportFormat, ReportExport } from '../rendering/export.ts';
import type { PrintedReport } from '../rendering/printed-report.ts';
import type { Outcome, ReportTask, Verified, VerifyTask } from './protocol.ts';

/** Processing a report exceeded its time or memory limit. The message is shown to the user. */
export class ReportTooLarge extends Error {}

type Stored = PrintedReport & { id: string; workspace_id: string; version: number };

export interface ReportThreads {
  verify(workspaceId: string, task: Omit<VerifyTask, 'kind'>): Promise<Verified>;
  export(report: Stored, format: ExportFormat): Promise<ReportExport>;
  /** The shared page. The last pages are cached, because anyone with the link can request it any number of times. */
  page(report: Stored): Promise<string>;
  close(): Promise<void>;
}

const pagesMax = 20;

/** Runs work whose cost depends on user input in threads, with limits on time and memory. */
export function createReportThreads({ deadlineMs = 20_000 } = {}): ReportThreads {
  const pool = createThreadPool({
    worker: new URL('./worker.ts', import.meta.url),
    heapMegabytes: 1024,
    deadlineMs,
  });
  const pages = new Map<string, Promise<string>>();

  async function run<Result>(workspaceId: string, task: ReportTask): Promise<Result> {
    const outcome = await pool.run<Outcome<Result>>(workspaceId, task).catch((error: unknown) => {
      if (error instanceof ThreadLimit) throw new ReportTooLarge(limitMessages[error.limit]);
      throw error;
    });
    if ('refused' in outcome) throw new ReportTooLarge(refusalMessages[outcome.refused]);
    return outcome.result;
  }

  return {
    verify: (workspaceId, task) => run(workspaceId, { ...task, kind: 'verify' }),
    export: (report, format) => run(report.workspace_id, { kind: 'export', report: printed(report), format }),
    page(report) {
      // Two changes can have the same time: that of a change is when its request arrived.
      const key = `${report.id} ${report.version} ${report.updated_at.getTime()}`;
      const cached = pages.get(key);
      if (cached) return cached;
      const page = run<string>(report.workspace_id, { kind: 'page', report: printed(report) });
      pages.set(key, page);
      page.catch(() => pages.delete(key));
      const [oldest] = pages.keys();
      if (pages.size > pagesMax && oldest) pages.delete(oldest);
      return page;
    },
    close: pool.close,
  };
}

const printed = (report: Stored): PrintedReport => {
  const { title, summary, body_markdown, citations, language, updated_at } = report;
  return { title, summary, body_markdown, citations, language, updated_at };
};

const limitMessages: Record<ThreadLimit['limit'], string> = {
  time: 'This report takes too long to process. Shorten it, or use fewer files.',
  memory: 'This report needs too much memory. Shorten it, or use fewer files.',
  waiting: 'Too many reports of this workspace are being processed. Try again in a moment.',
};

const refusalMessages = {
  too_many_quotations: `A report can have at most ${quotationsMax} quotations.`,
  too_large:
    'This report has too many table cells and paragraphs for a Word document. Export it as md or html.',
};
