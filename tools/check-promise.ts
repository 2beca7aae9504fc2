import { readFile } from 'node:fs/promises';
import { findBreaks } from './promise.ts';

/**
 * The promise of v1 (spec §1.13): no field is renamed or removed, no type, status code or error code
 * changes, and nothing that was accepted is refused. Compares server/openapi.json with the last release.
 */
const read = async (name: string) =>
  JSON.parse(await readFile(new URL(`../server/${name}`, import.meta.url), 'utf8'));
const breaks = findBreaks(await read('openapi.released.json'), await read('openapi.json'));
for (const line of breaks) process.stderr.write(`${line}\n`);
if (breaks.length > 0) {
  process.stderr.write(
    `\n${breaks.length} broken promises of v1: add instead of changing, or release a /v2.\n`,
  );
  process.exit(1);
}
