import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, empty, join, raw, type Sql, sql } from '../../../platform/database/index.ts';
import type { BlobsInUse } from '../../../platform/storage/check-storage.ts';
import { type Access, accessColumns, type ProjectRecords } from '../../projects/index.ts';
import { tagIdsOf } from '../../tags/index.ts';

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
  /** When the file, its transcript, or its taggings, notes and clips last changed. */
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

export const lastActivity = sql`greatest(f.updated_at, (select a.at from file_activity a where a.file_id = f.id))`;
const columns = sql`f.*, ${tagIdsOf(sql`f.id`)} as tag_ids, ${lastActivity} as last_activity_at`;
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
  lock?: Sql,
): Promise<FileWithAccess | undefined> {
  const read = lock ? db.query : db.lookUp;
  const [row] = await read<FileWithAccess>(sql`
    select ${columns}, ${accessColumns} from files f join projects p on p.id = f.project_id
     where f.id = ${fileId} and f.workspace_id = ${workspace_id} and p.deleted_at is null ${lock ?? empty}`);
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
  const assignments = names.map((name) => {
    const isJson = jsonColumns.has(name) && change[name] !== null;
    // The names are keys of FileRow, never user input.
    return sql`${raw(name)} = ${isJson ? JSON.stringify(change[name]) : change[name]}`;
  });
  await tx.query(sql`update files set ${join(assignments)} where id = ${fileId}`);
}

/** Refuses further bytes of the recordings of these responses, whose link was revoked. The sweep removes what has arrived. */
export async function endUploadsOf(tx: Db, responseIds: Sql, now: Date): Promise<void> {
  await tx.query(sql`
    update files set upload_expires_at = ${now}
     where response_id in (${responseIds}) and status = 'uploading' and upload_expires_at > ${now}`);
}

/** Call this before locking a file in order to delete it: the project is locked before its records (ADR 6). */
export async function lockProjectOfFile(tx: Db, fileId: string): Promise<void> {
  await tx.query(sql`
    select 1 from projects where id = (select project_id from files where id = ${fileId}) for no key update`);
}

export async function deleteFile(tx: Db, fileId: string): Promise<void> {
  await tx.query(sql`delete from files where id = ${fileId}`);
}

export type ListedFileRow = PublicFile & { highlight_tag_ids: string[] };

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

export const fileBlobs: BlobsInUse = {
  prefix: 'files/',
  keys: sql`select blob_key from files union all select thumbnail_key from files union all select waveform_key from files`,
};
