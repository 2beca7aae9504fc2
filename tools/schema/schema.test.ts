import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../server/test/harness.ts';
import { readCatalogue } from './catalogue.ts';
import { writeSchema } from './write.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

const describeDatabase = async () => writeSchema(await readCatalogue(client));

test('server/schema.sql is what the migrations create, on every supported PostgreSQL', async () => {
  expect(await describeDatabase()).toBe(
    await readFile(new URL('../../server/schema.sql', import.meta.url), 'utf8'),
  );
});

test('every kind of change to the database changes the file', async () => {
  const changes = [
    'alter table projects add column extra text',
    'alter table projects alter column name drop not null',
    `alter table projects alter column name set default 'x'`,
    'alter table projects add constraint extra check (length(name) < 9)',
    'create index extra on projects (name)',
    'create function extra() returns integer language sql as $$ select 1 $$',
    'drop trigger cards_counted on cards',
    'alter table projects set (fillfactor = 50)',
    'create statistics extra on name, id from projects',
    'create view extra as select 1 as one',
    'create domain extra as text',
    'drop extension btree_gist cascade',
  ];
  const before = await describeDatabase();
  for (const change of changes) {
    await client.query('begin');
    await client.query(change);
    expect(await describeDatabase(), change).not.toBe(before);
    await client.query('rollback');
  }
});

test('partitions, which are created at run time, do not change the file', async () => {
  const before = await describeDatabase();
  await client.query('begin');
  await client.query(
    `create table extra partition of events for values from ('1999-01-01') to ('1999-01-02')`,
  );
  expect(await describeDatabase()).toBe(before);
  await client.query('rollback');
});
