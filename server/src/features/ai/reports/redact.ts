import { isDeepStrictEqual } from 'node:util';
import { type Db, sql } from '../../../platform/database/index.ts';
import { rewriteRows } from '../../../platform/word-removal/index.ts';
import { type ErasedSources, redactCitations } from '../../evidence/index.ts';
import { type ReportRow, saveReport } from './store.ts';

/** Reports are long. */
const pageSize = 20;

/** Removes what the reports of a project quote from erased sources. */
export async function redactReports(
  db: Db,
  project_id: string,
  erased: ErasedSources,
  now: Date,
  changed: (tx: Db, count: number) => Promise<void>,
): Promise<void> {
  await rewriteRows<ReportRow>(db, {
    readPage: (after) =>
      db.query(sql`
        select * from reports where project_id = ${project_id} and id > ${after} order by id limit ${pageSize}`),
    lock: (tx, ids) =>
      tx.query(sql`select * from reports where id = any(${ids}::text[]) order by id for no key update`),
    rewrite(report) {
      const { title, prompt, summary, body_markdown } = report;
      const redacted = redactCitations(
        [title, prompt, summary, body_markdown],
        report.citations,
        erased,
        report.file_ids.some((id) => erased.fileIds.has(id)) ||
          report.response_ids.some((id) => erased.responseIds.has(id)),
      );
      const after: ReportRow = {
        ...report,
        title: redacted.texts[0] ?? '',
        prompt: redacted.texts[1] ?? '',
        summary: redacted.texts[2] ?? '',
        body_markdown: redacted.texts[3] ?? '',
        citations: redacted.citations,
      };
      return isDeepStrictEqual(after, report) ? undefined : { ...after, updated_at: now };
    },
    async save(tx, report) {
      await saveReport(tx, report);
      await tx.query(sql`update reports set prompt = ${report.prompt} where id = ${report.id}`);
    },
    changed,
  });
}
