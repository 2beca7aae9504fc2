import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { contains, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { type Access, accessColumns } from '../../projects/index.ts';
import type { Gap } from './order.ts';

export interface LaneRow {
  id: string;
  project_id: string;
  name: string;
  color: string | null;
  position: string;
  card_count: number;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`l.*, (select count(*) from cards c where c.lane_id = l.id) as card_count`;

export async function insertLane(tx: Db, lane: LaneRow): Promise<void> {
  await tx.query(sql`
    insert into lanes (id, project_id, name, color, position, created_by, created_at, updated_at)
    values (${lane.id}, ${lane.project_id}, ${lane.name}, ${lane.color}, ${lane.position}, ${lane.created_by},
      ${lane.created_at}, ${lane.updated_at})`);
}

export async function findLane(
  db: Db,
  principal: Researcher,
  laneId: string,
  lock: Sql = sql``,
): Promise<(LaneRow & Access) | undefined> {
  const [row] = await db.query<LaneRow & Access>(sql`
    select ${columns}, ${accessColumns} from lanes l join projects p on p.id = l.project_id
     where l.id = ${laneId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

/** Returns the id if the lane is in this project. */
export async function findLaneId(tx: Db, projectId: string, laneId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    sql`select id from lanes where project_id = ${projectId} and id = ${laneId}`,
  );
  return row?.id;
}

/** The gap after the last card of a lane, ignoring the card `moving`; by default of the first lane of the project. */
export async function findLaneEnd(
  tx: Db,
  projectId: string,
  laneId: string | undefined,
  moving: string | null,
): Promise<Gap | undefined> {
  const [row] = await tx.query<{ id: string; last: string | null }>(sql`
    select l.id, (
        select c.position from cards c where c.lane_id = l.id and c.id is distinct from ${moving}
         order by c.position desc, c.id desc limit 1) as last
      from lanes l
     where l.project_id = ${projectId}
       ${laneId === undefined ? sql`order by l.position, l.id limit 1` : sql`and l.id = ${laneId}`}`);
  return row && { sequence_id: row.id, before: row.last, after: null };
}

export async function saveLane(tx: Db, lane: LaneRow): Promise<void> {
  await tx.query(sql`
    update lanes set name = ${lane.name}, color = ${lane.color}, position = ${lane.position},
      updated_at = ${lane.updated_at}
     where id = ${lane.id}`);
}

/** Deletes the lane and its cards. */
export async function removeLane(tx: Db, laneId: string): Promise<void> {
  await tx.query(sql`delete from lanes where id = ${laneId}`);
}

interface LaneFilters extends ListQuery {
  q?: string;
}

export async function listLanes(db: Db, projectId: string, query: LaneFilters) {
  const where = [sql`l.project_id = ${projectId}`];
  if (query.q) where.push(contains(sql`l.name`, query.q));
  return listPage<LaneRow>(db, {
    name: `lanes ${projectId}`,
    query,
    select: sql`select ${columns}`,
    from: sql`from lanes l`,
    where,
    sorts: {
      position: { column: sql`l.position`, type: 'text' },
      created_at: { column: sql`l.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`l.updated_at`, type: 'timestamptz' },
      name: { column: sql`lower(l.name) collate "C"`, type: 'text' },
    },
    defaultSort: 'position',
    id: sql`l.id`,
  });
}
