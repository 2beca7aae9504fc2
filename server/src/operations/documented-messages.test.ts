import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

async function readAll(...patterns: string[]): Promise<string> {
  const texts: string[] = [];
  for await (const name of glob(patterns, { cwd: root }))
    if (!name.endsWith('.test.ts')) texts.push(await readFile(root + name, 'utf8'));
  return texts.join('\n');
}

/** The rows of the tables with the columns “Message …” and “What to do”. */
const messageRows = (page: string) =>
  [...page.matchAll(/^\| Message.*\n\|[-|]+\n((?:\|.*\n)+)/gm)].flatMap(([, rows = '']) =>
    [...rows.matchAll(/^\| `([^`]+)`/gm)].map(([, message = '']) => message),
  );

test('every message that docs/self-hosting explains is a message of the server', async () => {
  const messages = messageRows(await readAll('docs/self-hosting/*.md'));
  const sources = await readAll(
    'server/src/{entry,operations,platform/database}/**/*.ts',
    'packages/embedded-postgres/src/*.ts',
  );
  expect(messages.length).toBeGreaterThan(5);
  const constantParts = (message: string) => message.split(/"?…"?/).filter((part) => part.length > 10);
  expect(messages.filter((message) => constantParts(message).length === 0)).toEqual([]);
  expect(
    messages.filter((message) => !constantParts(message).every((part) => sources.includes(part))),
  ).toEqual([]);
});
