import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { visibleTo } from '../../projects/index.ts';

export const itemTypes = [
  'mention',
  'reply',
  'assignment',
  'job_succeeded',
  'job_failed',
  'response',
  'webhook_disabled',
  'invitation_bounced',
] as const;
export const subjectTypes = [
  'card',
  'report',
  'note',
  'clip',
  'tagging',
  'file',
  'chat',
  'project',
  'test',
  'response',
  'webhook',
  'invitation',
  'member_invitation',
] as const;

export interface InboxRow {
  id: string;
  type: (typeof itemTypes)[number];
  subject_type: (typeof subjectTypes)[number];
  subject_id: string;
  count: number;
  read_at: Date | null;
  created_at: Date;
  updated_at: Date;
  project_id: string | null;
  project_name: string | null;
  actor_id: string | null;
  actor_name: string | null;
  comment_id: string | null;
  excerpt: string | null;
  name: string | null;
  /** Where the moment is, in a file. */
  file_id: string | null;
  seconds: number | null;
  job_type: string | null;
  test_type: string | null;
  participant: string | null;
}

/** All names and words are those of the records now, so an erasure or a new title needs no change of the inbox. */
const columns = sql`
  select i.id, i.type, i.subject_type, i.subject_id, i.count, i.read_at, i.created_at, i.updated_at, p.id as project_id,
    p.name as project_name, a.id as actor_id, a.name as actor_name, c.id as comment_id,
    left(coalesce(c.body, j.error_message, v.bounce, mv.bounce_reason), 300) as excerpt,
    coalesce(k.title, r.title, n.title, left(n.body, 80), l.name, g.quote, f.name, h.title, t.name, v.email, mv.email,
      i.label, p.name) as name,
    coalesce(f.id, g.file_id, l.file_id, answered.id) as file_id,
    coalesce(c.start_seconds, s.start_seconds, g.start_seconds) as seconds,
    j.type as job_type, t.type as test_type,
    case when rs.id is not null then coalesce(who.name, 'Participant ' || rs.number) end as participant`;

const records = sql`
  from inbox_items i
  left join users a on a.id = i.actor_id
  left join jobs j on j.id = i.group_key
  left join comments c on c.id = i.source_id
  left join segments s on s.id = c.segment_id
  left join cards k on i.subject_type = 'card' and k.id = i.subject_id
  left join reports r on i.subject_type = 'report' and r.id = i.subject_id
  left join notes n on i.subject_type = 'note' and n.id = i.subject_id
  left join clips l on i.subject_type = 'clip' and l.id = i.subject_id
  left join taggings g on i.subject_type = 'tagging' and g.id = i.subject_id
  left join files f on i.subject_type = 'file' and f.id = i.subject_id
  left join chats h on i.subject_type = 'chat' and h.id = i.subject_id
  left join responses rs on i.subject_type = 'response' and rs.id = i.subject_id
  left join participants who on who.id = rs.participant_id
  left join invitations v on i.subject_type = 'invitation' and v.id = i.subject_id
  left join member_invitations mv on i.subject_type = 'member_invitation' and mv.id = i.subject_id
  left join tests t on t.id = case when i.type = 'response' then i.source_id when i.subject_type = 'test' then i.subject_id end
  left join lateral (
    select o.id from files o where o.response_id = rs.id or o.session_id = rs.session_id order by o.created_at, o.id limit 1
  ) answered on true
  -- A file moves with its jobs.
  left join projects p on p.id = coalesce(j.project_id, i.project_id)`;

/** Nothing of a project that is not shared with the user now. */
const visibleItems = (principal: Researcher): Sql => sql`
  i.user_id = ${principal.user_id} and (i.project_id is null or (${visibleTo(principal)}))`;

export const listInbox = (db: Db, principal: Researcher, query: ListQuery & { unread?: boolean }) =>
  listPage<InboxRow>(db, {
    name: `inbox ${principal.user_id}`,
    query,
    select: columns,
    from: records,
    where: [visibleItems(principal), ...(query.unread === undefined ? [] : [isUnread(query.unread)])],
    sorts: {
      created_at: { column: sql`i.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`i.updated_at`, type: 'timestamptz' },
    },
    defaultSort: '-updated_at',
    id: sql`i.id`,
  });

const isUnread = (unread: boolean): Sql => (unread ? sql`i.read_at is null` : sql`i.read_at is not null`);

/** Marks the chosen rows as read. Rows are locked in one order, because another request may mark the same. */
export async function markRead(db: Db, userId: string, which: Sql, now: Date): Promise<void> {
  await db.query(sql`
    with chosen as (
      select i.id from inbox_items i where i.user_id = ${userId} and i.read_at is null and ${which} order by i.id for update)
    update inbox_items i set read_at = ${now} from chosen where i.id = chosen.id`);
}

/** Marks rows as unread, to take back that they were marked as read. */
export async function markUnread(db: Db, userId: string, ids: string[]): Promise<void> {
  await db.query(sql`
    with chosen as (
      select i.id from inbox_items i where i.user_id = ${userId} and i.id = any(${ids}::text[]) order by i.id for update)
    update inbox_items i set read_at = null from chosen where i.id = chosen.id`);
}

/** How many visible rows are unread, up to a number. */
export async function countUnread(db: Db, principal: Researcher, most: number): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*)::integer as n from (
      select 1 from inbox_items i left join jobs j on j.id = i.group_key
        left join projects p on p.id = coalesce(j.project_id, i.project_id)
       where ${visibleItems(principal)} and i.read_at is null limit ${most}) unread`);
  return row?.n ?? 0;
}

/** Deletes rows that are older than the retention, in batches. */
export async function pruneInbox(db: Db, before: Date): Promise<void> {
  for (let deleted = pruneBatch; deleted === pruneBatch; ) {
    const rows = await db.query<{ id: string }>(sql`
      delete from inbox_items where id = any(array(
        select id from inbox_items where updated_at < ${before} order by updated_at limit ${pruneBatch} for update skip locked))
      returning id`);
    deleted = rows.length;
  }
}
const pruneBatch = 1_000;
