import { notFound } from '../../foundation/errors.ts';
import { CachedJson, type Call } from '../../http/route.ts';
import { createBoundedCache } from '../../platform/database/bounded-cache.ts';
import { type Sql, sql } from '../../platform/database/index.ts';
import { type Access, accessColumns, requireAccess } from './access.ts';

interface CachedReadOptions<Row> {
  /** The name of the resource in an error, such as `Card`. */
  name: string;
  /** The record, joined with its project `p`. */
  from: Sql;
  id: Sql;
  /** The columns that `render` needs. */
  columns: Sql;
  /** Must change whenever the rendered record does. `xmin`, the transaction that wrote a row, is the version of a row. */
  version: Sql;
  /** Returns the value of `data`, which must depend on nothing but the columns. */
  render(row: Row): unknown;
}

/** What every read selects. */
interface State extends Access {
  seen_version: string;
}

interface Rendered {
  version: string;
  json: CachedJson;
}

/**
 * Reads of one record that is rendered, and whose ETag is computed, once for each version (ADR 38). For a record that this node
 * has rendered before, the first statement reads only the access and the version. If the version is the same, that is enough.
 */
export function createCachedRead<Row>({ name, from, id, columns, version, render }: CachedReadOptions<Row>) {
  const cache = createBoundedCache<Rendered>(({ json }) => json.response.length);
  const stateColumns = sql`${accessColumns}, ${version} as seen_version`;
  const columnsAndState = sql`${columns}, ${stateColumns}`;

  return async (
    { db, principal, inTransaction }: Pick<Call, 'db' | 'principal' | 'inTransaction'>,
    recordId: string,
  ): Promise<CachedJson> => {
    const read = async <Selected>(selected: Sql): Promise<Selected & State> => {
      const [row] = await db.lookUp<Selected & State>(sql`
        select ${selected} from ${from}
         where ${id} = ${recordId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null`);
      if (!row) throw notFound(name);
      requireAccess(row, principal, 'read');
      return row;
    };
    // A transaction may see rows that it wrote itself. They have the same version however often it writes them.
    if (inTransaction) return new CachedJson(render(await read<Row>(columnsAndState)));

    const known = cache.get(recordId);
    if (known && (await read<State>(stateColumns)).seen_version === known.version) {
      cache.keep(recordId, known);
      return known.json;
    }
    const row = await read<Row>(columnsAndState);
    const json = new CachedJson(render(row));
    cache.keep(recordId, { version: row.seen_version, json });
    return json;
  };
}
