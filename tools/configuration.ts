import { readFile, writeFile } from 'node:fs/promises';
import { variableGroups } from '../server/src/platform/config/index.ts';
import { updatePage } from './configuration/render.ts';

/**
 * `npm run configuration` writes the tables of docs/self-hosting/configuration.md from the configuration schema. With
 * --check it fails instead if the committed page differs.
 */
const file = new URL('../docs/self-hosting/configuration.md', import.meta.url);
const committed = await readFile(file, 'utf8');
const page = updatePage(committed, variableGroups);
if (!process.argv.includes('--check')) await writeFile(file, page);
else if (committed !== page) {
  process.stderr.write(
    'docs/self-hosting/configuration.md differs from the schema: run "npm run configuration" and commit it.\n',
  );
  process.exitCode = 1;
}
