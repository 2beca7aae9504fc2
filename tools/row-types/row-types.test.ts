import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../server/test/harness.ts';
import { checkRows, type RowCheck } from './check.ts';
import { exceptions } from './exceptions.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let check: RowCheck;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  check = await checkRows(client);
}, 300_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

test('every row type has the names, types and nulls of the columns that its statement returns', () => {
  expect(check.differences.join('\n')).toBe('');
});

test('every statement is in the source, except those that are listed with a reason', () => {
  const unlisted = [...check.unresolved].filter(([name]) => !(name in exceptions));
  expect(unlisted.map(([name, reason]) => `${name}: ${reason}`).join('\n')).toBe('');
  expect(Object.keys(exceptions).filter((name) => !check.unresolved.has(name))).toEqual([]);
});

test('the check finds the calls of the database', () => {
  expect(check.typed).toBeGreaterThan(250);
});
