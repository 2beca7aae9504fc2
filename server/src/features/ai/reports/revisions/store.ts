import { type Db, type Sql, sql } from '../../../../platform/database/index.ts';
import { type ListQuery, listPage } from '../../../../platform/database/keyset-page.ts';
import type { Citation } from '../../../evidence/quotes/index.ts';
import type { ReportRow } from '../store.ts';

export const revisionActions = ['generate', 'create', 'edit', 'revert'] as const;

/** An entry in the history of a report, without its text. */
export interface RevisionRow {
  revision: number;
  action: (typeof revisionActions)[number];
  title: string;
  created_by: string | null;
  created_at: Date;
}

/** A revision with what a revert restores. */
export interface RevisionText extends RevisionRow {
  summary: string;
  body_markdown: string;
  citations: Citation[];
}

/** An editor saves often, and a text has up to 220,000 characters and 2,000 citations. */
export const revisionsMax = 200;
/** Of all revisions of one report, as PostgreSQL stores them: compressed. */
const storedBytesMax = 20_000_000;

/** Adds the report as it is now to its history, and removes the oldest revisions if they are too many or too large. */
export async function addRevision(
  tx: Db,
  report: ReportRow,
  action: RevisionRow['action'],
  userId: string | null,
): Promise<void> {
  await tx.query(sql`
    insert into report_revisions (report_id, revision, action, title, summary, body_markdown, citations, created_by, created_at)
    values (${report.id}, ${report.version}, ${action}, ${report.title}, ${report.summary}, ${report.body_markdown},
      ${JSON.stringify(report.citations)}, ${userId}, ${report.updated_at})`);
  await tx.query(sql`
    delete from report_revisions where report_id = ${report.id} and revision <= (
      select revision from (
        select revision, row_number() over newest as place,
               sum(pg_column_size(body_markdown) + pg_column_size(citations)) over newest as bytes
          from report_revisions where report_id = ${report.id} window newest as (order by revision desc)) r
       where place > ${revisionsMax} or bytes > ${storedBytesMax} order by revision desc limit 1)`);
}

export async function findRevision(
  db: Db,
  reportId: string,
  revision: number,
  lock: Sql = sql``,
): Promise<RevisionText | undefined> {
  const [row] = await db.query<RevisionText>(sql`
    select revision, action, title, summary, body_markdown, citations, created_by, created_at from report_revisions
     where report_id = ${reportId} and revision = ${revision} ${lock}`);
  return row;
}

export const listRevisions = (db: Db, reportId: string, query: ListQuery) =>
  listPage<RevisionRow>(db, {
    name: `revisions of ${reportId}`,
    query,
    select: sql`select v.revision, v.action, v.title, v.created_by, v.created_at`,
    from: sql`from report_revisions v`,
    where: [sql`v.report_id = ${reportId}`],
    sorts: { created_at: { column: sql`v.created_at`, type: 'timestamptz' } },
    defaultSort: '-created_at',
    id: sql`lpad(v.revision::text, 10, '0')`,
  });
