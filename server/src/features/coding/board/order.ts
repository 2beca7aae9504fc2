import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';

/**
 * Order on a board (docs/adr/0040): a fractional key in byte order, then the id. Whoever changes an order holds the
 * board's lock, so neighbours that were read are still neighbours when the key between them is written.
 */
export async function lockBoard(tx: Db, projectId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`board ${projectId}`}, 0))`);
}

/** Things that stand in an order: the lanes of a project, or the cards of a lane. */
export interface Line {
  table: Sql;
  within: Sql;
}
export const lanesOf = (projectId: string): Line => ({
  table: sql`lanes`,
  within: sql`project_id = ${projectId}`,
});
export const cardsOf = (laneId: string): Line => ({ table: sql`cards`, within: sql`lane_id = ${laneId}` });

export type Place = { side: 'before' | 'after'; of: string } | 'end';

/** Keys grow when things are put into the same gap again and again; at this length the line is spaced anew. */
const keyLengthMax = 40;

/** A key for that place, as if `moving` stood nowhere; undefined when the thing to stand beside is not in the line. */
export async function keyAt(
  tx: Db,
  line: Line,
  place: Place,
  moving: string | null,
): Promise<string | undefined> {
  const gap = await findGap(tx, line, place, moving);
  if (!gap) return undefined;
  const key = keyBetween(gap);
  if (key) return key;
  await spaceAnew(tx, line);
  const wider = await findGap(tx, line, place, moving);
  return wider && keyBetween(wider);
}

/** Keys for so many more at the end of the line. */
export async function keysAtEnd(tx: Db, line: Line, count: number): Promise<string[]> {
  const gap = await findGap(tx, line, 'end', null);
  return generateNKeysBetween(gap?.before ?? null, null, count);
}

interface Gap {
  before: string | null;
  after: string | null;
}

export function keyBetween({ before, after }: Gap): string | undefined {
  if (before !== null && after !== null && before >= after) return undefined;
  const key = generateKeyBetween(before, after);
  return key.length > keyLengthMax ? undefined : key;
}

async function findGap(tx: Db, line: Line, place: Place, moving: string | null): Promise<Gap | undefined> {
  const others = sql`select position from ${line.table} where ${line.within} and id is distinct from ${moving}`;
  if (place === 'end') {
    const [last] = await tx.query<{ position: string }>(
      sql`${others} order by position desc, id desc limit 1`,
    );
    return { before: last?.position ?? null, after: null };
  }
  const beyond =
    place.side === 'before'
      ? sql`(position, id) < (a.position, a.id) order by position desc, id desc`
      : sql`(position, id) > (a.position, a.id) order by position, id`;
  const [row] = await tx.query<{ anchor: string; neighbour: string | null }>(sql`
    select a.position as anchor, (${others} and ${beyond} limit 1) as neighbour
      from (select position, id from ${line.table} where id = ${place.of} and ${line.within}) a`);
  if (!row) return undefined;
  return place.side === 'before'
    ? { before: row.neighbour, after: row.anchor }
    : { before: row.anchor, after: row.neighbour };
}

async function spaceAnew(tx: Db, line: Line): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    sql`select id from ${line.table} where ${line.within} order by position, id`,
  );
  const keys = generateNKeysBetween(null, null, rows.length);
  await tx.query(sql`
    update ${line.table} t set position = k.position
      from unnest(${rows.map((row) => row.id)}::text[], ${keys}::text[]) as k (id, position) where t.id = k.id`);
}
