import { idTimeMs } from '../../../foundation/ids.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { type Access, accessColumns, requireAccess, sharedWith } from '../../projects/index.ts';
import { eventDays } from '../retention.ts';

const oldest = (now: Date) => new Date(now.getTime() - eventDays * 86_400_000);

export interface EventsQuery extends ListQuery {
  type?: string;
  project_id?: string;
  wait_seconds?: number;
}

/**
 * The conditions for events `e` of projects `p`: the filters of the request, and access to the project. Events of a
 * deleted project remain visible to everyone who had access to it.
 */
export function eventFilters(principal: Researcher, query: EventsQuery, now: Date): Sql[] {
  const { user_id, workspace_id } = principal;
  const where = [
    sql`e.workspace_id = ${workspace_id}`,
    sql`e.created_at >= ${oldest(now)}`,
    sharedWith(user_id),
  ];
  if (query.type) where.push(among(sql`e.type`, query.type));
  if (query.project_id !== undefined) where.push(among(sql`e.project_id`, query.project_id));
  return where;
}

/** Newest first. The other direction is in follow.ts. */
export async function listEvents(db: Db, principal: Researcher, query: EventsQuery, now: Date) {
  return listPage<{ body: Buffer }>(db, {
    name: 'events',
    query,
    select: sql`select e.body`,
    from: sql`from events e join projects p on p.id = e.project_id`,
    where: eventFilters(principal, query, now),
    sorts: { created_at: { column: sql`e.created_at`, type: 'timestamptz' } },
    defaultSort: '-created_at',
    id: sql`e.id`,
  });
}

export async function findEvent(db: Db, principal: Researcher, eventId: string, now: Date) {
  const [row] = await db.query<Access & { body: Buffer }>(sql`
    select e.body, ${accessColumns} from events e join projects p on p.id = e.project_id
     where e.id = ${eventId} and e.created_at = ${new Date(idTimeMs(eventId))} and e.created_at >= ${oldest(now)}
       and e.workspace_id = ${principal.workspace_id}`);
  if (row) requireAccess(row, principal, 'read');
  return row;
}
