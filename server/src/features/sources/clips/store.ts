import { type SpokenSegment, textWithin } from '@parley/transcript-text';
import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import {
  hashShareToken,
  type SharedColumns,
  type ShareLinks,
} from '../../../platform/secret-box/share-links.ts';
import type { BlobsInUse } from '../../../platform/storage/check-storage.ts';
import { type Access, accessColumns, type ProjectRecords } from '../../projects/index.ts';
import { hasTag, tagIdsOf } from '../../tags/index.ts';
import type { RecordingPart, RecordingRow } from '../made-recordings/index.ts';

export interface ClipRow extends RecordingRow, RecordingPart {
  /** The words in the clip, from the current transcript, so it changes when the transcript is edited. */
  transcript_text: string | null;
  speaker: string | null;
  tag_ids: string[];
}

export type ClipWithAccess = ClipRow & Access;

const spoken = sql`
  from segments s where s.file_id = c.file_id and s.start_seconds < c.end_seconds and s.end_seconds > c.start_seconds`;

/** The label of the speaker with the most time in the clip. */
const mainSpeaker = sql`(
  select sp ->> 'label' from transcripts t cross join jsonb_array_elements(t.speakers) sp
   where t.file_id = c.file_id and sp ->> 'id' = (
     select s.speaker_id ${spoken} group by s.speaker_id
      order by sum(least(s.end_seconds, c.end_seconds) - greatest(s.start_seconds, c.start_seconds)) desc, s.speaker_id
      limit 1) limit 1)`;

/** The times of words are needed only where the clip begins or ends inside a segment. */
const columns = sql`c.*, ${tagIdsOf(sql`c.id`)} as tag_ids, ${mainSpeaker} as speaker,
  (select jsonb_agg(jsonb_build_object('text', s.text, 'start_seconds', s.start_seconds, 'end_seconds', s.end_seconds,
     'words', case when s.start_seconds < c.start_seconds or s.end_seconds > c.end_seconds then s.words end)
     order by s.start_seconds, s.end_seconds, s.id) ${spoken}) as spoken`;

type StoredClip<Row extends ClipRow> = Omit<Row, 'transcript_text'> & { spoken: SpokenSegment[] | null };

function withTranscriptText<Row extends ClipRow>({ spoken, ...clip }: StoredClip<Row>): Row {
  return { ...clip, transcript_text: textWithin(spoken, clip as unknown as RecordingPart) } as unknown as Row;
}

export async function insertClip(tx: Db, c: ClipRow): Promise<void> {
  await tx.query(sql`
    insert into clips (id, workspace_id, project_id, file_id, name, description, start_seconds, end_seconds, captions,
      status, created_by, created_at, updated_at)
    values (${c.id}, ${c.workspace_id}, ${c.project_id}, ${c.file_id}, ${c.name}, ${c.description}, ${c.start_seconds},
      ${c.end_seconds}, ${c.captions}, ${c.status}, ${c.created_by}, ${c.created_at}, ${c.updated_at})`);
}

export async function saveClip(tx: Db, c: ClipRow): Promise<void> {
  await tx.query(sql`
    update clips set name = ${c.name}, description = ${c.description}, start_seconds = ${c.start_seconds},
      end_seconds = ${c.end_seconds}, captions = ${c.captions}, status = ${c.status}, content_type = ${c.content_type},
      size_bytes = ${c.size_bytes}, blob_key = ${c.blob_key}, thumbnail_key = ${c.thumbnail_key},
      share_hash = ${c.share_hash}, share_sealed = ${c.share_sealed}, error = ${c.error === null ? null : JSON.stringify(c.error)},
      updated_at = ${c.updated_at}
     where id = ${c.id}`);
}

export async function findClip(
  db: Db,
  { workspace_id }: Researcher,
  clipId: string,
  lock: Sql = sql``,
): Promise<ClipWithAccess | undefined> {
  const [row] = await db.query<StoredClip<ClipWithAccess>>(sql`
    select ${columns}, ${accessColumns} from clips c join projects p on p.id = c.project_id
     where c.id = ${clipId} and c.workspace_id = ${workspace_id} and p.deleted_at is null ${lock}`);
  return row && withTranscriptText<ClipWithAccess>(row);
}

