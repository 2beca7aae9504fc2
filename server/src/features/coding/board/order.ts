import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { type Db, type Sql, sql, type TransactionOptions } from '../../../platform/database/index.ts';

/** A board takes one change after the other, and a flush takes longer than the change itself (ADR 5). */
export const boardChange: TransactionOptions = { contended: true };

/**
 * The order of cards in a lane and of lanes on a board: a fractional key in byte order, then the id. Every transaction
 * that changes an order holds the lock of its board, so two cards that were read as neighbours are still neighbours when
 * the key between them is written. Run such a transaction with `boardChange`.
 */
export async function lockBoard(tx: Db, projectId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`board ${projectId}`}, 0))`);
}

/** A table of ordered rows, and the column of the sequence that a row belongs to. */
export interface Ordered {
  table: Sql;
  sequence: Sql;
}
export const cardsInLanes: Ordered = { table: sql`cards`, sequence: sql`lane_id` };
export const lanesInProjects: Ordered = { table: sql`lanes`, sequence: sql`project_id` };

export type Destination = { side: 'before' | 'after'; of: string } | 'end';

/** A position in a sequence: the keys before and after it, or null if there is no row. */
export interface Gap {
  sequence_id: string;
  before: string | null;
  after: string | null;
}

/** The gap before or after another row of the project, ignoring the row `moving`; undefined if there is no such row. */
export async function findGapNextTo(
  tx: Db,
  { table, sequence }: Ordered,
  projectId: string,
  { side, of }: Exclude<Destination, 'end'>,
  moving: string,
): Promise<Gap | undefined> {
  const [beyond, direction] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const [row] = await tx.query<{ sequence_id: string; position: string; neighbour: string | null }>(sql`
    select a.${sequence} as sequence_id, a.position, (
        select n.position from ${table} n
         where n.${sequence} = a.${sequence} and n.id <> ${moving} and (n.position, n.id) ${beyond} (a.position, a.id)
         order by n.position ${direction}, n.id ${direction} limit 1) as neighbour
      from ${table} a where a.id = ${of} and a.project_id = ${projectId}`);
  if (!row) return undefined;
  const { sequence_id, position, neighbour } = row;
  return side === 'before'
    ? { sequence_id, before: neighbour, after: position }
    : { sequence_id, before: position, after: neighbour };
}

/** The gap after the last row of a sequence, ignoring the row `moving`. */
export async function findGapAtEnd(
  tx: Db,
  { table, sequence }: Ordered,
  sequenceId: string,
  moving: string | null = null,
): Promise<Gap> {
  const [last] = await tx.query<{ position: string }>(sql`
    select position from ${table} where ${sequence} = ${sequenceId} and id is distinct from ${moving}
     order by position desc, id desc limit 1`);
  return { sequence_id: sequenceId, before: last?.position ?? null, after: null };
}

/** Moves into the same gap lengthen keys by about one character in six moves; at this length new keys are assigned. */
const keyLengthMax = 40;

/** A key for the gap. If it has none that is short enough, the sequence gets new keys and the gap is read again. */
export async function keyFor(
  tx: Db,
  ordered: Ordered,
  gap: Gap,
  readAgain: () => Promise<Gap | undefined>,
): Promise<string> {
  const key = keyBetween(gap);
  if (key) return key;
  await assignNewKeys(tx, ordered, gap.sequence_id);
  const wider = await readAgain();
  const retried = wider && keyBetween(wider);
  if (!retried) throw new Error(`No key fits into a sequence with new keys: ${gap.sequence_id}`);
  return retried;
}

export function keyBetween({ before, after }: Omit<Gap, 'sequence_id'>): string | undefined {
  if (before !== null && after !== null && before >= after) return undefined;
  const key = generateKeyBetween(before, after);
  return key.length > keyLengthMax ? undefined : key;
}

/** Keys after the last one count up and stay short, so they never need new keys for the sequence. */
export const keyAtEnd = ({ before }: Gap): string => generateKeyBetween(before, null);
export const keysAtEnd = ({ before }: Gap, count: number): string[] =>
  generateNKeysBetween(before, null, count);

async function assignNewKeys(tx: Db, { table, sequence }: Ordered, sequenceId: string): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    sql`select id from ${table} where ${sequence} = ${sequenceId} order by position, id`,
  );
  const keys = generateNKeysBetween(null, null, rows.length);
  await tx.query(sql`
    update ${table} t set position = k.position
      from unnest(${rows.map((row) => row.id)}::text[], ${keys}::text[]) as k (id, position) where t.id = k.id`);
}
