import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/harness.ts';
import { triggersOf, writeDerived, writeDerivedFile } from '../platform/database/derived/write.ts';
import { createDatabase, type Database, sql } from '../platform/database/index.ts';
import { readDeclared } from './declared-state.ts';

/** What is derived from each table is declared by its feature, and the database has no other triggers. */

const declared = await readDeclared();
let made: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;

beforeAll(async () => {
  made = await createTestDatabase();
  db = createDatabase({
    connection: made.connection,
    prepare: true,
    maxConnections: 2,
    onIdleError: () => {},
  });
});
afterAll(async () => {
  await db.close();
  await made.drop();
});

const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name).sort();

/** Partitions have the triggers of their table, and the table of the migrations belongs to no feature. */
const listTables = async () =>
  namesOf(
    await db.query(sql`
      select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and relname <> 'migrations'`),
  );
const listTriggers = async () =>
  namesOf(
    await db.query(sql`
      select c.relname || '.' || t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where not t.tgisinternal`),
  );

test('every table has exactly one declaration', async () => {
  expect(
    declared.map(({ declaration }) => declaration.table).sort(),
    'declare each table in the derived.ts of its feature',
  ).toEqual(await listTables());
});

test('every trigger of the database is declared, and every declared trigger exists', async () => {
  expect(triggersOf(declared).sort(), 'run "npm run schema"').toEqual(await listTriggers());
  await db.query(sql`create table undeclared (id text)`);
  await db.query(sql`create trigger undeclared after insert on notes execute function derived.unindex()`);
  expect(
    (await listTables()).filter((name) => !declared.some((one) => one.declaration.table === name)),
  ).toEqual(['undeclared']);
  expect((await listTriggers()).filter((name) => !triggersOf(declared).includes(name))).toEqual([
    'notes.undeclared',
  ]);
});

test('server/derived.sql is what the declarations generate', async () => {
  const committed = await readFile(new URL('../../derived.sql', import.meta.url), 'utf8');
  expect(writeDerivedFile(writeDerived(declared), committed), 'run "npm run schema"').toBe(committed);
});

test('at most ten trigger functions are written by hand, each with its reason', () => {
  const files = declared.flatMap(({ sql: texts }) => texts);
  expect(files.filter((text) => !text.startsWith('-- Hand-written because '))).toEqual([]);
  expect(files.flatMap((text) => text.match(/returns trigger/g) ?? []).length).toBeLessThanOrEqual(10);
});

test('a table without derived state says why', () => {
  const reasons = declared.flatMap(({ declaration }) => ('none' in declaration ? [declaration.none] : []));
  expect(reasons.filter((reason) => reason.length < 15)).toEqual([]);
});
