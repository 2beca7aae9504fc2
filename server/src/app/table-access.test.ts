import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Access, accessesIn, findAccesses, readTables } from '../../test/table-access.ts';

/**
 * The areas are separate in SQL, too. A table belongs to the folder that writes it: two writers would have its rules in two
 * places. A feature reads tables of its own area and of areas below it. What a lower area needs of a higher one is registered
 * on `Feature`.
 */

const source = fileURLToPath(new URL('..', import.meta.url));
const at = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** What each area may read besides itself. */
const areas: Record<string, string[]> = JSON.parse(at('areas.json'));
const singleFeatures = new Set(['projects', 'jobs', 'tags', 'evidence', 'sample']);
const tables = readTables(at('schema.sql'));
const found = await findAccesses(source, tables, singleFeatures);
/** A trigger maintains what is derived from a table, so its SQL writes the tables of others: see the list below. */
const accesses = found.filter(({ file }) => !file.endsWith('.sql'));
const triggerAccesses = found.filter(({ file }) => file.endsWith('.sql'));

/** Tables that only functions and triggers of the database write. */
const writtenBySql: Record<string, string> = {
  automation_attempts: 'features/deliveries/automations',
  automation_queue: 'features/deliveries/automations',
  event_log_epoch: 'features/deliveries/event-log',
  file_activity: 'features/sources/files',
  key_revision: 'features/identity/api-keys',
  project_activity: 'features/projects',
  search_documents: 'features/sources/search',
  webhook_attempts: 'features/deliveries/webhooks',
};

/** Second writers that are on purpose, each with its reason. */
const secondWriters: Record<string, string> = {
  'features/deliveries/event-log writes events': 'An erasure redacts the events that `emit` has stored.',
  'platform/mail writes tasks': 'An erasure redacts mails that are queued.',
  'features/sources/transcripts writes segment_vectors':
    'An erasure deletes the vectors of the words that it masks, in the same transaction.',
};

/** What hand-written triggers access outside of their folder. The generated ones follow from the declarations in derived.ts. */
const byTriggers = [
  'features/coding/board reads projects',
  'features/engage/responses reads projects',
  'features/engage/responses writes follow_ups',
  'features/engage/responses writes projects',
  'features/engage/responses writes search_documents',
  'features/engage/responses writes tests',
  'features/identity/sign-in reads users',
  'features/identity/sign-in writes changes',
  'features/projects writes changes',
  'features/sources/files reads clips',
  'features/sources/files reads segments',
  'features/sources/files writes clips',
  'features/sources/files writes embedded_transcripts',
  'features/sources/files writes jobs',
  'features/sources/files writes projects',
  'features/sources/files writes search_documents',
  'features/sources/files writes segments',
  'features/sources/files writes transcripts',
];

/** The folder with most of the statements that write the table. */
function ownerOf(table: string): string | undefined {
  if (writtenBySql[table]) return writtenBySql[table];
  const writes = accesses.filter(
    (access) =>
      access.kind === 'write' &&
      access.table === table &&
      !(`${access.folder} writes ${table}` in secondWriters),
  );
  const byFolder = Object.entries(Object.groupBy(writes, ({ folder }) => folder));
  return byFolder.sort(([, a = []], [, b = []]) => b.length - a.length)[0]?.[0];
}
const owners = new Map([...tables].map((table) => [table, ownerOf(table)]));

/** The layers from the top; `http` and `events` are beside each other. */
const layers = [['entry'], ['operations'], ['app'], ['features'], ['http', 'events'], ['platform']];
const levelOf = (folder: string) => layers.findIndex((layer) => layer.includes(folder.split('/')[0] ?? ''));

function mayRead(reader: string, owner: string): boolean {
  const [level, below] = [levelOf(reader), levelOf(owner)];
  if (level !== below) return level < below;
  const [layer, area = ''] = reader.split('/');
  const [owningLayer, owningArea = ''] = owner.split('/');
  if (layer !== 'features') return layer === owningLayer;
  return area === owningArea || (areas[area] ?? []).includes(owningArea);
}

const linesOf = (found: Access[]) =>
  [...new Set(found.map(({ folder, kind, table }) => `${folder} ${kind}s ${table}`))].sort();

test('every table is written by the folder that owns it', () => {
  const foreign = accesses.filter(
    ({ kind, table, folder }) => kind === 'write' && owners.get(table) !== folder,
  );
  expect(linesOf(foreign)).toEqual(Object.keys(secondWriters).sort());
});

test('every table is read by its own area and by areas above it only', () => {
  const upward = accesses.filter(({ folder, table }) => !mayRead(folder, owners.get(table) ?? ''));
  expect(linesOf(upward)).toEqual([]);
});

test('hand-written triggers access the listed tables of other folders only', () => {
  const foreign = triggerAccesses.filter(({ table, folder }) => owners.get(table) !== folder);
  expect(linesOf(foreign)).toEqual(byTriggers);
});

test('every table has an owner', () => {
  expect([...tables].filter((table) => !owners.get(table))).toEqual([]);
});

test('the scan finds the accesses that it is for', () => {
  expect(tables.size).toBeGreaterThan(60);
  expect(owners.get('cards')).toBe('features/coding/board');
  expect(owners.get('projects')).toBe('features/projects');
  expect(linesOf(accesses)).toContain('features/coding/taggings reads clips');
});

test.each<[string, string, string[]]>([
  ['a statement', 'const q = sql`select * from files f join clips c on true`;', ['read files', 'read clips']],
  ['a list of tables', 'const q = sql`select 1 from files f, clips`;', ['read files', 'read clips']],
  ['a fragment', 'const q = of(sql`files`);', ['read files']],
  ['a write', 'const q = sql`update files set name = null from clips`;', ['write files', 'read clips']],
  ['a deletion', 'const q = sql`delete from files f using clips c`;', ['write files', 'read clips']],
  ['texts that are redacted', "const t = { table: 'files', columns: { name: 'plain' } };", ['write files']],
  ['a name of the statement itself', 'const q = sql`with files as (select 1) select * from files`;', []],
  ['text', "const text = 'Deletes words from files';", []],
])('the scan reads %s', (_, code, expected) => {
  const found = accessesIn('example.ts', code, new Set(['files', 'clips']));
  expect(found.map(({ kind, table }) => `${kind} ${table}`)).toEqual(expected);
});
