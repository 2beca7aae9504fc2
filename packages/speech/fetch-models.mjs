// Plain JavaScript: it runs after `npm install` on the Node.js that npm found, which may be too old for TypeScript.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fetchByCommand } from '@parley/local-models/fetch';

/** The files of the speech models. */
export const manifest = JSON.parse(await readFile(new URL('./models.json', import.meta.url), 'utf8'));

if (process.argv[1] === fileURLToPath(import.meta.url)) await fetchByCommand(manifest);
