import { readFile } from 'node:fs/promises';
import { findUndescribed } from './descriptions.ts';

/** Fails if a field of a response or of an event in server/openapi.json has no description. */
const document = JSON.parse(await readFile(new URL('../server/openapi.json', import.meta.url), 'utf8'));
const faults = findUndescribed(document);
for (const line of faults) process.stderr.write(`${line}\n`);
if (faults.length > 0) {
  process.stderr.write(`\n${faults.length} fields need a description in the schema.ts of their feature.\n`);
  process.exit(1);
}
