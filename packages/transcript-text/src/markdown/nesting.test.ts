import { expect, test } from 'vitest';
import { parseMarkdown } from './index.ts';

const length = 10_000;
const of = (word: string) => word.repeat(length / word.length);

test.each([
  ['quotations', of('>')],
  ['quotations with spaces', of('> ')],
  ['lists', of('- ')],
  ['numbered lists', of('1. ')],
  ['emphasis', `${of('*_')}x${of('_*')}`],
  ['brackets', of('[')],
  ['links without an end', of('[a](')],
  ['code of different lengths', Array.from({ length: 140 }, (_, i) => `${'`'.repeat(i + 1)}a`).join('')],
  ['tables', `${of('|a')}\n${of('|-')}\n|x`],
  ['HTML', of('<a ')],
  ['definitions', of('[a]: b\n')],
  ['indented lists', Array.from({ length: 140 }, (_, i) => `${'  '.repeat(i)}- x`).join('\n')],
])('parses %s that nest deeply within 1 s of CPU time', (_name, text) => {
  const start = process.threadCpuUsage();
  const tree = parseMarkdown(text);
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(1);
  expect(depthOf(tree)).toBeLessThan(20_000);
});

test('parses a quotation deeper than 20 levels as text', () => {
  expect(depthOf(parseMarkdown(`${of('>')} x`))).toBeLessThan(25);
});

function depthOf(root: ReturnType<typeof parseMarkdown>): number {
  let level: { children?: unknown[] }[] = [root];
  let depth = 0;
  for (; level.length > 0; depth++)
    level = level.flatMap((node) => (node.children ?? []) as { children?: unknown[] }[]);
  return depth;
}
