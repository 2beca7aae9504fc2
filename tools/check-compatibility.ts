import { readFile } from 'node:fs/promises';
import { findIncompatibleChanges } from './compatibility.ts';

/**
 * v1 is backward compatible (spec §1.13): no field is renamed or removed, no type, status code or error code
 * changes, and no valid request becomes invalid. Compares server/openapi.json with the last release.
 */
const read = async (name: string) =>
  JSON.parse(await readFile(new URL(`../server/${name}`, import.meta.url), 'utf8'));
const breaks = findIncompatibleChanges(await read('openapi.released.json'), await read('openapi.json'));
for (const line of breaks) process.stderr.write(`${line}\n`);
if (breaks.length > 0) {
  process.stderr.write(
    `\n${breaks.length} incompatible changes to v1: add fields instead of changing them, or release a /v2.\n`,
  );
  process.exit(1);
}