export async function findClipById(db: Db, clipId: string, lock: Sql = sql``): Promise<ClipRow | undefined> {
  const [row] = await db.query<StoredClip<ClipRow>>(
    sql`select ${columns} from clips c where c.id = ${clipId} ${lock}`,
  );
  return row && withTranscriptText<ClipRow>(row);
}

type SharedClipRow = ClipRow & { workspace_name: string };

/** Finds a clip that is shared, ready, and in a project that is not deleted. */
export async function findSharedClip(db: Db, token: string): Promise<SharedClipRow | undefined> {
  const [row] = await db.query<StoredClip<SharedClipRow>>(sql`
    select ${columns}, w.name as workspace_name
      from clips c join projects p on p.id = c.project_id join workspaces w on w.id = c.workspace_id
     where c.share_hash = ${hashShareToken(token)} and c.status = 'ready' and p.deleted_at is null`);
  return row && withTranscriptText<SharedClipRow>(row);
}

export interface SharedClipSpan extends RecordingPart {
  /** Path of its public page. */
  path: string;
}

/** The clips of a project that anyone with their link can watch, the shortest first. */
export async function listSharedClips(
  db: Db,
  links: ShareLinks,
  projectId: string,
): Promise<SharedClipSpan[]> {
  const rows = await db.query<RecordingPart & { id: string } & SharedColumns>(sql`
    select id, file_id, start_seconds, end_seconds, share_hash, share_sealed from clips
     where project_id = ${projectId} and status = 'ready' and share_sealed is not null
     order by end_seconds - start_seconds, id limit 1000`);
  return rows.flatMap((row) => {
    const url = links.urlOf('clips', row);
    return url ? [{ ...row, path: new URL(url).pathname }] : [];
  });
}

export async function deleteClip(tx: Db, clipId: string): Promise<void> {
  await tx.query(sql`delete from clips where id = ${clipId}`);
}

interface ClipFilters extends ListQuery {
  file_id?: string;
  status?: string;
  tag_id?: string;
  q?: string;
}

export async function listClips(db: Db, projectId: string, query: ClipFilters) {
  const where = [sql`c.project_id = ${projectId}`];
  if (query.file_id !== undefined) where.push(among(sql`c.file_id`, query.file_id));
  if (query.status) where.push(among(sql`c.status`, query.status));
  if (query.tag_id !== undefined) where.push(hasTag(sql`c.id`, query.tag_id));
  if (query.q)
    where.push(sql`(${contains(sql`c.name`, query.q)} or ${contains(sql`c.description`, query.q)})`);
  const page = await listPage<StoredClip<ClipRow>>(db, {
    name: `clips of ${projectId}`,
    query,
    select: sql`select ${columns}`,
    from: sql`from clips c`,
    where,
    sorts: {
      created_at: { column: sql`c.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`c.updated_at`, type: 'timestamptz' },
      name: { column: sql`lower(c.name) collate "C"`, type: 'text' },
    },
    defaultSort: '-created_at',
    id: sql`c.id`,
  });
  return { ...page, rows: page.rows.map((row) => withTranscriptText<ClipRow>(row)) };
}

export const clipRecords: ProjectRecords = {
  kind: 'clip',
  rows: sql`select id, project_id, file_id from clips`,
};

/** Returns file and times of each clip, without locking the clip. */
export async function findClipSpans(
  db: Db,
  projectId: string,
  ids: string[],
): Promise<Map<string, RecordingPart>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<RecordingPart & { id: string }>(sql`
    select id, file_id, start_seconds, end_seconds from clips
     where id = any(${ids}::text[]) and project_id = ${projectId}`);
  return new Map(rows.map(({ id, ...span }) => [id, span]));
}

export const clipBlobs: BlobsInUse = {
  prefix: 'clips/',
  keys: sql`select blob_key from clips union all select thumbnail_key from clips`,
};
