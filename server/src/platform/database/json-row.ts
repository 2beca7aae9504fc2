import { join, raw, type Sql } from 'sql-template-tag';

/** The parts of a JSON schema that decide how a column is rendered. */
interface PropertySchema {
  type?: unknown;
  format?: string;
  enum?: unknown;
}

/** Each `||` copies what is on its left, so a long row is concatenated from parts with this many operands. */
const operandsPerPart = 16;

/**
 * Renders a row as JSON inside PostgreSQL, with exactly the properties of the schema. A property is the column of the same
 * name of `table`, unless `columns` has an expression for it. It saves the server parsing rows and serializing them again.
 * Build it once, not for every request.
 */
export function jsonRow(
  schema: { properties: Record<string, unknown> },
  table: string,
  columns: Record<string, Sql> = {},
): Sql {
  const operands = Object.entries(schema.properties).flatMap(([name, property], i) => {
    const column = columns[name] ?? raw(`${table}.${name}`);
    return [raw(`'${i === 0 ? '{' : ','}"${name}":'`), render(name, property as PropertySchema, column)];
  });
  const parts: Sql[] = [];
  for (let i = 0; i < operands.length; i += operandsPerPart)
    parts.push(join(operands.slice(i, i + operandsPerPart), ' || ', '(', ')'));
  return join([...parts, raw(`'}'`)], ' || ');
}

function render(name: string, schema: PropertySchema, column: Sql): Sql {
  const text = textOf(name, schema, column);
  return isNullable(schema) ? join([text, raw(`'null'`)], ', ', 'coalesce(', ')') : text;
}

/** `to_json` is slow, so it renders only what may contain characters that JSON escapes. */
function textOf(name: string, schema: PropertySchema, column: Sql): Sql {
  // As `Date.prototype.toISOString` writes it.
  if (schema.format === 'date-time')
    return join([column], '', 'to_char(', ` at time zone 'UTC', '\\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\\"')`);
  if (schema.type === 'integer') return join([column], '', '(', ')::text');
  if (schema.enum || isId(name)) return join([column], '', `'"' || `, ` || '"'`);
  return join([column], '', 'to_json(', ')::text');
}

function isNullable({ type }: PropertySchema): boolean {
  // A schema of several alternatives has no type of its own.
  return type === undefined || [type].flat().includes('null');
}

/** Ids contain no character that JSON escapes. */
const isId = (name: string) => name === 'id' || name.endsWith('_id') || name === 'created_by';
