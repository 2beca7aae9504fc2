import sql, { join, raw, type Sql } from 'sql-template-tag';

/** The parts of a JSON schema that decide how a column is rendered. */
interface PropertySchema {
  type?: unknown;
  format?: string;
}

/** A function call in PostgreSQL takes at most 100 arguments; each property takes two. */
const propertiesPerCall = 40;

/**
 * Renders a row as JSON inside PostgreSQL, with exactly the properties of the schema. A property is the column of the same name
 * of `table`, unless `columns` has an expression for it. Several times faster than parsing rows and serializing them again.
 */
export function jsonRow(
  schema: { properties: Record<string, unknown> },
  table: string,
  columns: Record<string, Sql> = {},
): Sql {
  const parts = Object.entries(schema.properties).map(([name, property], i) => {
    const value = render(property as PropertySchema, columns[name] ?? raw(`${table}.${name}`));
    return sql`${raw(`'${i === 0 ? '{' : ','}"${name}":'`)}, ${value}`;
  });
  const calls: Sql[] = [];
  for (let i = 0; i < parts.length; i += propertiesPerCall)
    calls.push(sql`concat(${join(parts.slice(i, i + propertiesPerCall))})`);
  return sql`${join(calls, ' || ')} || '}'`;
}

/** Instants as `Date.prototype.toISOString` writes them. */
function render({ type, format }: PropertySchema, column: Sql): Sql {
  if (format === 'date-time')
    return sql`coalesce('"' || to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')`;
  if (type === 'integer') return sql`coalesce((${column})::text, 'null')`;
  return sql`coalesce(to_json(${column})::text, 'null')`;
}
