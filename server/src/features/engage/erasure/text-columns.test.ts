import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness.ts';
import { describeParley } from '../../../../test/route-table.ts';
import { createDatabase, type Database, sql } from '../../../platform/database/index.ts';
import { queuedMailTexts } from '../../../platform/mail/index.ts';
import { exemptColumns } from './exempt-columns.ts';

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  db = createDatabase({
    connection: made.connection,
    prepare: true,
    maxConnections: 1,
    onIdleError: () => {},
  });
});
afterAll(async () => {
  await db.close();
  await drop();
});

const { registered } = await describeParley();
const tables = [...registered.texts, queuedMailTexts];
const redacted = tables.flatMap(({ table, columns }) =>
  Object.keys(columns).map((column) => `${table}.${column}`),
);
const exempt = Object.values(exemptColumns).flat();

/** Columns of the domain `ident` are ids by their type. */
const readTextColumns = async () => {
  const rows = await db.query<{ name: string }>(sql`
    select c.table_name || '.' || c.column_name as name
      from information_schema.columns c
      join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace
     where c.table_schema = 'public' and k.relkind in ('r', 'p') and not k.relispartition
       and c.domain_name is distinct from 'ident'
       and (c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'tsvector', 'xml')
         or c.udt_name in ('_text', '_bytea', '_jsonb', '_varchar'))
     order by 1`);
  return rows.map(({ name }) => name);
};

test('every column that can contain text is either redacted by an erasure or exempt with a reason', async () => {
  expect(
    [...redacted, ...exempt].sort(),
    'register each column in `texts` of its feature, or add it with a reason to exempt-columns.ts',
  ).toEqual((await readTextColumns()).sort());
});

test('a new column with text is reported', async () => {
  await db.query(sql`alter table lanes add column remark text`);
  const known = new Set([...redacted, ...exempt]);
  expect((await readTextColumns()).filter((column) => !known.has(column))).toEqual(['lanes.remark']);
  await db.query(sql`alter table lanes drop column remark`);
});
