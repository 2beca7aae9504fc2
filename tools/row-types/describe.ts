import type pg from 'pg';
import { serialize } from 'pg-protocol';
import { types } from '../../server/src/platform/database/values.ts';
import { findNullable, type Plan } from './nullability.ts';

export interface Column {
  name: string;
  /** The type in TypeScript: `string`, `number[]`, `Date`, `json` for any JSON. */
  type: string;
  /** Certain for a column of a table; undefined for an expression. */
  isNullable: boolean | undefined;
}

interface Field {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
}

/** Parses and describes statements on a migrated database. Nothing is executed. */
export async function createDescriber(client: pg.Client) {
  // Every condition is then in a filter of the plan, where it shows which columns cannot be null.
  await client.query(`set plan_cache_mode = force_generic_plan; set enable_indexscan = off; set enable_bitmapscan = off;
    set enable_indexonlyscan = off; set enable_partition_pruning = off`);
  const attributes = await readAttributes(client);
  const typeNames = await readTypes(client);
  let number = 0;

  return async (text: string, parameters: number, hasRows: boolean): Promise<Column[]> => {
    const name = `statement_${++number}`;
    const fields = await describe(client, name, text);
    if (!hasRows) return [];
    const isExpressionNullable = await explain(client, name, parameters);
    return fields.map((field, i) => ({
      name: field.name,
      type: typeNames.get(field.dataTypeID) ?? `an unknown type (${field.dataTypeID})`,
      isNullable: isExpressionNullable(i, attributes.get(`${field.tableID}.${field.columnID}`)),
    }));
  };
}

function describe(client: pg.Client, name: string, text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = [];
    client.query({
      submit({ stream }: { stream: { write(bytes: Buffer): void } }) {
        stream.write(
          Buffer.concat([
            serialize.parse({ name, text }),
            serialize.describe({ type: 'S', name }),
            serialize.sync(),
          ]),
        );
        return null;
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields;
      },
      handleReadyForQuery: () => resolve(fields),
      handleError: reject,
    } as unknown as pg.Submittable);
  });
}

async function explain(client: pg.Client, name: string, parameters: number) {
  const values = parameters > 0 ? `(${Array(parameters).fill('null').join()})` : '';
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (verbose, costs off, format json) execute ${name}${values}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  return plan ? findNullable(plan) : () => undefined;
}

/** Whether each column of each table accepts null, by table and number. */
async function readAttributes(client: pg.Client): Promise<Map<string, boolean>> {
  const { rows } = await client.query<{ column: string; nullable: boolean }>(`
    select a.attrelid || '.' || a.attnum as column, not (a.attnotnull or t.typnotnull) as nullable
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`);
  return new Map(rows.map(({ column, nullable }) => [column, nullable]));
}

/** Texts of a value of each category of types. The parsers of the server turn them into what a row contains. */
const samples: Record<string, string> = {
  B: 't',
  D: '2026-11-18 12:00:00+00',
  N: '1',
  S: 'a text',
  U: 'a value',
  E: 'a label',
  Z: 'a',
};

async function readTypes(client: pg.Client): Promise<Map<number, string>> {
  const { rows } = await client.query<{
    oid: number;
    name: string;
    category: string;
    element: { oid: number; name: string; category: string } | null;
  }>(`
    select t.oid::integer, t.typname as name, t.typcategory as category,
           case when t.typcategory = 'A' then json_build_object('oid', e.oid::bigint, 'name', e.typname, 'category', e.typcategory) end
             as element
      from pg_type t left join pg_type e on e.oid = t.typelem where t.typtype in ('b', 'e', 'd')`);
  return new Map(
    rows.map(({ oid, name, category, element }) => {
      const sample = sampleOf(element ?? { name, category });
      const value = types.getTypeParser(
        oid,
        'text',
      )(element ? `{"${sample.replace(/["\\]/g, '\\$&')}"}` : sample);
      const isJson = /^jsonb?$/.test((element ?? { name }).name);
      if (isJson) return [oid, element ? 'json[]' : 'json'];
      return [oid, Array.isArray(value) ? `${typeOf(value[0])}[]` : typeOf(value)];
    }),
  );
}

function sampleOf({ name, category }: { name: string; category: string }): string {
  if (/^jsonb?$/.test(name)) return '{}';
  if (name === 'bytea') return '\\x61';
  return samples[category] ?? '';
}

function typeOf(value: unknown): string {
  if (value instanceof Date) return 'Date';
  if (value instanceof Buffer) return 'Buffer';
  return typeof value;
}
