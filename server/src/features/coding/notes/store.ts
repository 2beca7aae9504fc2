import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { type Access, accessColumns, type ProjectRecords } from '../../projects/index.ts';
import type { UseOfFile } from '../../registrations.ts';
import { hasTag, tagIdsOf } from '../../tags/index.ts';

export interface NoteRow {
  id: string;
  project_id: string;
  title: string | null;
  body: string;
  file_id: string | null;
  session_id: string | null;
  response_id: string | null;
  start_seconds: number | null;
  end_seconds: number | null;
  tag_ids: string[];
  pinned: boolean;
  source_deleted: boolean;
  version: number;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`n.*, ${tagIdsOf(sql`n.id`)} as tag_ids`;

export async function insertNote(tx: Db, note: NoteRow): Promise<void> {
  await tx.query(sql`
    insert into notes (id, project_id, title, body, file_id, session_id, response_id, start_seconds, end_seconds, pinned,
      version, created_by, created_at, updated_at)
    values (${note.id}, ${note.project_id}, ${note.title}, ${note.body}, ${note.file_id}, ${note.session_id},
      ${note.response_id}, ${note.start_seconds}, ${note.end_seconds}, ${note.pinned}, ${note.version}, ${note.created_by},
      ${note.created_at}, ${note.updated_at})`);
}

export async function findNote(
  db: Db,
  principal: Researcher,
  noteId: string,
  lock: Sql = sql``,
): Promise<(NoteRow & Access) | undefined> {
  const [row] = await db.query<NoteRow & Access>(sql`
    select ${columns}, ${accessColumns} from notes n join projects p on p.id = n.project_id
     where n.id = ${noteId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

export async function saveNote(tx: Db, note: NoteRow): Promise<void> {
  await tx.query(sql`
    update notes set title = ${note.title}, body = ${note.body}, file_id = ${note.file_id},
      session_id = ${note.session_id}, response_id = ${note.response_id}, start_seconds = ${note.start_seconds},
      end_seconds = ${note.end_seconds}, pinned = ${note.pinned}, source_deleted = ${note.source_deleted},
      version = ${note.version}, updated_at = ${note.updated_at}
     where id = ${note.id}`);
}

export async function removeNote(tx: Db, noteId: string): Promise<void> {
  await tx.query(sql`delete from notes where id = ${noteId}`);
}

interface NoteFilters extends ListQuery {
  file_id?: string;
  session_id?: string;
  response_id?: string;
  tag_id?: string;
  pinned?: boolean;
  q?: string;
}

export async function listNotes(db: Db, projectId: string, query: NoteFilters) {
  const where = [sql`n.project_id = ${projectId}`];
  if (query.file_id !== undefined) where.push(among(sql`n.file_id`, query.file_id));
  if (query.session_id !== undefined) where.push(among(sql`n.session_id`, query.session_id));
  if (query.response_id !== undefined) where.push(among(sql`n.response_id`, query.response_id));
  if (query.tag_id !== undefined) where.push(hasTag(sql`n.id`, query.tag_id));
  if (query.pinned !== undefined) where.push(sql`n.pinned = ${query.pinned}`);
  if (query.q) where.push(sql`(${contains(sql`n.title`, query.q)} or ${contains(sql`n.body`, query.q)})`);
  return listPage<NoteRow>(db, {
    name: `notes ${projectId}`,
    query,
    select: sql`select ${columns}`,
    from: sql`from notes n`,
    where,
    sorts: {
      created_at: { column: sql`n.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`n.updated_at`, type: 'timestamptz' },
    },
    defaultSort: '-created_at',
    id: sql`n.id`,
  });
}

export const noteRecords: ProjectRecords = {
  kind: 'note',
  rows: sql`select id, project_id, file_id from notes`,
};

export const noteUses: UseOfFile = {
  names: ['note', 'notes'],
  count: ({ id, project_id }) => sql`
    select count(*)::integer from notes where project_id = ${project_id} and file_id = ${id}`,
};
