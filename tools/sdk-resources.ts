import { readFile, writeFile } from 'node:fs/promises';
import { listResources, renderResources } from './sdk/resources.ts';

/** Writes sdk/src/resource-table.ts from openapi.json; with --check, fails if the committed one differs. */
const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
const target = '../sdk/src/resource-table.ts';
const text = renderResources(listResources(JSON.parse(await read('../server/openapi.json'))));
if (process.argv.includes('--check')) {
  if ((await read(target)) !== text) {
    process.stderr.write('sdk/src/resource-table.ts differs from openapi.json: run "npm run openapi".\n');
    process.exitCode = 1;
  }
} else await writeFile(new URL(target, import.meta.url), text);
