import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const call = /\blog\.(?:warn|info|error|debug|fatal)\(/g;
const callWithEvent = /\blog\.(?:warn|info|error|debug|fatal)\(\s*\{\s*event: '([\w.]+)'/g;

const sources = execFileSync('git', ['ls-files', 'server/src', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test('every log line has a stable event name', () => {
  const unnamed = sources.filter(
    ({ text }) => [...text.matchAll(call)].length !== [...text.matchAll(callWithEvent)].length,
  );
  expect(unnamed.map(({ file }) => file)).toEqual([]);
});

test('operation.md lists exactly the log events of the server and its packages', () => {
  const [, after = ''] = readFileSync('docs/self-hosting/operation.md', 'utf8').split('## Log events');
  const [table = ''] = after.split(/^## /m);
  const documented = [...table.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, event]) => event);
  const logged = sources.flatMap(({ text }) => [...text.matchAll(callWithEvent)].map(([, event]) => event));
  expect(documented).toEqual([...new Set(logged)].sort());
});
