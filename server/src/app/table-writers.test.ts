import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** A table is written by exactly one folder. Otherwise its rules are in two places, and no reader finds both. */

const source = fileURLToPath(new URL('..', import.meta.url));

/** Second writers that are on purpose, each with its reason. */
const exceptions: Record<string, string> = {};

const writes = /\b(?:insert into|delete from|update)\s+([a-z_]+)\b(?:\s+(?:as\s+)?[a-z]\w*)?/g;

/** `features/coding/board`, `features/projects`, `platform/tasks`: the folder of one feature or one part of the platform. */
function ownerOf(file: string): string {
  const [layer = '', area = '', feature = ''] = file.split(path.sep);
  const isArea = layer === 'features' && feature !== '' && !feature.includes('.');
  return isArea ? `${layer}/${area}/${feature}` : area.includes('.') ? layer : `${layer}/${area}`;
}

async function findWriters(tables: Set<string>): Promise<Map<string, Set<string>>> {
  const writers = new Map<string, Set<string>>();
  for await (const file of glob('**/*.ts', { cwd: source })) {
    if (file.endsWith('.test.ts')) continue;
    for (const [, table = ''] of readFileSync(path.join(source, file), 'utf8').matchAll(writes)) {
      if (!tables.has(table)) continue;
      writers.set(table, (writers.get(table) ?? new Set()).add(ownerOf(file)));
    }
  }
  return writers;
}

/** From the generated schema, because the word after `update` in English text is no table. */
const tables = new Set(
  [
    ...readFileSync(path.join(source, '../schema.sql'), 'utf8').matchAll(
      /^CREATE TABLE (?:public\.)?(\w+)/gim,
    ),
  ].map(([, table = '']) => table),
);

test('every table is written by one folder, apart from the listed exceptions', async () => {
  const writers = await findWriters(tables);
  const shared = [...writers].flatMap(([table, owners]) =>
    owners.size > 1 ? [`${table}: ${[...owners].sort().join(', ')}`] : [],
  );
  expect(shared.sort()).toEqual(Object.keys(exceptions).sort());
});

test('the scan finds the writers that it is for', async () => {
  const writers = await findWriters(tables);
  expect(tables.size).toBeGreaterThan(20);
  expect(writers.size).toBeGreaterThan(15);
  expect(writers.get('cards')).toEqual(new Set(['features/coding/board']));
});
