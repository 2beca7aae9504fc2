import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql, type Transaction } from '../../../platform/database/index.ts';
import {
  among,
  contains,
  type ListPlan,
  type ListQuery,
  listPage,
} from '../../../platform/database/keyset-page.ts';
import { type Access, accessColumns, type ProjectRecords } from '../../projects/index.ts';
import type { UseOfFile } from '../../registrations.ts';
import type { PastPosition } from '../../sources/transcripts/index.ts';
import { hasTag, tagIdsOf } from '../../tags/index.ts';

export interface Evidence {
  file_id: string | null;
  /** The passage that the evidence is anchored to (spec §4.8), and its earlier positions. */
  segment_id: string | null;
  start_character: number | null;
  end_segment_id: string | null;
  end_character: number | null;
  start_seconds: number | null;
  end_seconds: number | null;
  quote: string | null;
  speaker: string | null;
  clip_id: string | null;
  source_deleted: boolean;
  detached: boolean;
  past: PastPosition[];
  since_revision: number;
}

export interface CardRow {
  id: string;
  project_id: string;
  lane_id: string;
  position: string;
  title: string;
  body: string | null;
  color: string | null;
  tag_ids: string[];
  assignee_id: string | null;
  priority: 'low' | 'medium' | 'high' | 'urgent' | null;
  due_on: string | null;
  evidence: Evidence[];
  version: number;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export const cardColumns = sql`c.id, c.project_id, c.lane_id, c.position, c.title, c.body, c.color, c.assignee_id, c.priority,
  c.due_on, c.evidence, c.version, c.created_by, c.created_at, c.updated_at, ${tagIdsOf(sql`c.id`)} as tag_ids`;

export async function insertCard(tx: Db, card: CardRow): Promise<void> {
  await tx.query(sql`
    insert into cards (id, project_id, lane_id, position, title, body, color, assignee_id, priority, due_on, evidence,
      version, created_by, created_at, updated_at)
    values (${card.id}, ${card.project_id}, ${card.lane_id}, ${card.position}, ${card.title}, ${card.body},
      ${card.color}, ${card.assignee_id}, ${card.priority}, ${card.due_on}, ${JSON.stringify(card.evidence)}::jsonb,
      ${card.version}, ${card.created_by}, ${card.created_at}, ${card.updated_at})`);
}

export async function findCard(
  db: Db,
  principal: Researcher,
  cardId: string,
  lock: Sql = sql``,
): Promise<(CardRow & Access) | undefined> {
  const [row] = await db.query<CardRow & Access>(sql`
    select ${cardColumns}, ${accessColumns} from cards c join projects p on p.id = c.project_id
     where c.id = ${cardId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

/** Reads what a move needs before it locks the board. The project cannot be deleted until the transaction ends. */
export async function findCardAccess(
  tx: Db,
  principal: Researcher,
  cardId: string,
): Promise<(Pick<CardRow, 'project_id' | 'lane_id'> & Access) | undefined> {
  const [row] = await tx.query<Pick<CardRow, 'project_id' | 'lane_id'> & Access>(sql`
    select c.project_id, c.lane_id, ${accessColumns} from cards c join projects p on p.id = c.project_id
     where c.id = ${cardId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null
       for key share of p`);
  return row;
}

/** Locks the row until the transaction ends. */
export async function findCardForUpdate(tx: Db, cardId: string): Promise<CardRow | undefined> {
  const [row] = await tx.query<CardRow>(
    sql`select ${cardColumns} from cards c where c.id = ${cardId} for no key update of c`,
  );
  return row;
}

export async function saveCard(tx: Db, card: CardRow): Promise<void> {
  await tx.query(sql`
    update cards set lane_id = ${card.lane_id}, position = ${card.position}, title = ${card.title},
      body = ${card.body}, color = ${card.color}, assignee_id = ${card.assignee_id}, priority = ${card.priority},
      due_on = ${card.due_on}, evidence = ${JSON.stringify(card.evidence)}::jsonb, version = ${card.version},
      updated_at = ${card.updated_at}
     where id = ${card.id}`);
}

/** The only write of a move. */
export function savePosition(tx: Transaction, { id, lane_id, position, version, updated_at }: CardRow): void {
  tx.send(sql`
    update cards set lane_id = ${lane_id}, position = ${position}, version = ${version}, updated_at = ${updated_at}
     where id = ${id}`);
}

/** Moves all cards of a lane, in their order, to these positions in another lane. */
export async function moveAllCards(tx: Db, fromLaneId: string, toLaneId: string, keys: string[], now: Date) {
  await tx.query(sql`
    update cards c set lane_id = ${toLaneId}, position = k.position, version = c.version + 1,
        updated_at = ${now}
      from (select id, row_number() over (order by position, id) as n from cards where lane_id = ${fromLaneId}) o
      join unnest(${keys}::text[]) with ordinality as k (position, n) using (n)
     where c.id = o.id`);
}

export async function removeCard(tx: Db, cardId: string): Promise<void> {
  await tx.query(sql`delete from cards where id = ${cardId}`);
}

export interface CardFilters extends ListQuery {
  lane_id?: string;
  tag_id?: string;
  assignee_id?: string;
  priority?: string;
  q?: string;
}

export const listCards = (db: Db, projectId: string, query: CardFilters) =>
  listPage<CardRow>(db, { ...planCards(projectId, query), select: sql`select ${cardColumns}` });

/** The list of cards, for rows or for JSON. */
export function planCards(projectId: string, query: CardFilters): Omit<ListPlan, 'select'> {
  const where = [sql`c.project_id = ${projectId}`];
  if (query.lane_id !== undefined) where.push(among(sql`c.lane_id`, query.lane_id));
  if (query.tag_id !== undefined) where.push(hasTag(sql`c.id`, query.tag_id));
  if (query.assignee_id !== undefined) where.push(among(sql`c.assignee_id`, query.assignee_id));
  if (query.priority) where.push(among(sql`c.priority`, query.priority));
  if (query.q) where.push(sql`(${contains(sql`c.title`, query.q)} or ${contains(sql`c.body`, query.q)})`);
  return {
    name: `cards ${projectId}`,
    query,
    from: sql`from cards c join lanes l on l.id = c.lane_id`,
    where,
    sorts: {
      // By lane, then by card. A space sorts before every character of a key, so it separates keys of different lengths.
      position: {
        column:
          query.lane_id && !query.lane_id.includes(',')
            ? sql`c.position`
            : sql`(l.position || ' ' || l.id || ' ' || c.position) collate "C"`,
        type: 'text',
      },
      created_at: { column: sql`c.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`c.updated_at`, type: 'timestamptz' },
    },
    defaultSort: 'position',
    id: sql`c.id`,
  };
}

/** The cards with evidence from this file, in board order within their lanes. */
export async function listCardsCiting(
  db: Db,
  projectId: string,
  fileId: string,
  limit: number,
): Promise<CardRow[]> {
  return db.query<CardRow>(sql`
    select ${cardColumns} from cards c
     where c.project_id = ${projectId} and c.evidence @> ${JSON.stringify([{ file_id: fileId }])}::jsonb
     order by c.lane_id, c.position, c.id limit ${limit}`);
}

export const cardRecords: ProjectRecords = {
  kind: 'card',
  rows: sql`select id, project_id, null::text as file_id from cards`,
};

/** Removes the assignee from the cards of a member who leaves the workspace. */
export async function unassignCards(tx: Db, { from, now }: { from: string; now: Date }): Promise<void> {
  await tx.query(sql`update cards set assignee_id = null, updated_at = ${now} where assignee_id = ${from}`);
}

export const cardUses: UseOfFile = {
  names: ['card', 'cards'],
  count: ({ id, project_id }) => sql`
    select count(*)::integer from cards where project_id = ${project_id}
      and evidence @> ${JSON.stringify([{ file_id: id }])}::jsonb`,
};
