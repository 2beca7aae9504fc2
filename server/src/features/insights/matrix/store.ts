import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { listPage } from '../../../platform/database/keyset-page.ts';
import { clearScore } from '../../ai/sentiment/index.ts';
import type { FileKind } from '../../sources/files/index.ts';
import { columnsMax, type MomentsQuery, rowsMax } from './schema.ts';

export interface CellRow {
  row_id: string;
  row_label: string;
  column_id: string;
  column_label: string;
  column_place: number | null;
  count: number;
  seconds: number;
  score: number | null;
  positive: number;
  neutral: number;
  negative: number;
}

export interface Cells {
  rowCount: number;
  columnCount: number;
  /** Empty if there are too many rows or columns. */
  cells: CellRow[];
}

/** The cells of the matrix, from a query of moments. A matrix that is refused is counted and not read. */
export async function readCells(db: Db, moments: Sql): Promise<Cells> {
  const rows = await db.query<CellRow & { row_count: number; column_count: number }>(sql`
    with cells as materialized (
      select m.row_id, max(m.row_label) as row_label, m.column_id, max(m.column_label) as column_label,
             max(m.column_place)::integer as column_place, count(*)::integer as count,
             coalesce(sum(m.seconds), 0)::double precision as seconds, avg(m.score)::double precision as score,
             (count(*) filter (where m.score >= ${clearScore}))::integer as positive,
             (count(*) filter (where m.score > -${clearScore}::double precision and m.score < ${clearScore}))::integer
               as neutral,
             (count(*) filter (where m.score <= -${clearScore}::double precision))::integer as negative
        from (${moments}) m where m.row_id is not null
       group by m.row_id, m.column_id
    )
    select n.row_count, n.column_count, x.*
      from (select (select count(*) from (select from cells group by row_id) r)::integer as row_count,
                   (select count(*) from (select from cells group by column_id) r)::integer as column_count) n
      left join cells x on n.row_count <= ${rowsMax} and n.column_count <= ${columnsMax}
     order by x.row_id, x.column_id`);
  return {
    rowCount: rows[0]?.row_count ?? 0,
    columnCount: rows[0]?.column_count ?? 0,
    cells: rows.filter(({ row_id }) => row_id !== null),
  };
}

export interface MomentRow {
  type: 'highlight' | 'answer';
  id: string;
  column_id: string;
  file_id: string | null;
  file_name: string | null;
  file_kind: FileKind | null;
  segment_id: string | null;
  response_id: string | null;
  quote: string | null;
  speaker: string | null;
  start_seconds: number | null;
  end_seconds: number | null;
  score: number | null;
  created_at: Date;
}

export const listMoments = (db: Db, projectId: string, moments: Sql, query: MomentsQuery) =>
  listPage<MomentRow>(db, {
    name: `matrix ${projectId}`,
    query,
    select: sql`select m.type, m.id, m.column_id, m.file_id, m.file_name, m.file_kind, m.segment_id, m.response_id, m.quote, m.speaker,
      m.start_seconds, m.end_seconds, m.score, m.created_at`,
    from: sql`from (${moments}) m`,
    where: [sql`m.row_id = ${query.row_id}`, sql`m.column_id = ${query.column_id}`],
    sorts: { created_at: { column: sql`m.created_at`, type: 'timestamptz' } },
    defaultSort: 'created_at',
    id: sql`m.id`,
  });
