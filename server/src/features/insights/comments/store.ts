import type { IdKind } from '../../../foundation/ids.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, type ListQuery, listPage, splitFilter } from '../../../platform/database/keyset-page.ts';
import type { Excerpt } from '../../evidence/index.ts';
import { type Access, accessColumns } from '../../projects/index.ts';
import type { UseOfFile } from '../../registrations.ts';

/** Types of records that members comment on. */
export const targetTypes = ['card', 'report', 'note', 'clip', 'tagging', 'file'] as const satisfies IdKind[];

export interface CommentRow {
  id: string;
  project_id: string;
  target_type: (typeof targetTypes)[number];
  target_id: string;
  citation_id: string | null;
  segment_id: string | null;
  start_seconds: number | null;
  excerpt: Excerpt | null;
  body: string;
  mentions: string[];
  parent_id: string | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export async function insertComment(tx: Db, c: CommentRow): Promise<void> {
  await tx.query(sql`
    insert into comments (id, project_id, target_type, target_id, citation_id, segment_id, start_seconds, excerpt, body,
      mentions, parent_id, created_by, created_at, updated_at)
    values (${c.id}, ${c.project_id}, ${c.target_type}, ${c.target_id}, ${c.citation_id}, ${c.segment_id},
      ${c.start_seconds}, ${c.excerpt}, ${c.body}, ${c.mentions}, ${c.parent_id}, ${c.created_by}, ${c.created_at}, ${c.updated_at})`);
}

export async function saveComment(tx: Db, c: CommentRow): Promise<void> {
  await tx.query(sql`
    update comments set body = ${c.body}, mentions = ${c.mentions}, resolved_at = ${c.resolved_at},
      resolved_by = ${c.resolved_by}, updated_at = ${c.updated_at}
     where id = ${c.id}`);
}

export async function findComment(
  db: Db,
  principal: Researcher,
  commentId: string,
  lock: Sql = sql``,
): Promise<(CommentRow & Access) | undefined> {
  const [row] = await db.query<CommentRow & Access>(sql`
    select c.*, ${accessColumns} from comments c join projects p on p.id = c.project_id
     where c.id = ${commentId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

/** Replies are deleted with their comment. */
export async function removeComment(tx: Db, commentId: string): Promise<void> {
  await tx.query(sql`delete from comments where id = ${commentId}`);
}

interface CommentFilters extends ListQuery {
  target_type?: string;
  target_id?: string;
  file_id?: string;
  resolved?: boolean;
  mentions?: string;
}

export function listComments(db: Db, projectId: string, query: CommentFilters) {
  const where = [sql`c.project_id = ${projectId}`];
  if (query.target_type !== undefined) where.push(among(sql`c.target_type`, query.target_type));
  if (query.target_id !== undefined) where.push(among(sql`c.target_id`, query.target_id));
  if (query.file_id !== undefined) where.push(isAboutFiles(splitFilter(query.file_id)));
  if (query.resolved !== undefined) where.push(sql`(c.resolved_at is not null) = ${query.resolved}`);
  if (query.mentions !== undefined) where.push(sql`c.mentions && ${splitFilter(query.mentions)}::text[]`);
  return listPage<CommentRow>(db, {
    name: `comments ${projectId}`,
    query,
    select: sql`select c.*`,
    from: sql`from comments c`,
    where,
    sorts: {
      created_at: { column: sql`c.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`c.updated_at`, type: 'timestamptz' },
    },
    defaultSort: '-created_at',
    id: sql`c.id`,
  });
}

/** Which of these users are members of the workspace who may read the project. */
export async function findReaders(db: Db, projectId: string, userIds: string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select u.id from projects p join users u on u.workspace_id = p.workspace_id and u.kind = 'researcher'
     where p.id = ${projectId} and u.id = any(${userIds}::text[])
       and (p.owner_id = u.id or p.visibility = 'workspace' or u.id = any(p.member_ids))`);
  return new Set(rows.map(({ id }) => id));
}

/** About one of the files, of their highlights or of their clips. */
const isAboutFiles = (fileIds: string[]) => sql`c.target_id in (
  select unnest(${fileIds}::text[]) union all select g.id from taggings g where g.file_id = any(${fileIds})
  union all select k.id from clips k where k.file_id = any(${fileIds}))`;

export const commentUses: UseOfFile = {
  names: ['comment', 'comments'],
  count: ({ id, project_id }) => sql`
    select count(*)::integer from comments c where c.project_id = ${project_id} and ${isAboutFiles([id])}`,
};
