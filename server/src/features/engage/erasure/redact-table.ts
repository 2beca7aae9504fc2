import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Db, join, raw, type Sql, sql } from '../../../platform/database/index.ts';
import { mapStrings, type RemoveWords } from '../../../platform/word-removal/index.ts';
import type { ErasedSources, TextKind, TextProject, TextTable } from '../../text-table.ts';

type Row = Record<string, unknown>;

/** Other requests run after the event loop was used for this long. */
const turnMs = 15;
const defaultPageSize = 200;

/**
 * Redacts the rows of a table that need it, page by page, each page in its own transaction. A page without a change takes no
 * lock. After a crash it can run again from the start: rows that are redacted need no change.
 */
export async function redactTable(
  db: Db,
  table: TextTable,
  project: TextProject,
  erased: ErasedSources,
  now: Date,
  changed: (tx: Db, count: number) => Promise<void>,
): Promise<void> {
  const rewrite = createRewrite(table, erased);
  let last: Row | undefined;
  for (;;) {
    const page: Row[] = await db.query<Row>(readPage(table, project, last));
    last = page.at(-1);
    if (!last) return;
    const concerned = await filterInTurns(page, (row) => rewrite(row) !== undefined);
    if (concerned.length === 0) continue;
    await db.transaction(async (tx) => {
      const saved: Row[] = [];
      for (const row of concerned) {
        // The row may have changed since, for example by the erasure of another person.
        const [current] = await tx.query<Row>(readRow(table, row));
        const after = current && rewrite(current);
        if (!after) continue;
        await tx.query(updateRow(table, after, now));
        saved.push(after);
      }
      if (saved.length === 0) return;
      await table.saved?.(tx, saved, now);
      await changed(tx, saved.length);
    });
  }
}

async function filterInTurns<T>(items: readonly T[], test: (item: T) => boolean): Promise<T[]> {
  const found: T[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    if (test(item)) found.push(item);
    if (performance.now() - startedAt < turnMs) continue;
    await setImmediate();
    startedAt = performance.now();
  }
  return found;
}

/** Returns undefined for a row that stays as it is. */
function createRewrite(table: TextTable, erased: ErasedSources): (row: Row) => Row | undefined {
  const columns = Object.entries(table.columns);
  const remove = table.isGivenByOthers ? erased.removeNames : erased.remove;
  const redactAlone = (row: Row) =>
    Object.fromEntries(
      columns.map(([column, kind]) => [column, redactValue(column, kind, row[column], remove)]),
    );
  return (row) => {
    const redacted = table.rewrite ? (table.rewrite(row, erased) as Row) : redactAlone(row);
    const isSame = columns.every(([column]) => isDeepStrictEqual(redacted[column], row[column]));
    return isSame ? undefined : { ...row, ...redacted };
  };
}

function redactValue(column: string, kind: TextKind, value: unknown, remove: RemoveWords): unknown {
  if (value === null || value === undefined) return value;
  if (kind === 'json') return mapStrings(value, (text) => remove(text), column === 'metadata');
  if (kind === 'bytes') return redactBytes(value as Buffer, remove);
  return remove(value as string);
}

function redactBytes(bytes: Buffer, remove: (text: string) => string): Buffer {
  const before = JSON.parse(bytes.toString()) as unknown;
  const after = mapStrings(before, (text) => remove(text));
  return isDeepStrictEqual(after, before) ? bytes : Buffer.from(JSON.stringify(after));
}

const named = (column: string) => raw(`t."${column}"`);

function columnsOf({ key, columns, reads = {} }: TextTable): Sql {
  const stored = [...new Set([...key, ...Object.keys(columns)])].filter((column) => !(column in reads));
  return join([
    ...stored.map((column) => sql`${named(column)} as ${raw(`"${column}"`)}`),
    ...Object.entries(reads).map(([name, value]) => sql`${value} as ${raw(`"${name}"`)}`),
  ]);
}

const isRow = (key: string[], row: Row) =>
  join(
    key.map((column) => sql`${named(column)} = ${row[column]}`),
    ' and ',
  );

function readPage(table: TextTable, project: TextProject, last: Row | undefined): Sql {
  const key = join(table.key.map(named));
  const after = last ? sql`and (${key}) > (${join(table.key.map((column) => sql`${last[column]}`))})` : sql``;
  return sql`
    select ${columnsOf(table)} from ${raw(table.table)} t
     where ${table.ofProject(project)} ${after} order by ${key} limit ${table.pageSize ?? defaultPageSize}`;
}

const readRow = (table: TextTable, row: Row) => sql`
  select ${columnsOf(table)} from ${raw(table.table)} t where ${isRow(table.key, row)} for no key update of t`;

const touched = {
  version: () => sql`version = version + 1`,
  updated_at: (now: Date) => sql`updated_at = greatest(updated_at, ${now}::timestamptz)`,
};

function updateRow({ table, key, columns, touches = [] }: TextTable, row: Row, now: Date): Sql {
  const assignments = Object.entries(columns).map(
    ([column, kind]) =>
      sql`${raw(`"${column}"`)} = ${kind === 'json' && row[column] !== null ? JSON.stringify(row[column]) : row[column]}`,
  );
  return sql`
    update ${raw(table)} t set ${join([...assignments, ...touches.map((column) => touched[column](now))])}
     where ${isRow(key, row)}`;
}
