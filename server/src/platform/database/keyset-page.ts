import {
  decodeCursor,
  encodeCursor,
  listFingerprint,
  notACursor,
  type Position,
} from '../../foundation/cursor.ts';
import { invalidField } from '../../foundation/errors.ts';
import { pageSizeDefault } from '../../foundation/limits.ts';
import { type Db, empty, join, pgErrorCode, raw, type Sql, sql } from './index.ts';

/** What `listQuery` in schema.ts validates. */
export interface ListQuery {
  limit?: number;
  cursor?: string;
  sort?: string;
  created_after?: string;
  created_before?: string;
  updated_since?: string;
  [filter: string]: unknown;
}

export interface SortKey {
  column: Sql;
  type: 'timestamptz' | 'text' | 'integer' | 'bigint' | 'float8';
}

/**
 * For a list over several tables: each part contains the bounds itself, because the planner does not push the order and the
 * limit of a page down into a union.
 */
export interface PageBounds {
  /** The last row of the previous page. */
  after: Position | undefined;
  descending: boolean;
  /** The start of the page, as a condition on a part's own sort key and id. */
  beyond(sortKey: Sql, id: Sql): Sql;
  /** The time filters, as a condition on a part's own column. */
  created(createdAt: Sql): Sql;
  /** `order by … limit …` for a part. */
  end(sortKey: Sql, id: Sql): Sql;
}

export interface ListPlan {
  /** Identifies the list in its cursors, with the ids in its path. */
  name: string;
  query: ListQuery;
  select: Sql;
  from: Sql | ((bounds: PageBounds) => Sql);
  where: Sql[];
  /** Sort keys by their name in `sort`, without the minus. */
  sorts: Record<string, SortKey>;
  defaultSort: string;
  id: Sql;
}

export interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

/**
 * A keyset page: the rows after a position in a total order (sort key, then id). Page ten thousand costs as much as
 * page one, and rows that are inserted or deleted between two pages cause no other row to be skipped or repeated.
 */
export async function listPage<Row>(db: Db, plan: ListPlan): Promise<Page<Row>> {
  const page = planPage(plan);
  return page.cut(await page.run<Row>(db, plan.select));
}

/** Checks the query. What it returns selects one row more than the page shows, to know whether there is a next page. */
export function planPage(plan: Omit<ListPlan, 'select'>) {
  const { query } = plan;
  const sort = query.sort ?? plan.defaultSort;
  const descending = sort.startsWith('-');
  const key = plan.sorts[sort.replace(/^-/, '')];
  if (!key) throw invalidField('sort', 'This list does not support this sort order.');
  const limit = query.limit ?? pageSizeDefault;
  // With a limit that is a parameter PostgreSQL plans the statement again on every execution. Only the default is a constant,
  // so that page sizes do not multiply the prepared statements.
  const rowsMax = limit === pageSizeDefault ? raw(String(limit + 1)) : sql`${limit + 1}`;
  const { limit: _limit, cursor, ...rest } = query;
  const fingerprint = listFingerprint({ ...rest, sort, list: plan.name });

  const after = cursor === undefined ? undefined : decodeCursor(fingerprint, cursor);
  const direction = raw(descending ? 'desc' : 'asc');
  const beyond = (column: Sql, id: Sql): Sql[] =>
    after
      ? [
          sql`(${column}, ${id}) ${raw(descending ? '<' : '>')} (${after.key}::text::${raw(key.type)}, ${after.id})`,
        ]
      : [];
  const created = plan.sorts.created_at?.column;
  // Records that never change were last updated when they were created.
  const updated = plan.sorts.updated_at?.column ?? created;
  const conditions = [...plan.where, ...timeFilters(query, created, updated), ...beyond(key.column, plan.id)];
  const from =
    typeof plan.from === 'function'
      ? plan.from({
          after,
          descending,
          beyond: (sortKey, id) => join([...beyond(sortKey, id), sql`true`], ' and '),
          created: (createdAt) => join([...timeFilters(query, createdAt, createdAt), sql`true`], ' and '),
          end: (sortKey, id) => sql`order by ${sortKey} ${direction}, ${id} ${direction} limit ${rowsMax}`,
        })
      : plan.from;
  const position = sql`(${key.column})::text as page_key, ${plan.id} as page_id`;
  const tail = sql`${from} ${conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : empty}
      order by ${key.column} ${direction}, ${plan.id} ${direction} limit ${rowsMax}`;
  const refuseForgedCursor = (error: unknown): never => {
    // A forged cursor can contain a key that is not an instant or a number.
    if (cursor && pgErrorCode(error)?.startsWith('22')) throw invalidField('cursor', notACursor);
    throw error;
  };

  return {
    /** `from` to `limit`, for a statement with columns of its own. */
    tail,
    run: <Row>(db: Db, select: Sql): Promise<(Row & PagePosition)[]> =>
      db.query<Row & PagePosition>(sql`${select}, ${position} ${tail}`).catch(refuseForgedCursor),
    cut<Row>(rows: (Row & PagePosition)[]): Page<Row> {
      const more = rows.length > limit;
      const shown = more ? rows.slice(0, limit) : rows;
      const last = shown.at(-1);
      const next = more && last ? { key: last.page_key, id: last.page_id } : undefined;
      return { rows: shown, next_cursor: next ? encodeCursor(fingerprint, next) : null };
    },
  };
}

interface PagePosition {
  page_key: string;
  page_id: string;
}

/** The conditions of `created_after`, `created_before` and `updated_since`. */
export function timeFilters(query: ListQuery, created: Sql | undefined, updated: Sql | undefined): Sql[] {
  const filters: Sql[] = [];
  if (query.created_after && created) filters.push(sql`${created} > ${instant(query.created_after)}`);
  if (query.created_before && created) filters.push(sql`${created} < ${instant(query.created_before)}`);
  if (query.updated_since && updated) filters.push(sql`${updated} >= ${instant(query.updated_since)}`);
  return filters;
}

const instant = (value: string) => new Date(value);

/** A filter with one value, or several separated by commas. */
export function among(column: Sql, filter: string): Sql {
  const values = splitFilter(filter);
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`;
}

export const splitFilter = (filter: string): string[] => [...new Set(filter.split(','))];

/** `q` as a substring, ignoring case. The wildcards of LIKE are escaped. */
export const contains = (column: Sql, q: string): Sql =>
  sql`${column} ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}`;
