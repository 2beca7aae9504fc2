import { Json } from '../../foundation/json.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { type Db, type Sql, sql } from './index.ts';
import { type ListPlan, planPage } from './keyset-page.ts';

interface JsonPage {
  data: Json;
  next_cursor: string | null;
}

interface CachedPage {
  versions: string;
  page: JsonPage;
}

interface JsonPagesOptions<Row> {
  /** The columns that `render` needs. */
  columns: Sql;
  /** Must change whenever the rendered row does. `xmin`, the transaction that wrote a row, is the version of a row. */
  version: Sql;
  /** Returns the JSON of a row, which must depend on nothing but its columns. */
  render(row: Row): string | Promise<string>;
}

/**
 * Lists whose pages are rendered once. A page that was sent before is sent again without reading and rendering it if its rows
 * still have the same versions, which are much cheaper to select (ADR 7).
 */
export function createJsonPages<Row>({ columns, version, render }: JsonPagesOptions<Row>) {
  const cache = createBoundedCache<CachedPage>(({ page }) => page.data.text.length);

  return async (db: Db, plan: Omit<ListPlan, 'select'>): Promise<JsonPage> => {
    const planned = planPage(plan);
    const versionOf = sql`${plan.id} || ' ' || ${version}`;
    const versions = sql`select string_agg(v, ',') as versions from (select ${versionOf} as v ${planned.tail}) as page`;
    const key = versions.sql + JSON.stringify(versions.values);
    const cached = cache.get(key);
    if (cached) {
      const [row] = await db.query<{ versions: string | null }>(versions);
      if (row?.versions === cached.versions) {
        cache.keep(key, cached);
        return cached.page;
      }
    }
    const rows = await planned.run<Row & { row_version: string }>(
      db,
      sql`select ${columns}, ${versionOf} as row_version`,
    );
    const { rows: shown, next_cursor } = planned.cut(rows);
    const rendered = await Promise.all(shown.map(render));
    const page = { data: new Json(`[${rendered.join(',')}]`), next_cursor };
    cache.keep(key, { versions: rows.map((row) => row.row_version).join(','), page });
    return page;
  };
}
