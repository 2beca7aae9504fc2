import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import {
  among,
  contains,
  type ListQuery,
  listPage,
  splitFilter,
} from '../../../platform/database/keyset-page.ts';
import { hashShareToken, type SharedColumns } from '../../../platform/secret-box/share-links.ts';
import type { Skipped } from '../../evidence/index.ts';
import type { Citation } from '../../evidence/quotes/index.ts';
import { type Access, accessColumns, type ProjectRecords } from '../../projects/index.ts';
import type { UseOfFile } from '../../registrations.ts';
import type { Template } from './draft.ts';

export const reportStatuses = ['ready', 'edited'] as const;

export interface ReportRow extends SharedColumns {
  id: string;
  workspace_id: string;
  project_id: string;
  title: string;
  /** Null if a person created the report by hand, like `model` and `job_id`. */
  prompt: string | null;
  template: Template | null;
  status: (typeof reportStatuses)[number];
  summary: string;
  body_markdown: string;
  citations: Citation[];
  file_ids: string[];
  response_ids: string[];
  skipped: Skipped[];
  language: string | null;
  model: string | null;
  job_id: string | null;
  version: number;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export type ReportWithAccess = ReportRow & Access;

export async function insertReport(tx: Db, r: ReportRow): Promise<void> {
  await tx.query(sql`
    insert into reports (id, workspace_id, project_id, title, prompt, template, status, summary, body_markdown,
      citations, file_ids, response_ids, skipped, language, model, job_id, version, created_by, created_at, updated_at)
    values (${r.id}, ${r.workspace_id}, ${r.project_id}, ${r.title}, ${r.prompt}, ${r.template}, ${r.status},
      ${r.summary}, ${r.body_markdown}, ${JSON.stringify(r.citations)}, ${r.file_ids}, ${r.response_ids}, ${JSON.stringify(r.skipped)},
      ${r.language}, ${r.model}, ${r.job_id}, ${r.version}, ${r.created_by}, ${r.created_at}, ${r.updated_at})`);
}

export async function saveReport(tx: Db, r: ReportRow): Promise<void> {
  await tx.query(sql`
    update reports set title = ${r.title}, status = ${r.status}, summary = ${r.summary},
      body_markdown = ${r.body_markdown}, citations = ${JSON.stringify(r.citations)},
      file_ids = ${r.file_ids}, response_ids = ${r.response_ids},
      share_hash = ${r.share_hash}, share_sealed = ${r.share_sealed},
      version = ${r.version}, updated_at = ${r.updated_at}
     where id = ${r.id}`);
}

export async function findReport(
  db: Db,
  { workspace_id }: Researcher,
  reportId: string,
  lock: Sql = sql``,
): Promise<ReportWithAccess | undefined> {
  const [row] = await db.query<ReportWithAccess>(sql`
    select r.*, ${accessColumns} from reports r join projects p on p.id = r.project_id
     where r.id = ${reportId} and r.workspace_id = ${workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

/** Finds a report that is shared and in a project that is not deleted. */
export async function findSharedReport(
  db: Db,
  token: string,
): Promise<(ReportRow & { workspace_name: string }) | undefined> {
  const [row] = await db.query<ReportRow & { workspace_name: string }>(sql`
    select r.*, w.name as workspace_name
      from reports r join projects p on p.id = r.project_id join workspaces w on w.id = r.workspace_id
     where r.share_hash = ${hashShareToken(token)} and p.deleted_at is null`);
  return row;
}

export async function deleteReport(tx: Db, reportId: string): Promise<void> {
  await tx.query(sql`delete from reports where id = ${reportId}`);
}

interface ReportFilters extends ListQuery {
  status?: string;
  template?: string;
  file_id?: string;
  q?: string;
}

/** A report in a list, without body and citations. */
export type ListedReportRow = Omit<ReportRow, 'body_markdown' | 'citations'> & {
  quote_count: number;
  unverified_quote_count: number;
};

export async function listReports(db: Db, projectId: string, query: ReportFilters) {
  const where = [sql`r.project_id = ${projectId}`];
  if (query.status) where.push(among(sql`r.status`, query.status));
  if (query.template) where.push(among(sql`r.template`, query.template));
  if (query.file_id !== undefined) where.push(sql`r.file_ids && ${splitFilter(query.file_id)}::text[]`);
  if (query.q) where.push(sql`(${contains(sql`r.title`, query.q)} or ${contains(sql`r.prompt`, query.q)})`);
  return listPage<ListedReportRow>(db, {
    name: `reports of ${projectId}`,
    query,
    // A page of a hundred reports with their bodies and citations would be tens of megabytes.
    select: sql`select r.id, r.workspace_id, r.project_id, r.title, r.prompt, r.template, r.status, r.summary, r.file_ids, r.response_ids,
      r.skipped, r.language, r.model, r.job_id, r.version, r.share_hash, r.share_sealed, r.created_by, r.created_at, r.updated_at,
      (select count(*) from jsonb_array_elements(r.citations) c where (c ->> 'verified')::boolean)::integer as quote_count,
      (select count(*) from jsonb_array_elements(r.citations) c where not (c ->> 'verified')::boolean)::integer
        as unverified_quote_count`,
    from: sql`from reports r`,
    where,
    sorts: {
      created_at: { column: sql`r.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`r.updated_at`, type: 'timestamptz' },
    },
    defaultSort: '-created_at',
    id: sql`r.id`,
  });
}

export const reportUses: UseOfFile = {
  names: ['report', 'reports'],
  count: ({ id, project_id }) => sql`
    select count(*)::integer from reports where project_id = ${project_id} and ${id} = any(file_ids)`,
};

export const reportRecords: ProjectRecords = {
  kind: 'report',
  rows: sql`select id, project_id, null::text as file_id from reports`,
};
