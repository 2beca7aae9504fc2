import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/harness.ts';
import { type DerivedFile, readDerivedFile } from './derived/apply.ts';
import { createDatabase, type Database, migrate, sql } from './index.ts';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
const openNode = () =>
  createDatabase({ connection: made.connection, prepare: true, maxConnections: 2, onIdleError: () => {} });

beforeEach(async () => {
  made = await createTestDatabase();
  db = openNode();
});
afterEach(async () => {
  await db.close();
  await made.drop();
});

const listTriggers = async () =>
  (
    await db.query<{ name: string }>(sql`
      select tgname || ' ' || oid as name from pg_trigger where not tgisinternal order by 1`)
  ).map(({ name }) => name);
const namesOf = (triggers: string[]) => triggers.map((trigger) => trigger.split(' ')[0]);

/** The triggers of another version: one for new tags, and nothing else. */
const otherVersion = (revision: number): DerivedFile => ({
  revision,
  hash: `hash of ${revision}`,
  text: `
    create function derived.other() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger only_here after insert on tags for each row execute function derived.other();`,
});

test('a second start changes nothing', async () => {
  const before = await listTriggers();
  expect(before.length).toBeGreaterThan(100);
  expect(await migrate(db)).toEqual([]);
  expect(await listTriggers()).toEqual(before);
});

test('a start replaces the triggers if derived.sql differs, even those that it does not know', async () => {
  const before = await listTriggers();
  const { revision } = await readDerivedFile();
  await migrate(db, { derived: otherVersion(revision) });
  expect(namesOf(await listTriggers())).toEqual(['only_here']);
  await migrate(db);
  expect(namesOf(await listTriggers())).toEqual(namesOf(before));
});

test('nodes that start at once create the triggers once', async () => {
  const names = namesOf(await listTriggers());
  await db.query(sql`drop schema derived cascade`);
  const nodes = [openNode(), openNode(), openNode()];
  await Promise.all(nodes.map((node) => migrate(node)));
  await Promise.all(nodes.map((node) => node.close()));
  const created = await listTriggers();
  expect(namesOf(created)).toEqual(names);
  await migrate(db);
  expect(await listTriggers()).toEqual(created);
});

test('a start that fails leaves the triggers that were there', async () => {
  const before = await listTriggers();
  const file = await readDerivedFile();
  const broken = { ...file, hash: 'broken', text: `${file.text}\nselect 1 / 0;` };
  await expect(migrate(db, { derived: broken })).rejects.toMatchObject({ code: '22012' });
  expect(await listTriggers()).toEqual(before);
  expect(await migrate(db)).toEqual([]);
  expect(await listTriggers()).toEqual(before);
});

test('an older version refuses a database whose triggers a newer version created', async () => {
  const { revision } = await readDerivedFile();
  await migrate(db, { derived: otherVersion(revision + 1) });
  await expect(migrate(db)).rejects.toThrow(
    `This database was migrated by a newer version of Parley (its triggers have revision ${revision + 1}): start that version.`,
  );
  expect(namesOf(await listTriggers())).toEqual(['only_here']);
});

test('an older version refuses a database with a migration that it does not know', async () => {
  await db.query(sql`insert into migrations (name, checksum) values ('9999_later.sql', 'x')`);
  await expect(migrate(db)).rejects.toThrow(
    'This database was migrated by a newer version of Parley (it has 9999_later.sql): start that version.',
  );
});

test('refuses a migration that was changed after it was applied', async () => {
  await db.query(sql`update migrations set checksum = 'x' where name = '0002_projects.sql'`);
  await expect(migrate(db)).rejects.toThrow(
    'Migration 0002_projects.sql was changed after it was applied to this database.',
  );
});

test('refuses data of a development version from before the first release', async () => {
  await db.query(sql`insert into migrations (name, checksum) values ('0001_accounts.sql', 'x')`);
  await expect(migrate(db)).rejects.toThrow(
    'This data was created by an unreleased development version of Parley and cannot be moved to this version: ' +
      'start with a new DATA_DIR or an empty database. The development version that created the data can still open it.',
  );
});
