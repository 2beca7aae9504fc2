import { Json } from '../../foundation/json.ts';
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

/** Pages of 25 rows with 700 characters each: about 9 MB. */
const charactersMax = 8 * 1024 * 1024;

/**
 * Lists whose rows PostgreSQL renders (json-row.ts). A page that was sent before is sent again without rendering it if its
 * rows still have the same versions, which are much cheaper to select (ADR 91). `json` and `version` are SQL for a row;
 * `version` must change whenever `json` does. `xmin`, the transaction that wrote a row, is the version of a row.
 */
export function createJsonPages({ json, version }: { json: Sql; version: Sql }) {
  const cache = new Map<string, CachedPage>();
  let characters = 0;

  function forget(key: string): void {
    const cached = cache.get(key);
    if (!cached) return;
    cache.delete(key);
    characters -= cached.page.data.text.length;
  }

  /** Moves the page to the end of the map, so that the first pages are those that were not used for the longest time. */
  function remember(key: string, entry: CachedPage): void {
    forget(key);
    cache.set(key, entry);
    characters += entry.page.data.text.length;
    for (const oldest of cache.keys()) {
      if (characters <= charactersMax) break;
      forget(oldest);
    }
  }

  return async (db: Db, plan: Omit<ListPlan, 'select'>): Promise<JsonPage> => {
    const planned = planPage(plan);
    const versionOf = sql`${plan.id} || ' ' || ${version}`;
    const versions = sql`select string_agg(v, ',') as versions from (select ${versionOf} as v ${planned.tail}) as page`;
    const key = versions.sql + JSON.stringify(versions.values);
    const cached = cache.get(key);
    if (cached) {
      const [row] = await db.query<{ versions: string | null }>(versions);
      if (row?.versions === cached.versions) {
        remember(key, cached);
        return cached.page;
      }
    }
    const rows = await planned.run<{ json: string; version: string }>(
      db,
      sql`select ${json} as json, ${versionOf} as version`,
    );
    const { rows: shown, next_cursor } = planned.cut(rows);
    const page = { data: new Json(`[${shown.map((row) => row.json).join(',')}]`), next_cursor };
    remember(key, { versions: rows.map((row) => row.version).join(','), page });
    return page;
  };
}
