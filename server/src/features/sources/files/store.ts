import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { hasTag, highlightTagIdsOf, tagIdsOf, usesTag } from '../../coding/tags/index.ts';
import { type Access, accessColumns, type ProjectRecords } from '../../projects/index.ts';

export const fileKinds = ['video', 'audio', 'pdf', 'document', 'image', 'other'] as const;
export type FileKind = (typeof fileKinds)[number];
export const fileStatuses = ['uploading', 'processing', 'ready', 'failed'] as const;
export const transcriptionStatuses = [
  'none',
  'requested',
  'queued',
  'running',
  'completed',
  'failed',
] as const;
export const fileSources = ['upload', 'url', 'text', 'transcript', 'session', 'response'] as const;

export interface Fault {
  code: string;
  message: string;
}

export interface FileRow {
  id: string;
  workspace_id: string;
  project_id: string;
  name: string;
  kind: FileKind;
  content_type: string;
  inline: boolean;
  size_bytes: number | null;
  checksum_sha256: string | null;
  duration_seconds: number | null;
  page_count: number | null;
  blob_key: string | null;
  thumbnail_key: string | null;
  waveform_key: string | null;
  language: string | null;
  source: (typeof fileSources)[number];
  source_url: string | null;
  status: (typeof fileStatuses)[number];
  transcription_status: (typeof transcriptionStatuses)[number];
  transcription_job_id: string | null;
  transcribe: Record<string, unknown> | null;
  session_id: string | null;
  response_id: string | null;
  recorded_at: Date | null;
  tag_ids: string[];
  sentiment: { label: string; score: number } | null;
  metadata: Record<string, string>;
  error: Fault | null;
  charged_bytes: number;
  upload_expires_at: Date | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
  /** Of the file, its transcript, and its taggings, notes and clips. */
  last_activity_at: Date;
}

export type FileWithAccess = FileRow & Access;

/** The columns that API responses show. The others are internal, such as storage keys. */
export type PublicFile = Omit<
  FileRow,
  | 'workspace_id'
  | 'inline'
  | 'blob_key'
  | 'waveform_key'
  | 'source_url'
  | 'transcribe'
  | 'charged_bytes'
  | 'upload_expires_at'
>;

const lastActivity = sql`greatest(f.updated_at, (select a.at from file_activity a where a.file_id = f.id))`;
const columns = sql`f.*, ${tagIdsOf(sql`f.id`)} as tag_ids, ${lastActivity} as last_activity_at`;
const publicColumns = sql`f.id, f.project_id, f.name, f.kind, f.thumbnail_key, f.content_type, f.size_bytes, f.checksum_sha256,
  f.duration_seconds, f.page_count, f.language, f.source, f.status, f.transcription_status, f.transcription_job_id,
  f.session_id, f.response_id, f.recorded_at, f.sentiment, f.metadata, f.error, f.created_at, f.updated_at, f.created_by,
  ${tagIdsOf(sql`f.id`)} as tag_ids, ${lastActivity} as last_activity_at`;

export async function insertFile(tx: Db, f: FileRow): Promise<void> {
  await tx.query(sql`
    insert into files (id, workspace_id, project_id, name, kind, content_type, inline, size_bytes, checksum_sha256,
      duration_seconds, page_count, blob_key, language, source, source_url, status, transcription_status, transcribe,
      session_id, response_id, recorded_at, metadata, charged_bytes, upload_expires_at, created_by, created_at,
      updated_at)
    values (${f.id}, ${f.workspace_id}, ${f.project_id}, ${f.name}, ${f.kind}, ${f.content_type}, ${f.inline},
      ${f.size_bytes}, ${f.checksum_sha256}, ${f.duration_seconds}, ${f.page_count}, ${f.blob_key}, ${f.language},
      ${f.source}, ${f.source_url}, ${f.status}, ${f.transcription_status}, ${f.transcribe}, ${f.session_id},
      ${f.response_id}, ${f.recorded_at}, ${f.metadata}, ${f.charged_bytes}, ${f.upload_expires_at},
      ${f.created_by}, ${f.created_at}, ${f.updated_at})`);
}

/** Finds a file in the workspace and in a project that is not deleted. The service checks access. */
export async function findFile(
  db: Db,
  { workspace_id }: Pick<Researcher, 'workspace_id'>,
  fileId: string,
  lock: Sql = sql``,
): Promise<FileWithAccess | undefined> {
  const [row] = await db.query<FileWithAccess>(sql`
    select ${columns}, ${accessColumns} from files f join projects p on p.id = f.project_id
     where f.id = ${fileId} and f.workspace_id = ${workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

/** For background work, which has no principal. No access check. */
export async function findFileById(db: Db, fileId: string, lock: Sql = sql``): Promise<FileRow | undefined> {
  const [row] = await db.query<FileRow>(sql`select ${columns} from files f where f.id = ${fileId} ${lock}`);
  return row;
}

const jsonColumns = new Set(['error', 'transcribe', 'sentiment', 'metadata']);
type Changeable = Omit<
  FileRow,
  'id' | 'workspace_id' | 'tag_ids' | 'last_activity_at' | 'created_at' | 'created_by'
>;

/** Updates only the given columns. */
export async function updateFile(tx: Db, fileId: string, change: Partial<Changeable>): Promise<void> {
  const names = Object.keys(change) as (keyof Changeable)[];
  const values = names.map((name) =>
    jsonColumns.has(name) && change[name] !== null ? JSON.stringify(change[name]) : change[name],
  );
  await tx.query(updateStatement(names, values, fileId));
}

function updateStatement(names: string[], values: unknown[], fileId: string): Sql {
  // The names are keys of FileRow, never user input.
  const strings = names.map((name, i) => (i === 0 ? `update files set ${name} = ` : `, ${name} = `));
  return sql([...strings, ' where id = ', ''] as unknown as TemplateStringsArray, ...values, fileId);
}

export async function deleteFile(tx: Db, fileId: string): Promise<void> {
  await tx.query(sql`delete from files where id = ${fileId}`);
}

interface FileFilters extends ListQuery {
  kind?: string;
  status?: string;
  transcription_status?: string;
  tag_id?: string;
  used_tag_id?: string;
  size_bytes?: number;
  q?: string;
}

export type ListedFileRow = PublicFile & { highlight_tag_ids: string[] };

export async function listFiles(db: Db, projectId: string, query: FileFilters) {
  const where = [sql`f.project_id = ${projectId}`];
  if (query.kind) where.push(among(sql`f.kind`, query.kind));
  if (query.status) where.push(among(sql`f.status`, query.status));
  if (query.transcription_status) where.push(among(sql`f.transcription_status`, query.transcription_status));
  if (query.tag_id !== undefined) where.push(hasTag(sql`f.id`, query.tag_id));
  if (query.used_tag_id !== undefined) where.push(usesTag(sql`f.id`, query.used_tag_id));
  if (query.size_bytes !== undefined) where.push(sql`f.size_bytes = ${query.size_bytes}`);
  if (query.q) where.push(contains(sql`f.name`, query.q));
  return listPage<ListedFileRow>(db, {
    name: `files of ${projectId}`,
    query,
    select: sql`select ${publicColumns}, ${highlightTagIdsOf(sql`f.id`)} as highlight_tag_ids`,
    from: sql`from files f`,
    where,
    sorts: {
      created_at: { column: sql`f.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`f.updated_at`, type: 'timestamptz' },
      last_activity_at: { column: lastActivity, type: 'timestamptz' },
      name: { column: sql`lower(f.name) collate "C"`, type: 'text' },
      // Files without a duration or size come before all others.
      duration_seconds: { column: sql`coalesce(f.duration_seconds, -1)`, type: 'float8' },
      size_bytes: { column: sql`coalesce(f.size_bytes, -1)`, type: 'bigint' },
    },
    defaultSort: '-created_at',
    id: sql`f.id`,
  });
}

/** Lists incomplete uploads; with `expiredAt`, only those that have expired by then. */
export async function listOpenUploads(
  db: Db,
  expiredAt: Date | undefined,
  limit: number,
): Promise<FileRow[]> {
  return db.query<FileRow>(sql`
    select ${columns} from files f where status = 'uploading'
       and (${expiredAt ?? null}::timestamptz is null or upload_expires_at <= ${expiredAt ?? null})
     order by upload_expires_at limit ${limit}`);
}

/** Returns the ids that have no file. */
export async function findMissingFiles(db: Db, fileIds: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select t.id from unnest(${fileIds}::text[]) as t (id) where not exists (select 1 from files f where f.id = t.id)`);
  return rows.map((row) => row.id);
}

export const fileRecords: ProjectRecords = {
  kind: 'file',
  rows: sql`select id, project_id, id as file_id from files`,
};
